import { centralBanks, type ExchangeId, type OfficialSource } from '@p2p-rates/core'
import { type NetworkReader, networkReaders, type SpotTicker, spotTickers } from '@p2p-rates/core/internal'
import type { ExchangeClientOptions, OfficialClientOptions } from '@p2p-rates/core/node'
import type { Config } from '../base/config.js'

export const exchangeClientOptionsOf = (config: Config): ExchangeClientOptions => ({
  exchanges: config.exchanges.list.filter(({ id }) => config.EXCHANGES.includes(id)),
  ...officialClientOptionsOf(config),
  ...(config.EXCHANGE_PROXIES === undefined ? {} : { proxies: Object.fromEntries(config.EXCHANGE_PROXIES) }),
  ...(config.EXCHANGE_KEYS === undefined ? {} : { keys: config.EXCHANGE_KEYS }),
  ...(config.PACING === 'on' ? {} : { pace: { minIntervalMs: 0 } }),
})

export const officialClientOptionsOf = ({ EXCHANGE_URLS, USER_AGENT }: Config): OfficialClientOptions => ({
  ...(EXCHANGE_URLS === undefined ? {} : { baseUrls: Object.fromEntries(EXCHANGE_URLS) }),
  ...(USER_AGENT === undefined ? {} : { userAgent: USER_AGENT }),
})

/** If every exchange has a test address, the operator wants only test servers: sources without one are left out. */
export const officialSourcesOf = (config: Config): readonly OfficialSource[] =>
  centralBanks.filter(({ id, fiats }) => fiats.some((fiat) => config.FIATS.includes(fiat)) && isRead(id, config))

/** Spot exchanges for USDT/USD, by the rules of official sources. */
export const spotTickersOf = (config: Config): readonly SpotTicker[] =>
  spotTickers.filter(({ id }) => isRead(id, config))

function isRead(rateSource: string, { OFFICIAL_RATES, EXCHANGES, EXCHANGE_URLS }: Config): boolean {
  const hasTestAddress = (id: string): boolean => EXCHANGE_URLS?.has(id) === true
  return OFFICIAL_RATES === 'on' && (hasTestAddress(rateSource) || !EXCHANGES.every(hasTestAddress))
}

export const networkReadersOf = ({ EXCHANGES }: Config): readonly NetworkReader[] =>
  networkReaders.filter(({ exchange }) => EXCHANGES.includes(exchange))

export const exchangesToCollect = ({ COLLECT, EXCHANGES }: Config): readonly ExchangeId[] => COLLECT ?? EXCHANGES

export const cyclesOf = ({ CYCLE_SECONDS, CYCLE_SECONDS_BY_FIAT }: Config) => ({
  cycleSeconds: CYCLE_SECONDS,
  ownCycles: new Map([...(CYCLE_SECONDS_BY_FIAT ?? [])].map(([fiat, text]) => [fiat, Number(text)])),
})

export function cycleMsOf(config: Config): (fiat: string) => number {
  const { cycleSeconds, ownCycles } = cyclesOf(config)
  return (fiat) => (ownCycles.get(fiat) ?? cycleSeconds) * 1_000
}
