import {
  asset,
  compareOffer,
  type OfferComparison,
  offerVerdicts,
  roundPct,
  roundPrice,
  updatedAtMs,
} from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { fiat, methodNames, optionalAmount, side, wantedAmount } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import { ownWords } from '../../endpoint/type-names.js'
import {
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireFiat,
  wireMoney,
  wirePercent,
  wirePrice,
  wireSide,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { Fair, NoVerdictReason } from '../../generated/types.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'

const noVerdictReasons = ['no_ads', 'few_ads', 'low_confidence'] as const

const answer: z.ZodType<Fair> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    price: wirePrice.meta({ description: 'Offered price.' }),
    amount: wireMoney.nullable().meta({ description: 'Amount in fiat, or null.' }),
    payment_method: z.string().nullable().meta({ description: 'Value of the parameter `payment_method`, or null.' }),
    updated_at: wireUpdatedAt,
    verdict: ownWords('OfferVerdict', offerVerdicts).meta({
      description:
        'better, worse: the price differs from `against` by more than the usual spread of honest prices. fair: it does not. too_good: so much better that the offer is most likely bait. unknown: the market does not allow a verdict; see `reasons`.',
    }),
    against: wirePrice.nullable().meta({ description: 'Median price of the ads compared; null without any.' }),
    difference_pct: wirePercent
      .nullable()
      .meta({ description: 'Difference of the offered price from `against`, in percent; negative if lower.' }),
    cheaper_ads: wireCount.meta({ description: 'Ads among them whose price is better for you than the offer.' }),
    ads: wireCount.meta({ description: 'Trusted ads that you can take for this amount.' }),
    confidence: confidenceSchema,
    reasons: z.array(ownWords('NoVerdictReason', noVerdictReasons)).meta({
      description:
        'Reasons for `unknown`, otherwise empty. no_ads: no trusted ad to compare with. few_ads: fewer than 3. low_confidence: the confidence in the market price is low.',
    }),
    explanation: z.string().meta({ description: 'The comparison as a sentence.' }),
  })
  .meta({ id: 'Fair', description: 'Comparison of an offered price with the market.' })

const example: Fair = {
  asset,
  fiat: 'UAH',
  side: 'BUY',
  price: 41.9,
  amount: 20000,
  payment_method: null,
  updated_at: '2026-11-21T10:05:12.000Z',
  verdict: 'worse',
  against: 41.4,
  difference_pct: 1.21,
  cheaper_ads: 21,
  ads: 23,
  confidence: { level: 'high', reasons: [] },
  reasons: [],
  explanation:
    '41.9 UAH is 1.21 % above 41.4 UAH, the median of 23 trusted ads that you can take. 21 of them are better for you. The offer is worse than usual.',
}

/**
 * @example
 * const { verdict, explanation } = await p2p.fair({ price: 41.9, side: 'BUY', amount: 20_000 })
 */
export const fair = defineEndpoint({
  name: 'fair',
  method: 'GET',
  path: '/fair',
  ...forKeys('Free', 'reader'),
  summary: 'An offered price against the market',
  description:
    'Compares an offered price with the trusted ads that you can take for the amount. With low confidence or fewer than 3 such ads, the verdict is `unknown`.',
  query: {
    fiat,
    side,
    price: wantedAmount('Offered price, in fiat per USDT.'),
    amount: optionalAmount('Amount in fiat. Only ads that take the whole amount in one order are compared.'),
    payment_method: methodNames('Payment methods of the offer, named like `payment_method` of the order book.'),
    ...callerInputs,
  },
  answer,
  example,
  table: tableOf([...columnsOf(answer), 'confidence'], ({ confidence, ...found }: Fair) => [
    { ...found, confidence: confidence.level },
  ]),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerFair(query: QuestionOf<typeof fair>, known: MarketData): Success<Fair> {
  const { fiat, side, price, amount = null, payment_method: methods } = query
  const market = known.ofMethods({ oneOf: methods ?? [], noneOf: [] })
  const boards = market.boards.filter((board) => board.side === side)
  if (boards.length === 0) return { problem: known.unavailable() }
  const found = compareOffer(market, { side, price, amountFiat: amount }, known.rules)
  const against = found.against === null ? null : roundPrice(found.against)
  const compared = {
    verdict: found.verdict,
    against,
    // From the rounded price, so that a reader who recomputes it gets the same.
    difference_pct: against === null ? null : roundPct((price / against - 1) * 100),
    cheaper_ads: found.betterAds,
    ads: found.ads,
  }
  const reasons = reasonsOf(found)
  return {
    answer: {
      asset,
      fiat,
      side,
      price,
      amount,
      payment_method: methods?.join(',') ?? null,
      updated_at: toUpdatedAtResponse(updatedAtMs(boards)),
      ...compared,
      confidence: toConfidenceResponse(found.confidence),
      reasons,
      explanation: [...comparisonInWords(price, fiat, compared), ...verdictInWords(found, reasons)].join(' '),
    },
  }
}

export const fairOfMarket = marketEndpoint(fair, answerFair)

function reasonsOf({ verdict, ads, confidence }: OfferComparison): readonly NoVerdictReason[] {
  if (verdict !== 'unknown') return []
  if (ads === 0) return ['no_ads']
  return confidence.level === 'low' ? ['low_confidence'] : ['few_ads']
}

type Compared = Pick<Fair, 'against' | 'difference_pct' | 'ads' | 'cheaper_ads'>

function comparisonInWords(price: number, fiat: string, { against, difference_pct: pct, ...found }: Compared) {
  if (against === null || pct === null) return []
  const distance = pct === 0 ? 'equals' : `is ${Math.abs(pct)} % ${pct < 0 ? 'below' : 'above'}`
  const ads = `${found.ads} trusted ${found.ads === 1 ? 'ad' : 'ads'} that you can take`
  return [
    `${plain(price)} ${fiat} ${distance} ${against} ${fiat}, the median of ${ads}.`,
    `${found.cheaper_ads === 0 ? 'None' : found.cheaper_ads} of them ${found.cheaper_ads < 2 ? 'is' : 'are'} better for you.`,
  ]
}

/** Without an exponent, down to the smallest price of a question. */
const plain = (price: number): string => (price < 1e-6 ? price.toFixed(8) : String(price))

const verdicts = {
  better: 'The offer is better than usual.',
  fair: 'The offer is usual.',
  worse: 'The offer is worse than usual.',
  too_good: 'The offer is better than any honest price: it is most likely bait.',
} as const

const noVerdict = {
  no_ads: 'There is no trusted ad to compare with.',
  few_ads: 'The ads are too few for a verdict.',
  low_confidence: 'The confidence in the market price is too low for a verdict.',
} as const

const verdictInWords = ({ verdict }: OfferComparison, reasons: readonly NoVerdictReason[]): readonly string[] =>
  verdict === 'unknown' ? reasons.map((reason) => noVerdict[reason]) : [verdicts[verdict]]
