import {
  answerConvert,
  type CurrencyInput,
  convert,
  overview,
  toOverviewResponse,
  toTransfersResponse,
  transfers,
} from '@p2p-rates/contract'
import { type Fiat, marketIndex } from '@p2p-rates/core'
import { slotOf } from '@p2p-rates/core/internal'
import { dayMs } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { CurrentOfficialRate } from '../../ingest/central-banks/official-rate-store.js'
import type { CurrentTransfers } from '../../ingest/networks/networks.js'
import type { MarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { handle, periodVersion } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { indexAt } from './index-and-fixings.js'

/** An answer counts ages from the beginning of its minute, so that callers within a minute share it. */
const keptMs = 60_000

type OverviewDeps = {
  readonly latest: Pick<MarketService, 'snapshot' | 'refreshAtMonoMs'>
  readonly historyCache: HistoryCache
  readonly fiats: readonly Fiat[]
  readonly clock: Clock
}

export function overviewEndpoint({ latest, historyCache, fiats, clock }: OverviewDeps) {
  /** Cache the facts per snapshot, so that a change in one currency doesn't recompute the rest. */
  const known = new WeakMap<MarketSnapshot, { readonly slot: number; readonly facts: Promise<CurrencyInput> }>()

  const factsOf = (snapshot: MarketSnapshot | null): Promise<CurrencyInput> | null => {
    if (snapshot === null) return null
    const slot = slotOf(clock.wallMs())
    const before = known.get(snapshot)
    if (before?.slot === slot) return before.facts
    const facts = readFacts(snapshot, historyCache, clock.wallMs())
    known.set(snapshot, { slot, facts })
    // Don't cache a failed read, so that the next request retries.
    facts.catch(() => known.delete(snapshot))
    return facts
  }

  return handle(
    overview,
    async () => {
      const sinceMs = clock.wallMs() - (clock.wallMs() % keptMs)
      const currencies = fiats.map(async (fiat) => ({ fiat, facts: await factsOf(latest.snapshot(fiat)) }))
      return { answer: toOverviewResponse({ sinceMs, currencies: await Promise.all(currencies) }) }
    },
    () => {
      const wallMs = clock.wallMs()
      const refreshes = fiats.map((fiat) => latest.refreshAtMonoMs(fiat))
      return {
        version: `${fiats.map((fiat) => latest.snapshot(fiat)?.version ?? 0).join()} ${Math.floor(wallMs / keptMs)}`,
        refreshAtMonoMs: Math.min(...refreshes, clock.monoMs() + keptMs - (wallMs % keptMs)),
      }
    },
  )
}

async function readFacts(snapshot: MarketSnapshot, historyCache: HistoryCache, nowMs: number): Promise<CurrencyInput> {
  const { fiat, rates, market, updatedAtMs } = snapshot
  const dayAgo = await indexAt(historyCache, fiat, nowMs - dayMs)
  return { rates, index: marketIndex(market), dayAgo, updatedAtMs: rates.updatedAtMs ?? updatedAtMs }
}

export const convertEndpoint = (
  currentMarket: CurrentMarket,
  official: CurrentOfficialRate,
  currentTransfers: CurrentTransfers,
) =>
  handle(
    convert,
    async ({ query }) => {
      const { from, to } = query
      const markets = { from: currentMarket.market(from), to: currentMarket.market(to) }
      const banks = { from: await official(from), to: await official(to) }
      const known = query.transfer_fee_usdt === 'auto' ? await currentTransfers() : []
      const answered = answerConvert(query, { ...markets, official: banks, transfers: known })
      if ('problem' in answered)
        throw currentMarket.refusal(answered.problem, 'fiat' in answered ? (answered.fiat as Fiat) : from)
      return answered
    },
    ({ from, to }) => {
      const [one, other] = [currentMarket.version(from), currentMarket.version(to)]
      return {
        version: `${one.version}-${other.version}`,
        refreshAtMonoMs: Math.min(one.refreshAtMonoMs, other.refreshAtMonoMs),
      }
    },
  )

/** Networks change once a day. A shorter period shows the first reading after a start soon. */
const transfersMs = 10_000

export const transfersEndpoint = (currentTransfers: CurrentTransfers, clock: Clock) =>
  handle(
    transfers,
    async ({ query }) => ({ answer: toTransfersResponse(query, await currentTransfers()) }),
    () => periodVersion(clock, transfersMs),
  )
