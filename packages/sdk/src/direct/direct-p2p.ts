import { type Exchange, everyExchange, exchanges, keyedExchanges } from '@p2p-rates/core'
import { withKeyed } from '@p2p-rates/core/internal'
import { createExchangeClient, createNetworkClient, createOfficialClient, createSpotClient } from '@p2p-rates/core/node'
import { P2P, type P2POptions, UsageError } from '@p2p-rates/sdk'
import { type ClockPorts, systemPorts } from './clock-ports.js'
import { createDirectAnswers } from './direct-answers.js'
import { createDirectFetch } from './direct-fetch.js'
import { createDirectTransfers } from './direct-transfers.js'
import { createDirectUsdtUsd } from './direct-usdt-usd.js'
import { createMarketCache } from './market-cache.js'
import { createOfficialRates } from './official-rates.js'

export type DirectOptions = Pick<P2POptions, 'timeout' | 'logger' | 'logLevel' | 'me'> & {
  /**
   * Exchanges to read: ids, and exchanges of your own, made with `defineExchange`. Default: all listed exchanges, and
   * `wallet` and `gate` with a key. Name an unlisted exchange to read it.
   */
  readonly exchanges?: readonly (string | { readonly id: string; readonly name: string })[] | undefined
  /** Exchange id → address in place of its own: a mirror, or a simulator. */
  readonly exchangeUrls?: Readonly<Record<string, string>> | undefined
  /**
   * Addresses to use in place of the usual ones, by the id of a central bank, `kraken` or `coinbase`. If every exchange has
   * another address, sources without one are not read, because a test against servers of your own must not leave them.
   */
  readonly officialUrls?: Readonly<Record<string, string>> | undefined
  /** Exchange id → `http:`, `https:` or `socks5:` proxy. */
  readonly proxies?: Readonly<Record<string, string>> | undefined
  /** Exchange id → key for its official interface, which is then asked instead of the open one. */
  readonly exchangeKeys?:
    | ReadonlyMap<
        string,
        {
          readonly key: string
          readonly secret?: string | undefined
          readonly passphrase?: string | undefined
          readonly region?: string | undefined
        }
      >
    | undefined
  readonly userAgent?: string | undefined
  /** Milliseconds before the exchanges are asked again about the same currency. Default: 60000. */
  readonly cacheMs?: number | undefined
  /** Milliseconds for asking all exchanges. Those that have not answered by then are missing. Default: no limit. */
  readonly maxWaitMs?: number | undefined
  /** Default: each exchange's own interval and two requests at once. An interval of 0 is for your own servers only. */
  readonly pace?: { readonly minIntervalMs?: number; readonly maxConcurrent?: number } | undefined
}

/**
 * A client that asks the exchanges themselves, politely, and judges their ads on the spot. Methods that need a server
 * reject with `NeedsServerError`.
 *
 * @example
 * const p2p = new DirectP2P()
 * const { best_buy, best_sell } = await p2p.rates({ fiat: 'UAH' })
 * await p2p.close()
 */
export class DirectP2P extends P2P {
  readonly #close: () => Promise<void>

  constructor(options: DirectOptions = {}, ports: ClockPorts = systemPorts) {
    const { maxWaitMs, timeout = Math.max(60_000, 2 * (maxWaitMs ?? 0)), logger, logLevel, me } = options
    const { fetch, close } = openExchanges(options, ports)
    super({
      apiKey: null,
      baseUrl: 'http://direct.invalid',
      fetch,
      timeout,
      // The exchange client has its own time limits, and asking again would meet the same cache.
      maxRetries: 0,
      logger,
      logLevel,
      me,
    })
    this.#close = close
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#close()
  }
}

function openExchanges(options: DirectOptions, ports: ClockPorts) {
  const { exchangeUrls: baseUrls, proxies, exchangeKeys: keys, userAgent, pace, cacheMs = 60_000, maxWaitMs } = options
  const asked = options.exchanges?.map(toExchange) ?? withKeyed(exchanges, keys)
  const keyless = asked.find(({ id, needsKey }) => needsKey === true && keys?.has(id) !== true)
  if (keyless !== undefined)
    throw new UsageError(`${keyless.name} is read only with a key: put one for ${keyless.id} into exchangeKeys.`)
  const known = [...asked, ...exchanges]
  const network = {
    ...(baseUrls === undefined ? {} : { baseUrls }),
    ...(proxies === undefined ? {} : { proxies }),
    ...(userAgent === undefined ? {} : { userAgent }),
  }
  const client = createExchangeClient({
    exchanges: asked,
    ...network,
    ...(keys === undefined ? {} : { keys }),
    ...(pace === undefined ? {} : { pace }),
    // One request may take all of the time.
    ...(maxWaitMs === undefined ? {} : { limits: { firstByteMs: maxWaitMs, totalMs: maxWaitMs } }),
  })
  const markets = createMarketCache({ client, cacheMs, maxWaitMs, ports })
  const officialUrls = options.officialUrls ?? {}
  const isAllRedirected = asked.every(({ id }) => baseUrls?.[id] !== undefined)
  const optional = { limits: { totalMs: Math.min(maxWaitMs ?? mostOptionalMs, mostOptionalMs) }, ports }
  const rateSourceOptions = { baseUrls: officialUrls, ...(userAgent === undefined ? {} : { userAgent }), ...optional }
  const officialClient = createOfficialClient(rateSourceOptions)
  const spotClient = createSpotClient(rateSourceOptions)
  const isAsked = ({ id }: { readonly id: string }) => !isAllRedirected || officialUrls[id] !== undefined
  const centralBanks = createOfficialRates({ client: officialClient, isAsked, ports })
  const networkClient = createNetworkClient({ ...network, ...optional })
  const askedIds = asked.map(({ id }) => id)
  const answers = createDirectAnswers({
    markets,
    centralBanks,
    readTransfers: createDirectTransfers({ client: networkClient, exchangeIds: askedIds, ports }),
    readUsdtUsd: createDirectUsdtUsd({ client: spotClient, isAsked, ports }),
    exchangeIds: askedIds,
    nameOf: (id) => known.find((exchange) => exchange.id === id)?.name ?? id,
    cacheMs,
    ports,
  })
  return {
    fetch: createDirectFetch(answers, [...new Set(known.map(({ id }) => id))]),
    close: async () => {
      await Promise.all([client.close(), officialClient.close(), networkClient.close(), spotClient.close()])
    },
  }
}

/** Maximum wait for official rates, USDT/USD and networks, because answers do without them. */
const mostOptionalMs = 4_000

function toExchange(wanted: string | { readonly id: string; readonly name: string }): Exchange {
  if (typeof wanted === 'string') {
    const listed = [...everyExchange, ...keyedExchanges].find(({ id }) => id === wanted)
    if (listed === undefined) throw new UsageError(`There is no exchange named ${wanted}.`)
    return listed
  }
  if (!isExchange(wanted)) throw new UsageError(`${wanted.id} is no exchange: defineExchange({ ... }) makes one.`)
  return wanted
}

const isExchange = (value: object): value is Exchange => 'request' in value && 'rows' in value && 'ad' in value
