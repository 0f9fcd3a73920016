import type { AccountInfo } from '../../generated/types.js'

/**
 * Data that a page's HTML carries in `<script type="application/json" id="first">`, so that its first figures need no
 * request.
 */
export type BootstrapData = {
  readonly server_time: string
  readonly version: string
  readonly simulated: boolean
  /** The currency of the start page. */
  readonly fiat: string
  /** Names by id of the exchanges that the operator has plugged in, in their order. */
  readonly exchanges: Readonly<Record<string, string>>
  /** Hosts of pages by id, of those whose ads lie elsewhere than on `<id>.com`. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>
  /** Account of the logged-in user; `null` without a session. */
  readonly account: AccountInfo | null
  /** Answers by path and query below `/web/v1`, in the order of the alphabet: `/rates?fiat=UAH&include=confidence`. */
  readonly answers: Readonly<Record<string, unknown>>
}
