import type { IncomingHttpHeaders } from 'node:http'
import type { SessionActor, Visitor } from '../accounts/actor.js'
import type { Reply } from './reply.js'

/** What browsers are shown beside the interface. Implemented by the room `pages`. */
export interface Pages {
  /** Something that everybody may have, such as a script; `null` where there is nothing of the kind. */
  file(path: string, headers: IncomingHttpHeaders): Promise<Reply> | null
  /** Whether a page lies at this address. */
  has(path: string): boolean
  /** The page at an address, the way to it, or that there is none. */
  show(visit: Visit): Promise<Reply>
  /** What is shown in the place of a page that could not be made. */
  sayFailed(headers: IncomingHttpHeaders, requestId: string): Reply
}

/** Somebody looks at a page. */
export type Visit = {
  /** As it was sent. */
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly who: SessionActor | Visitor
  /** The body of an answer of `/web/v1` to who looks, by its path and query below that; `null` where it is refused. */
  readonly ask: (address: string) => Promise<string | null>
  /** True if the limit of data is used up. The page is shown without its first answers, and asks for them itself. */
  readonly isOverLimit: boolean
}
