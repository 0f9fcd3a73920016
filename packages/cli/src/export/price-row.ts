/** One moment of one series, as it is exported. */
export type PriceRow = {
  /** ISO 8601 UTC. */
  readonly t: string
  readonly fiat: string
  /** An exchange, or `best`. */
  readonly exchange: string
  readonly buy: number | null
  readonly sell: number | null
  /** The exchanges are simulations: none of these prices existed. */
  readonly simulated: boolean
}

/** What a file tells about itself, where its format allows that. */
export type FileFacts = {
  readonly asset: string
  /** The server that the prices come from. */
  readonly source: string
  /** The version of this tool. */
  readonly version: string
  readonly simulated: boolean
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
