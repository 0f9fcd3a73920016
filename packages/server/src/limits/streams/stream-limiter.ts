/** Slots for open streams, per holder: an account, a session, or the network of visitors. */
export interface StreamLimiter {
  /**
   * Takes a slot, synchronously if the counts are in memory. Never rejects: without Redis, this server decides locally.
   */
  acquireStream(holder: string, most: number): StreamAcquisition | Promise<StreamAcquisition>
}

export type StreamAcquisition = StreamSlot | StreamRejection

export type StreamSlot = {
  readonly lastsMs: number
  /** Call when the stream has ended or was never opened. Idempotent. */
  release(): void
}

export type StreamRejection = {
  /** Time until the holder's oldest stream ends by itself. */
  readonly waitSeconds: number
}
