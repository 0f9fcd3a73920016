import type { DepthQuery, NewRule, NewWebhookFields, Orderbook, WireAd } from '../generated/types.js'
import type { ExchangeName } from './wire-types.js'

/** Filter for ads, shared by several endpoints. Absent fields accept all ads. */
export type AdFilterQuery = Omit<DepthQuery, 'fiat' | 'side' | 'exchange'>

export type NewWebhook = Omit<NewWebhookFields, 'event' | 'amount'> &
  (
    | { readonly event: 'spread'; readonly amount: number }
    | { readonly event: 'best_buy' | 'best_sell'; readonly amount?: number | undefined }
  )

/** Formula that derives a price from the market. Absent fields change nothing. */
export type FormulaFields = Omit<NewRule, 'name' | 'last_good_seconds'>

/** The answer to `exchange=all`: each ad names its exchange. */
export type OrderbookOfAll = Omit<Orderbook, 'exchange' | 'missing_exchanges' | 'ads'> & {
  readonly exchange: 'all'
  readonly missing_exchanges: readonly ExchangeName[]
  readonly ads: readonly (WireAd & { readonly exchange: ExchangeName })[]
}

/** Fields of an ad that only `include=trust` gives. */
export type AdTrust = Required<
  Pick<
    WireAd,
    | 'available_usdt'
    | 'merchant'
    | 'score'
    | 'reasons'
    | 'reason_figures'
    | 'eligible'
    | 'demands'
    | 'observed_at'
    | 'url'
  >
>
