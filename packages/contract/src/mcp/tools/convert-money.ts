import { convert } from '../../endpoints/prices/convert.js'
import type { Convert, ConvertLeg } from '../../generated/types.js'
import { feeArgument, type Tool } from '../tool.js'
import { transferInWords } from '../transfer-in-words.js'
import { confidenceLine } from './confidence-line.js'

export const convertMoney: Tool = {
  name: 'convert_money',
  description: 'What money becomes in another currency through USDT now, after all costs.',
  params: {
    from: { type: 'string' },
    to: { type: 'string' },
    amount: { type: 'number' },
    from_method: { type: 'string' },
    to_method: { type: 'string' },
    transfer_fee_usdt: feeArgument,
  },
  required: ['from', 'to', 'amount'],
  endpoints: [convert],
  run: async (given, ask) => {
    const found = await ask(convert, given)
    return [
      headline(found),
      ...legsOf(found),
      ...costsOf(found),
      confidenceLine(found.confidence),
      `${found.updated_at === null ? 'Prices are missing' : `Prices of ${found.updated_at}`}. get_quote names the ads of a leg.`,
    ]
  },
}

const whyNot: Readonly<Record<string, string>> = {
  no_ads: 'no trusted ad is there',
  below_minimum: 'every ad wants more',
  not_enough_depth: 'the trusted ads are used up',
  below_fee: 'the fee exceeds the amount bought',
}

function headline({ from, to, amount, received, rate, unfilled }: Convert): string {
  if (received !== null)
    return `${amount} ${from} become ${received} ${to}: ${rate} ${to} for 1 ${from} after all costs.`
  const over =
    unfilled === null
      ? ''
      : ` ${unfilled.amount} ${unfilled.leg === 'buy' ? from : 'USDT'} stay over: ${whyNot[unfilled.reason] ?? unfilled.reason}.`
  return `${amount} ${from} cannot all be converted to ${to}.${over}`
}

function legsOf({ from, to, buy, sell, transfer, transfer_fee_usdt: fee }: Convert): readonly string[] {
  return [
    ...(buy === null ? [] : [`Buy USDT on ${legLine(buy, from)}.`]),
    ...(buy === null || sell === null ? [] : [`Transfer: ${transferInWords(fee, transfer)}.`]),
    ...(sell === null ? [] : [`Sell USDT on ${legLine(sell, to)}.`]),
  ]
}

const legLine = ({ exchange, average_price: average, fills, ...leg }: ConvertLeg, fiat: string): string =>
  `${exchange}: ${leg.total_usdt} USDT for ${leg.total_fiat} ${fiat}, at an average price of ${average}, ${fills.length} ${fills.length === 1 ? 'trade' : 'trades'}`

function costsOf({ from, costs, ...found }: Convert): readonly string[] {
  const parts =
    costs === null
      ? ''
      : ` (buying ${costs.buy.pct}%, moving ${costs.transfer.pct}%, selling ${costs.sell.pct}%; ${from} ${costs.buy.amount}, ${costs.transfer.amount}, ${costs.sell.amount})`
  return [
    ...(found.cost_pct === null ? [] : [`Cost against the index: ${found.cost_pct}%${parts}.`]),
    ...(found.cost_vs_official_pct === null
      ? []
      : [`Cost against central banks: ${found.cost_vs_official_pct}% (${found.official_rate}).`]),
  ]
}
