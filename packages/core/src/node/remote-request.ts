import { createHash } from 'node:crypto'
import type { Exchange, PageRequest, WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import type { Send } from './exchange-connection.js'
import { bodyText, queryText } from './query-and-body-text.js'
import { faults } from './transport-faults.js'

/** Page that a remote collector reads for us. It names a market, never an address. */
export type RemoteRequest = {
  readonly exchange: Exchange
  readonly fiat: string
  /** `null`: the exchange's own lists of names. */
  readonly ads: PageRequest | null
  /** Hash of the request as built here. The remote collector builds the same request or refuses. */
  readonly requestHash: string
}

/** Fetch a page through a remote collector. `remote` in the answer holds its check state and reading time. */
export type RemoteFetcher = (errand: RemoteRequest, signal?: AbortSignal) => Promise<HttpAnswer | Fault>

export const throughRemote =
  (ask: RemoteFetcher, exchange: Exchange): Send =>
  async ({ request, about }, signal) =>
    about === undefined ? faults.network : ask({ exchange, ...about, requestHash: requestHashOf(request) }, signal)

/** Hash of a request. Equal requests have equal hashes on every machine. */
export const requestHashOf = (request: WireRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        request.method,
        request.path,
        queryText(request),
        bodyText(request),
        Object.entries(request.headers ?? {}).sort(),
      ]),
    )
    .digest('hex')
