import { setMaxListeners } from 'node:events'
import type { Market } from '../ad.js'
import type { ExchangeId } from '../currencies-and-sides.js'
import { exchanges as defaultExchanges } from '../exchanges/all.js'
import { withKeyed } from '../exchanges/create-exchanges.js'
import type { Exchange } from '../exchanges/define-exchange.js'
import type { ExchangeKeys } from '../exchanges/exchange-keys.js'
import { type ExchangeKey, secretsOf } from '../exchanges/signed-wire.js'
import { createCheckExchangeKey } from './check-exchange-key.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import { createEventLoopTurns, openExchangeConnection, type Send } from './exchange-connection.js'
import { createExchangeNameLists } from './exchange-name-lists.js'
import { type BookReading, fetchBook } from './fetch-book.js'
import { fetchMarket, type MarketReading } from './fetch-market.js'
import { createPace, type PaceRules } from './pace.js'
import { type RemoteFetcher, throughRemote } from './remote-request.js'
import { isSafeForKeys, isThisMachine } from './safe-for-keys.js'
import { signRequest } from './sign-request.js'
import { createTransport, type Destination } from './transport.js'
import type { TransportLimits } from './transport-limits.js'

export type ExchangeClientOptions = {
  /** Whom to ask, in the order of the answers. Default: the whole list, and exchanges that need a key and have one. */
  readonly exchanges?: readonly Exchange[]
  /** Exchange id → address in place of its own: a mirror, or a simulator. */
  readonly baseUrls?: Readonly<Record<ExchangeId, string>>
  /** Exchange id → proxy: `http:`, `https:` or `socks5:`. If it fails: a fault, never a direct connection. */
  readonly proxies?: Readonly<Record<ExchangeId, string>>
  /** Exchange id → key for its official interface, which is then asked instead of the open one; see `Exchange.signed`. */
  readonly keys?: ExchangeKeys
  /** Remote fetchers by exchange id, at other addresses. The client then never contacts these exchanges itself. */
  readonly remote?: ReadonlyMap<ExchangeId, RemoteFetcher>
  readonly userAgent?: string
  /** Default: each exchange's own interval and two requests at once. An interval of 0 is for your own servers only. */
  readonly pace?: Partial<PaceRules>
  readonly limits?: Partial<TransportLimits>
  readonly ports?: Partial<Ports>
}

export type ExchangeClient = {
  /** One side of one exchange, up to 50 ads. Throws only for an exchange this client does not have. */
  fetchBook(of: Market & { readonly exchange: ExchangeId }, options?: FetchOptions): Promise<BookReading>
  /** Both sides of all exchanges, at once. Never throws for what an exchange does. */
  fetchMarket(fiat: string, options?: FetchOptions): Promise<MarketReading>
  /** Ends all connections; requests under way end as faults. */
  close(): Promise<void>
}

export type FetchOptions = {
  /** Signal that ends the call early; unfinished books are reported as time-outs. */
  readonly signal?: AbortSignal
}

/**
 * Asks exchanges for their public ads, politely: paced, bounded in time and size, under its own name.
 *
 * @example
 * const client = createExchangeClient()
 * const market = await client.fetchMarket('UAH')
 * console.log(judgeMarket('UAH', market.boards))
 * await client.close()
 */
export function createExchangeClient(options: ExchangeClientOptions = {}): ExchangeClient {
  const ports = { ...systemPorts, ...options.ports }
  const transport = createTransport(options)
  const nextSlot = createEventLoopTurns()
  const asked = options.exchanges ?? withKeyed(defaultExchanges, options.keys)
  const books = new Map(asked.map((exchange) => [exchange.id, openBooks(exchange)]))

  function openBooks(exchange: Exchange) {
    const pace = createPace({ minIntervalMs: exchange.minIntervalMs, maxConcurrent: 2, ...options.pace }, ports)
    const shared = { pace, nextSlot, ports }
    const others = options.remote?.get(exchange.id)
    const key = options.keys?.get(exchange.id)
    const destination = key === undefined ? destinationOf(exchange, options) : destinationOfNames(exchange, options)
    const send: Send =
      others === undefined
        ? ({ request }, signal) => transport.send(destination, request, signal)
        : throughRemote(others, exchange)
    const open = openExchangeConnection({ exchange, send, ...shared })
    const dictionaries = createExchangeNameLists(open, ports)
    if (key === undefined && exchange.needsKey === true) throw new Error(`${exchange.name} is read only with a key.`)
    if (key === undefined)
      return (market: Market, signal?: AbortSignal) => fetchBook(open, dictionaries, market, signal)

    const { wire, signing, rights } = signedWireOf(exchange, key)
    const signedTo = safeForKeys(destinationOf(wire, options))
    const signed = openExchangeConnection({
      exchange: wire,
      send: ({ request }, signal) => transport.send(signedTo, signRequest(request, signing, key, ports.now()), signal),
      ...shared,
    })
    const keyProblem = createCheckExchangeKey(signed, rights, ports)
    return async (market: Market, signal?: AbortSignal): Promise<BookReading> => {
      const fault = await keyProblem()
      return fault === null ? fetchBook(signed, dictionaries, market, signal) : { state: 'failed', fault }
    }
  }

  async function fetchOne(exchange: ExchangeId, market: Market, signal?: AbortSignal): Promise<BookReading> {
    const fetchBookOf = books.get(exchange)
    if (fetchBookOf === undefined) throw new Error(`This client was not given an exchange named ${exchange}.`)
    return fetchBookOf(market, signal)
  }

  return {
    fetchBook: ({ exchange, fiat, side }, { signal } = {}) => fetchOne(exchange, { fiat, side }, signal),
    fetchMarket: (fiat, { signal } = {}) => {
      // Every book listens to this one signal, and Node would warn of a leak.
      if (signal !== undefined) setMaxListeners(0, signal)
      return fetchMarket([...books.keys()], fiat, (exchange, side) => fetchOne(exchange, { fiat, side }, signal))
    },
    close: () => transport.close(),
  }
}

function signedWireOf({ name, signed }: Exchange, key: ExchangeKey): NonNullable<Exchange['signed']> {
  if (signed === undefined) throw new Error(`${name} has no interface for keys that is known here.`)
  const missing = secretsOf(signed.signing).find((part) => !key[part])
  if (missing !== undefined) throw new Error(`A key for ${name} comes with its ${missing}.`)
  if (key.region === undefined) return signed
  const origin = signed.regions?.get(key.region)
  if (origin === undefined) throw new Error(`The region of the key for ${name} is unknown.`)
  return { ...signed, wire: { ...signed.wire, origin } }
}

/** The address for a key is one of the signed interface, which may lack the lists of names. A simulator has both. */
function destinationOfNames(exchange: Exchange, { baseUrls, proxies = {} }: ExchangeClientOptions): Destination {
  const baseUrl = baseUrls?.[exchange.id]
  const isMoved = baseUrl !== undefined && isThisMachine(baseUrl)
  return destinationOf(exchange, isMoved ? { baseUrls: { [exchange.id]: baseUrl }, proxies } : { proxies })
}

function safeForKeys(destination: Destination): Destination {
  if (isSafeForKeys(destination.baseUrl)) return destination
  throw new Error('A key goes to an address that begins with https://, or to this machine.')
}

export function destinationOf(
  { id, origin }: Pick<Exchange, 'id' | 'origin'>,
  { baseUrls, proxies }: Pick<ExchangeClientOptions, 'baseUrls' | 'proxies'>,
): Destination {
  const proxy = proxies?.[id]
  return {
    baseUrl: checkedUrl(baseUrls?.[id] ?? origin, ['http:', 'https:']),
    proxy: proxy === undefined ? undefined : checkedUrl(proxy, ['http:', 'https:', 'socks5:']),
  }
}

/** A mistyped address is the operator's mistake and shows at start, not as an exchange that is down. */
function checkedUrl(text: string, protocols: readonly string[]): string {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new Error(`An address must begin with ${protocols.join('// or ')}// and be complete.`)
}
