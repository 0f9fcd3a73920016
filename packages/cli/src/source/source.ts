import type { P2P } from '@p2p-rates/sdk'

/** A source of prices: a server, or the exchanges themselves. Both answer in the same shapes. */
export type Source = {
  readonly p2p: P2P
  /** An address, or `null` when the exchanges are asked directly. */
  readonly server: string | null
  close(): Promise<void>
}
