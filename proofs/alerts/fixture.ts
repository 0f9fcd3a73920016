/** The servers of one set of data. */
export type House = {
  /** A key of the Business plan. */
  readonly key: string
  /** Starts those that are down. Resolves when all listen. */
  launch(): Promise<void>
  /** URL of a running server; null if none listens. */
  url(): string | null
  /** One ends without a chance to tidy up. */
  kill(): void
  close(): Promise<void>
}

export type OpenHouse = (options: {
  readonly seed: number
  readonly environment: Readonly<Record<string, string>>
}) => Promise<House>
