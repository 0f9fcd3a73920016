import { type AdFilter, filterAds, type TrustedMarket } from '@p2p-rates/core'
import { z } from 'zod'
import { booleanFlag, decimalText, methodNames, optionalWholeNumber } from '../../endpoint/common-inputs.js'
import type { ValuesOf } from '../../endpoint/input.js'
import type { MarketData } from '../../endpoint/market-data.js'

const unknownFails = 'An ad is left out if the exchange does not publish this.'

export const adFilterInputs = {
  payment_method: methodNames(
    'Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that method. With several, an ad must accept at least one. Empty means no filter.',
  ),
  exclude_method: methodNames(
    'Payment methods to ignore, named like `payment_method`. An ad that accepts another method is kept.',
  ),
  merchant: booleanFlag('only ads of advertisers that the exchange has verified.'),
  min_orders: optionalWholeNumber(`Minimum number of completed orders, as the exchange counts them. ${unknownFails}`),
  min_completion_pct: {
    schema: decimalText
      .pipe(z.number().positive().max(100))
      .optional()
      .meta({ description: `Minimum percentage of completed orders. ${unknownFails}` }),
    expects: 'a percent above 0 and up to 100, with at most 8 decimals',
  },
  trusted: booleanFlag('only ads whose price and record are plausible together.'),
}

export type ParsedAdFilter = ValuesOf<typeof adFilterInputs>

/** Amounts mean different things in different questions, so they come from the endpoint. */
export const toAdFilter = (asked: ParsedAdFilter, amountFiat: number | null = null): AdFilter => ({
  methods: { oneOf: asked.payment_method ?? [], noneOf: asked.exclude_method ?? [] },
  amountFiat,
  onlyMerchants: asked.merchant === true,
  minOrders: asked.min_orders ?? null,
  minCompletionPct: asked.min_completion_pct ?? null,
  onlyTrusted: asked.trusted === true,
})

export const filterMarket = (known: MarketData, wanted: AdFilter): TrustedMarket =>
  filterAds(known.ofMethods(wanted.methods), wanted)
