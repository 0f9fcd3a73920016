import type { IncomingHttpHeaders } from 'node:http'
import type { SessionActor, Visitor } from '../accounts/actor.js'
import type { Reply } from './reply.js'

export interface PageRenderer {
  serveFile(path: string, headers: IncomingHttpHeaders): Promise<Reply> | null
  has(path: string): boolean
  renderPage(visit: Visit): Promise<Reply>
  errorPage(headers: IncomingHttpHeaders, requestId: string): Reply
}

export type Visit = {
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly viewer: SessionActor | Visitor
  /** Returns the body of a `/web/v1` answer for this visitor, by path and query; `null` if the request is rejected. */
  readonly fetchEmbedded: (address: string) => Promise<string | null>
  /** True if the limit is used up. The page then comes without embedded data and requests them itself. */
  readonly isOverLimit: boolean
}
