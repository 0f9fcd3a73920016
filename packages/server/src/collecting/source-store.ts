import type { Board, FaultKind } from '@p2p-rates/core'

/** How an exchange has been behaving: kept so that a restart does not hammer one that asked for peace. */
export type BackOff = {
  readonly exchange: string
  readonly kind: FaultKind
  readonly faultsInARow: number
  /** Ask again no earlier than this. */
  readonly notBeforeMs: number
}

/** What the collector must remember across a restart: back-off and the newest boards. */
export interface SourceStore {
  saveBackOff(backOff: BackOff): Promise<void>
  clearBackOff(exchange: string): Promise<void>
  backOffs(): Promise<readonly BackOff[]>

  /** Replaces the stored boards of these markets. Losing the newest ones in a crash is allowed; serving one as fresh after 600 s is not. */
  saveBoards(boards: readonly Board[]): Promise<void>
  boardsSince(observedAtMs: number): Promise<readonly Board[]>
}
