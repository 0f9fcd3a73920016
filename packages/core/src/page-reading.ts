import type { Ad } from './ad.js'
import type { Fault } from './fault.js'

/** Reason why a row did not become an ad. `reason` holds our name or a wire path, never content of the wire. */
export type Rejection = { readonly row: number; readonly reason: string }

export type PageReading =
  | {
      readonly state: 'read'
      readonly ads: readonly Ad[]
      readonly rejected: readonly Rejection[]
      /** Rows that stood on the page, promoted and rejected ones included. */
      readonly rowCount: number
      readonly more: boolean
    }
  | { readonly state: 'failed'; readonly fault: Fault }
