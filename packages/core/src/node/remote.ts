import { createHash } from 'node:crypto'
import type { Exchange, PageRequest, WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import type { Send } from './connection.js'
import { faults } from './transport-faults.js'
import { bodyText, queryText } from './wire-text.js'

/** One page that somebody else is to read for us. It names a market, and never an address. */
export type RemoteRequest = {
  readonly exchange: Exchange
  readonly fiat: string
  /** `null`: the exchange's own lists of names. */
  readonly ads: PageRequest | null
  /** Of the request as we would send it: who reads for us builds the same or none. */
  readonly requestHash: string
}

/** Resolves with what the exchange answered there; it carries who has read it, and when. */
export type RemoteFetcher = (errand: RemoteRequest, signal?: AbortSignal) => Promise<HttpAnswer | Fault>

export const throughRemote =
  (ask: RemoteFetcher, exchange: Exchange): Send =>
  async ({ request, about }, signal) =>
    about === undefined ? faults.network : ask({ exchange, ...about, requestHash: requestHashOf(request) }, signal)

/** Equal for equal requests, whoever builds them. */
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
