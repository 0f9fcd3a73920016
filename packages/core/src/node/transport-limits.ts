export type TransportLimits = {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly totalMs: number
  readonly maxWireBytes: number
  readonly maxInflatedBytes: number
  /** The most a body may grow while it is inflated, as a multiple of its size on the wire. */
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
