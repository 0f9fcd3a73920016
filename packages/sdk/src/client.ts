import type { StreamQuery } from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import { callerQuery, checkProfile } from './caller-query.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import { callerPaths, EndpointMethods } from './generated/methods.js'
import type { P2POptions, RequestOptions } from './options.js'
import type { Method } from './prepare-request.js'
import { createSend, type Send } from './send.js'
import { readSettings, type Settings } from './settings.js'
import { openStream, type RateStream, type StreamOptions } from './stream.js'

/**
 * Peer-to-peer prices of USDT. BUY is always what you pay when you buy, SELL what you get when you sell.
 *
 * @example
 * const p2p = new P2P({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'p2p_...' })
 * const { best_buy, best_sell } = await p2p.rates({ fiat: 'UAH' })
 */
export class P2P extends EndpointMethods {
  readonly #settings: Settings
  readonly #ports: Ports
  readonly #send: Send

  /** @param ports Time and chance, for tests only. */
  constructor(options: P2POptions = {}, ports: Ports = systemPorts) {
    checkProfile(options.me)
    const settings = readSettings(options)
    const send = createSend(settings, ports)
    const queryFor = (path: string, query: object | undefined) =>
      callerPaths.has(path) ? { ...callerQuery(options.me, query), ...query } : query
    super((method, path, call, more) => send({ method, path, ...call, query: queryFor(path, call.query) }, more))
    this.#settings = settings
    this.#ports = ports
    this.#send = send
  }

  /**
   * Rates as they change. Connects when you begin to read, and again after every hourly close and every temporary
   * fault. Never gives the same data twice; a slow reader gets the newest. Ends when you leave the loop or abort the
   * signal. Throws errors that do not pass by themselves, such as a revoked key. Pro plan.
   *
   * @example
   * for await (const { best_buy, updated_at } of p2p.stream({ fiat: 'UAH' })) console.log(best_buy.price, updated_at)
   */
  stream(query: StreamQuery = {}, options: StreamOptions = {}): RateStream {
    return openStream(query, options, this.#settings, this.#ports)
  }

  /**
   * Calls an endpoint that this version has no method for.
   *
   * @example
   * const answer = await p2p.request<{ volume: number }>('GET', '/volume', { query: { fiat: 'UAH' } })
   */
  request<T = unknown>(
    method: Method,
    path: `/${string}`,
    { query, body, ...options }: RequestOptions & { readonly query?: object; readonly body?: unknown } = {},
  ): APIPromise<T> {
    return this.#send({ method, path, query, body }, options)
  }
}
