import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { exchanges as defaultExchanges } from '../exchanges/all.js'
import { type Exchange, noNames, type WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { type Fault, isFault } from '../fault.js'
import { systemPorts } from './clock-and-random-ports.js'
import { destinationOf, type ExchangeClientOptions } from './exchange-client.js'
import { createEventLoopTurns, type ExchangeConnection, openExchangeConnection } from './exchange-connection.js'
import { createExchangeNameLists, type ExchangeNameLists } from './exchange-name-lists.js'
import { createPace } from './pace.js'
import { requestHashOf } from './remote-request.js'
import { createTransport } from './transport.js'

/** Page that a server requests: a market and its page, or the name lists if side and page are null. */
export type WantedPage = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly side: Side | null
  readonly page: number | null
  readonly requestHash: string
}

/** `refused`: it was not asked for, since we would ask otherwise. */
export type RawPage =
  | { readonly state: 'answered'; readonly answer: HttpAnswer }
  | { readonly state: 'failed'; readonly fault: Fault }
  | { readonly state: 'refused'; readonly why: 'unknown_exchange' | 'other_request' }

export interface PageReader {
  read(wanted: WantedPage, signal?: AbortSignal): Promise<RawPage>
  close(): Promise<void>
}

/**
 * Create a reader that builds each request from its own definition of the exchange. It sends only requests with the
 * expected hash. A server can thus choose markets, but no address, header or body.
 */
export function createPageReader(options: Omit<ExchangeClientOptions, 'keys' | 'remote'> = {}): PageReader {
  const ports = { ...systemPorts, ...options.ports }
  const transport = createTransport(options)
  const nextSlot = createEventLoopTurns()
  const known = new Map((options.exchanges ?? defaultExchanges).map((exchange) => [exchange.id, open(exchange)]))

  function open(exchange: Exchange): Known {
    const pace = createPace({ minIntervalMs: exchange.minIntervalMs, maxConcurrent: 2, ...options.pace }, ports)
    const destination = destinationOf(exchange, options)
    const connection = openExchangeConnection({
      exchange,
      send: ({ request }, signal) => transport.send(destination, request, signal),
      pace,
      nextSlot,
      ports,
    })
    return { connection, dictionaries: createExchangeNameLists(connection, ports) }
  }

  return {
    read: async (wanted, signal) => {
      const found = known.get(wanted.exchange)
      if (found === undefined) return { state: 'refused', why: 'unknown_exchange' }
      const request = await requestFor(wanted, found)
      if (request === null || requestHashOf(request) !== wanted.requestHash)
        return { state: 'refused', why: 'other_request' }
      const answer = await found.connection.fetchAndParse<HttpAnswer>({ request }, (raw) => raw, signal)
      return isFault(answer) ? { state: 'failed', fault: answer } : { state: 'answered', answer }
    },
    close: () => transport.close(),
  }
}

type Known = { readonly connection: ExchangeConnection; readonly dictionaries: ExchangeNameLists }

async function requestFor({ fiat, side, page }: WantedPage, known: Known): Promise<WireRequest | null> {
  const { exchange } = known.connection
  if (side === null || page === null) return exchange.dictionary?.request({ fiat }) ?? null
  const without = exchange.request({ fiat, side, page, names: noNames })
  // An exchange that numbers currencies is asked for its numbers first.
  if (without !== null || exchange.dictionary === undefined) return without
  const { names } = await known.dictionaries.namesFor(fiat)
  return exchange.request({ fiat, side, page, names })
}
