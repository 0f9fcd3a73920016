export type PriceRow = {
  /** ISO 8601 UTC. */
  readonly t: string
  readonly fiat: string
  /** An exchange, `best` or `index`. */
  readonly exchange: string
  readonly buy: number | null
  readonly sell: number | null
  /** Ads behind each price; null without one, for the index, and from a server that does not tell. */
  readonly buy_ads: number | null
  readonly sell_ads: number | null
  /** Confidence in the index; null for other series, and from a server that does not report it. */
  readonly confidence: string | null
  readonly simulated: boolean
}

export type FileFacts = {
  readonly asset: string
  readonly source: string
  readonly version: string
  readonly simulated: boolean
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
