/** One moment of one series, as it is exported. */
export type PriceRow = {
  /** ISO 8601 UTC. */
  readonly t: string
  readonly fiat: string
  /** An exchange, or `best`. */
  readonly exchange: string
  readonly buy: number | null
  readonly sell: number | null
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
