/** What one request may cost. Injectable so that tests need not wait or send megabytes. */
export type TransportLimits = {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly totalMs: number
  readonly maxWireBytes: number
  readonly maxInflatedBytes: number
  /** Inflated size over wire size; honest pages stay below 30. */
  readonly maxInflation: number
}

export const usualLimits: TransportLimits = {
  connectMs: 3_000,
  firstByteMs: 5_000,
  totalMs: 10_000,
  maxWireBytes: 5 * 1024 * 1024,
  maxInflatedBytes: 10 * 1024 * 1024,
  maxInflation: 100,
}
