import type { Ad } from './ad.js'
import type { Fault } from './fault.js'

/** Why one row did not become an ad. `field` is our name or a wire path, never the wire's content. */
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
