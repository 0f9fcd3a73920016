/** Places of open streams, counted by their holder: an account, a session, or the network of visitors. */
export interface StreamPlaces {
  /** A place among so many, at once where the counts are known. It is never rejected: who cannot ask decides alone. */
  acquireStream(holder: string, most: number): StreamTaking | Promise<StreamTaking>
}

export type StreamTaking = StreamPlace | NoStreamPlace

export type StreamPlace = {
  /** How long the stream may last. */
  readonly lastsMs: number
  /** When the stream has ended, or was never opened. Once is enough. */
  release(): void
}

export type NoStreamPlace = {
  /** Until the holder's oldest stream ends by itself. */
  readonly waitSeconds: number
}
