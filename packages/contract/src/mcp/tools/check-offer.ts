import { fair } from '../../endpoints/prices/fair.js'
import { fiatArgument, methodArgument, sideArgument, type Tool } from '../tool.js'
import { confidenceLine } from './confidence-line.js'

export const checkOffer: Tool = {
  name: 'check_offer',
  description: 'Is an offered price fair, worse than trusted ads, or bait?',
  params: {
    fiat: fiatArgument,
    side: sideArgument,
    price: { type: 'number' },
    amount: { type: 'number' },
    method: methodArgument,
  },
  required: ['price'],
  endpoints: [fair],
  run: async ({ method, ...given }, ask) => {
    const found = await ask(fair, { ...given, payment_method: method })
    return [
      `Verdict: ${found.verdict}. ${found.explanation}`,
      confidenceLine(found.confidence),
      `${found.updated_at === null ? 'Prices are missing' : `Prices of ${found.updated_at}`}.`,
    ]
  },
}
