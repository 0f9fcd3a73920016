/** One moment of one series, as it is exported. */
export type PriceRow = {
  /** ISO 8601 UTC. */
  readonly t: string
  readonly fiat: string
  /** An exchange, or `best`. */
  readonly exchange: string
  readonly buy: number | null
  readonly sell: number | null
  /** None of these prices ever existed. */
  readonly simulated: boolean
}

/** What a file tells about itself, where its format has a place for that. */
export type FileFacts = {
  readonly asset: string
  /** The server that has told it. */
  readonly source: string
  /** Of this tool. */
  readonly version: string
  readonly simulated: boolean
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
