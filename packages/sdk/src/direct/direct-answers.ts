import {
  arbitrage,
  type Endpoint,
  featureOf,
  type Inputs,
  markets as marketsEndpoint,
  noPriceProblem,
  orderbook,
  type PlanLimits,
  type Problem,
  paymentMethods,
  presentArbitrage,
  presentMarkets,
  presentOrderbook,
  presentPaymentMethods,
  presentQuote,
  presentRates,
  presentRatesExtras,
  presentSources,
  quote,
  rates,
  sources,
  stream,
  type ValuesOf,
} from '@p2p-rates/contract'
import {
  quote as askQuote,
  type ExchangeId,
  exchangeById,
  opportunities,
  sameExchangeOpportunities,
  smallestTrade,
} from '@p2p-rates/core'
import { liveRates } from './live-rates.js'
import type { Markets, Snapshot } from './markets.js'
import { createMethods } from './methods.js'
import type { DirectPorts } from './ports.js'
import { sourcesOf } from './sources.js'

/** What the direct client can say about one endpoint of the contract. */
export type DirectAnswer = {
  readonly endpoint: Endpoint
  readonly answer: (query: never, signal: AbortSignal | undefined) => Promise<Outcome>
}
export type Outcome =
  | { readonly answer: object; readonly simulated?: boolean }
  | { readonly events: AsyncIterable<string>; readonly simulated: boolean }
  | { readonly problem: Problem }

/** There is no operator who limits anything. */
export const directLimits: PlanLimits = {
  monthlyQuota: Number.MAX_SAFE_INTEGER,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
  orderbookRows: 50,
  historyHours: 0,
  webhooks: 0,
  streams: Number.MAX_SAFE_INTEGER,
}

type Parts = { markets: Markets; exchangeIds: readonly ExchangeId[]; cacheMs: number; ports: DirectPorts }

export function createDirectAnswers({ markets, exchangeIds, cacheMs, ports }: Parts): readonly DirectAnswer[] {
  const methods = createMethods()
  const answers: readonly DirectAnswer[] = [
    define(marketsEndpoint, async () => ({
      answer: {
        ...presentMarkets('Free', directLimits, answers.map(({ endpoint }) => featureOf(endpoint)).sort()),
        exchanges: exchangeIds,
      },
    })),

    define(rates, async ({ fiat, include }) => {
      const snapshot = await markets.read(fiat)
      const { market, simulated } = snapshot
      const answer = presentRates(snapshot.rates)
      if (answer === null) return noPrice(snapshot)
      if (include === undefined) return { answer, simulated }
      return { answer: { ...answer, ...presentRatesExtras({ include, market, isSimulated: simulated }) }, simulated }
    }),

    define(orderbook, async ({ exchange, fiat, side, rows, payment_method: method, trusted, include }) => {
      const snapshot = await markets.read(fiat)
      const judged = methods.read(snapshot, method)
      if ('problem' in judged) return judged
      const board = judged.boards.find((candidate) => candidate.exchange === exchange && candidate.side === side)
      if (board === undefined && !isUntraded(snapshot, exchange)) return unavailable(snapshot, exchange)
      const all = board?.ads ?? []
      const ads = (trusted === true ? all.filter((ad) => ad.trusted) : all).slice(0, rows)
      const paymentMethod = method ?? null
      const answer = presentOrderbook({ exchange, fiat, side, paymentMethod, ads, withTrust: include === 'trust' })
      return { answer, simulated: snapshot.simulated }
    }),

    define(quote, async ({ fiat, side, amount, amount_usdt: usdt, exchange, payment_method: method }) => {
      const snapshot = await markets.read(fiat)
      if (hasNothing(snapshot)) return unavailable(snapshot)
      const judged = methods.read(snapshot, method)
      if ('problem' in judged) return judged
      const boards = judged.boards.filter((board) => exchange === undefined || board.exchange === exchange)
      const isKnown = boards.some((board) => board.side === side)
      if (!isKnown && (exchange === undefined || !isUntraded(snapshot, exchange)))
        return unavailable(snapshot, exchange)
      const market = { ...judged, boards }
      const wanted =
        amount === undefined
          ? ({ unit: 'usdt', value: usdt ?? 0 } as const)
          : ({ unit: 'fiat', value: amount } as const)
      const quoted = askQuote(market, { side, amount: wanted })
      const answer = presentQuote({ fiat, quoted, smallestTrade: smallestTrade(market, side) })
      return { answer, simulated: snapshot.simulated }
    }),

    define(arbitrage, async ({ fiat, amount, transfer_fee_usdt: transferFeeUsdt, include }) => {
      const snapshot = await markets.read(fiat)
      if (hasNothing(snapshot)) return unavailable(snapshot)
      const ask = { amountFiat: amount, feeUsdt: transferFeeUsdt }
      return {
        answer: presentArbitrage({
          fiat,
          amount,
          transferFeeUsdt,
          opportunities: opportunities(snapshot.market, ask),
          sameExchange: include === undefined ? null : sameExchangeOpportunities(snapshot.market, ask),
        }),
        simulated: snapshot.simulated,
      }
    }),

    define(sources, async ({ fiat, exchange }) => {
      const known = markets.known()
      const fiats = fiat === undefined ? (known.length === 0 ? ['UAH'] : known) : [fiat]
      const snapshots = await Promise.all(fiats.map((code) => markets.read(code)))
      const facts = snapshots.flatMap(sourcesOf).filter((source) => source.exchange === (exchange ?? source.exchange))
      return {
        answer: presentSources(facts, ports.now()),
        simulated: snapshots.some((snapshot) => snapshot.simulated),
      }
    }),

    define(paymentMethods, async () => ({ answer: presentPaymentMethods() })),

    define(stream, async ({ fiat }, signal) => {
      const snapshot = await markets.read(fiat)
      if (presentRates(snapshot.rates) === null) return noPrice(snapshot)
      return { events: liveRates({ fiat, markets, cacheMs, ports, signal }), simulated: snapshot.simulated }
    }),
  ]
  return answers
}

function define<P extends Inputs, Q extends Inputs, B extends Inputs>(
  endpoint: Endpoint<unknown, P, Q, B>,
  answer: (query: ValuesOf<Q>, signal: AbortSignal | undefined) => Promise<Outcome>,
): DirectAnswer {
  return { endpoint: endpoint as Endpoint, answer }
}

/** No exchange answered: not the same as nobody offering anything. */
const hasNothing = ({ market }: Snapshot): boolean => market.boards.length === 0

/** The exchange itself says so: it has no ads, and that is known. */
const isUntraded = ({ outcomes }: Snapshot, exchange: ExchangeId): boolean =>
  outcomes.some(
    ({ exchange: id, reading }) => id === exchange && reading.state === 'failed' && reading.fault.kind === 'no_market',
  )

/** Ads that all ask for more than a normal caller trades are told apart from none at all. */
function noPrice(snapshot: Snapshot): Outcome {
  const { fiat, market } = snapshot
  const least = { buy: smallestTrade(market, 'BUY'), sell: smallestTrade(market, 'SELL') }
  return least.buy === null && least.sell === null ? unavailable(snapshot) : { problem: noPriceProblem(fiat, least) }
}

/** Says which exchanges failed, and why; a cause that all share is said once. */
function unavailable({ fiat, outcomes }: Snapshot, exchange?: ExchangeId): Outcome {
  const whoByReason = new Map<string, Set<ExchangeId>>()
  for (const { exchange: id, reading } of outcomes)
    if (reading.state === 'failed' && id === (exchange ?? id)) {
      const { message } = reading.fault
      whoByReason.set(message, (whoByReason.get(message) ?? new Set()).add(id))
    }
  const asked = new Set(outcomes.map(({ exchange: id }) => id))
  const reasons = [...whoByReason].map(([reason, who]) => {
    const names = namesOf(who, asked)
    return reason.startsWith(`${names} `) ? reason : `${names}: ${reason}`
  })
  const message = [`There are no reliable prices for ${fiat} at the moment.`, ...reasons].join(' ')
  return { problem: { code: 'data_unavailable', message } }
}

const namesOf = (who: ReadonlySet<ExchangeId>, asked: ReadonlySet<ExchangeId>): string =>
  who.size === asked.size && who.size > 1
    ? `All ${who.size} exchanges`
    : [...who].map((id) => exchangeById(id)?.name ?? id).join(', ')
