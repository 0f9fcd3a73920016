import {
  answerConvert,
  answerSources,
  convert,
  type Endpoint,
  type ErrorResponse,
  featureOf,
  type Inputs,
  index,
  type MarketEndpoint,
  marketEndpoints,
  markets as marketsEndpoint,
  noPrice,
  type PlanLimits,
  paymentMethods,
  sources,
  stream,
  toIndexResponse,
  toMarketsResponse,
  toPaymentMethodsResponse,
  toRatesResponse,
  toTransfersResponse,
  transfers,
  type ValuesOf,
} from '@p2p-rates/contract'
import { type ExchangeId, type Exchanges, marketIndex } from '@p2p-rates/core'
import type { ClockPorts } from './clock-ports.js'
import type { DirectTransfers } from './direct-transfers.js'
import type { DirectUsdtUsd } from './direct-usdt-usd.js'
import { liveRates } from './live-rates.js'
import type { MarketCache, Snapshot } from './market-cache.js'
import { toMarketData } from './market-data.js'
import { matchingOfficialRate, type OfficialRates } from './official-rates.js'
import { sourcesOf } from './sources.js'

export type DirectAnswer = {
  readonly endpoint: Endpoint
  readonly answer: (query: never, signal: AbortSignal | undefined) => Promise<DirectOutcome>
}
export type DirectOutcome =
  | { readonly answer: unknown; readonly simulated?: boolean }
  | { readonly events: AsyncIterable<string>; readonly simulated: boolean }
  | { readonly problem: ErrorResponse }

export const directLimits: PlanLimits = {
  monthlyQuota: Number.MAX_SAFE_INTEGER,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
  orderbookRows: 50,
  historyHours: 0,
  webhooks: 0,
  streams: Number.MAX_SAFE_INTEGER,
}

type Parts = {
  markets: MarketCache
  centralBanks: OfficialRates
  readTransfers: DirectTransfers
  readUsdtUsd: DirectUsdtUsd
  exchangeIds: readonly ExchangeId[]
  nameOf: Exchanges['nameOf']
  cacheMs: number
  ports: ClockPorts
}

export function createDirectAnswers({
  markets,
  centralBanks,
  readTransfers,
  readUsdtUsd,
  exchangeIds,
  nameOf,
  cacheMs,
  ports,
}: Parts): readonly DirectAnswer[] {
  const dataOf = (snapshot: Snapshot) => toMarketData(snapshot, nameOf)
  const fromMarket = ({ endpoint, answer }: MarketEndpoint): DirectAnswer =>
    define(endpoint, async (query) => {
      const snapshot = await markets.read(query.fiat)
      const known = dataOf(snapshot)
      // No exchange answered, which differs from a market without ads.
      if (known.market.boards.length === 0) return { problem: known.unavailable() }
      const moved = 'transfer_fee_usdt' in query && query.transfer_fee_usdt === 'auto' ? await readTransfers() : {}
      return { ...answer(query, { ...known, ...moved }), simulated: snapshot.simulated }
    })

  const answers: readonly DirectAnswer[] = [
    ...Object.values(marketEndpoints).map(fromMarket),

    define(marketsEndpoint, async () => {
      const features = answers.map(({ endpoint }) => featureOf(endpoint)).sort()
      return { answer: toMarketsResponse('Free', directLimits, features, exchangeIds) }
    }),

    define(sources, async (query) => {
      const known = markets.known()
      const fiats = query.fiat === undefined ? (known.length === 0 ? ['UAH'] : known) : [query.fiat]
      const snapshots = await Promise.all(fiats.map((code) => markets.read(code)))
      return {
        answer: answerSources(query, { sources: snapshots.flatMap(sourcesOf), nowMs: ports.now() }),
        simulated: snapshots.some((snapshot) => snapshot.simulated),
      }
    }),

    define(index, async ({ fiat }) => {
      const [snapshot, known, peg] = await Promise.all([markets.read(fiat), centralBanks.read(fiat), readUsdtUsd()])
      const found = marketIndex(snapshot.market)
      if (found === null) return { problem: dataOf(snapshot).unavailable() }
      const { simulated } = snapshot
      const official = matchingOfficialRate(known, snapshot)
      const usdtUsd = peg?.isSimulated === simulated ? peg.usdtUsd : null
      return {
        answer: toIndexResponse({ fiat, index: found, dayAgo: null, official, usdtUsd, isSimulated: simulated }),
        simulated,
      }
    }),

    define(convert, async (query) => {
      const [from, to, paid, wanted] = await Promise.all([
        markets.read(query.from),
        markets.read(query.to),
        centralBanks.read(query.from),
        centralBanks.read(query.to),
      ])
      const known = { from: dataOf(from), to: dataOf(to) }
      const official = { from: matchingOfficialRate(paid, from), to: matchingOfficialRate(wanted, to) }
      const moved = query.transfer_fee_usdt === 'auto' ? await readTransfers() : {}
      return { ...answerConvert(query, { ...known, official, ...moved }), simulated: from.simulated || to.simulated }
    }),

    define(transfers, async (query) => {
      const { transfers: all, simulated } = await readTransfers()
      return { answer: toTransfersResponse(query, all), simulated }
    }),

    define(paymentMethods, async () => ({ answer: toPaymentMethodsResponse() })),

    define(stream, async ({ fiat, include }, signal) => {
      const snapshot = await markets.read(fiat)
      if (toRatesResponse(snapshot.rates) === null) return { problem: noPrice(dataOf(snapshot)) }
      return { events: liveRates({ fiat, include, markets, cacheMs, ports, signal }), simulated: snapshot.simulated }
    }),
  ]
  return answers
}

function define<P extends Inputs, Q extends Inputs, B extends Inputs>(
  endpoint: Endpoint<unknown, P, Q, B>,
  answer: (query: ValuesOf<Q>, signal: AbortSignal | undefined) => Promise<DirectOutcome>,
): DirectAnswer {
  return { endpoint: endpoint as Endpoint, answer }
}
