export type AlertServers = {
  /** A key of the Business plan. */
  readonly key: string
  /** Starts those that are down. Resolves when all listen. */
  launch(): Promise<void>
  url(): string | null
  kill(): void
  close(): Promise<void>
}

export type OpenAlertServers = (options: {
  readonly seed: number
  readonly environment: Readonly<Record<string, string>>
}) => Promise<AlertServers>
