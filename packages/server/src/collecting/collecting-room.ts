import { type Board, type ExchangeId, exchangeById, type Fiat, sides, type TrustRules } from '@p2p-rates/core'
import type { Clock } from '../clock.js'
import { freshForMs, isFresh } from '../market/freshness.js'
import type { LatestMarkets, MarketSnapshot } from '../market/market-snapshot.js'
import { reportSource } from '../market/sources-report.js'
import type { Timers } from '../timers.js'
import type { BookClient } from './ask-within.js'
import { loadBackOffs } from './back-off-memory.js'
import { createCollector } from './collector.js'
import { createFirstSeen } from './first-seen.js'
import { createLatest } from './held-boards.js'
import { createIntake } from './intake.js'
import type { ReportMarketEvent } from './market-event.js'
import { publishWhenGathered } from './publish-when-gathered.js'
import type { SourceStore } from './source-store.js'

export type CollectingSettings = {
  readonly fiats: readonly Fiat[]
  readonly exchanges: readonly ExchangeId[]
  readonly cycleSeconds: number
  readonly cycleSecondsByFiat: ReadonlyMap<string, number>
  /** The exchanges are simulations: said wherever their data are. */
  readonly isSimulated: () => boolean
  readonly rules: TrustRules
}

export type CollectingPorts = {
  readonly client: BookClient
  readonly store: SourceStore
  /** Resolves once the snapshot's prices would survive a power cut. */
  readonly record: (snapshot: MarketSnapshot) => Promise<void>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
}

export interface CollectingRoom {
  readonly latest: LatestMarkets
  /** Begins to collect. */
  start(): void
  stop(): void
}

/** Everything about the present: who is asked when, what is believed, what is shown. */
export const openCollectingRoom = async (
  settings: CollectingSettings,
  ports: CollectingPorts,
): Promise<CollectingRoom> => {
  const { fiats, exchanges, cycleSeconds, cycleSecondsByFiat, isSimulated, rules } = settings
  const { client, store, record, clock, timers, random } = ports
  const report = neverThrowing(ports.report)
  const cycleMsOf = (fiat: Fiat): number => (cycleSecondsByFiat.get(fiat) ?? cycleSeconds) * 1000

  const firstSeen = createFirstSeen()
  const latest = createLatest({ clock, timers, exchanges, rules, firstSeen, record, report })
  const intake = createIntake({
    clock,
    exchanges,
    firstSeen,
    latest,
    namesSide: (exchange) => exchangeById(exchange)?.namesSide === true,
    report,
  })
  const publishedAt = new Map<Fiat, number>()

  const gathering = publishWhenGathered({
    timers,
    expects: (fiat) => collector.expects(fiat),
    publish: async (fiat) => {
      try {
        const snapshot = await latest.publish(fiat)
        if (!collector.expects(fiat)) publishedAt.set(fiat, clock.monoMs())
        if (snapshot === null) return
        await new Promise<void>((resolve) => timers.soon(resolve))
        await saveBoards(fiat)
      } catch (error) {
        report({ kind: 'crash', where: `publish ${fiat}`, error })
      }
    },
  })

  /** What is already in the store need not be packed and written again. */
  const saved = new WeakSet<Board>()
  const saveBoards = async (fiat: Fiat): Promise<void> => {
    const boards = exchanges.flatMap((exchange) =>
      sides.flatMap((side) => intake.watch(exchange, fiat, side).newest?.board ?? []),
    )
    const unsaved = boards.filter((board) => !saved.has(board))
    await store.saveBoards(unsaved)
    for (const board of unsaved) saved.add(board)
  }

  const collector = createCollector(
    { fiats, exchanges, cycleMsOf, minIntervalMsOf: (exchange) => exchangeById(exchange)?.minIntervalMs ?? 0 },
    {
      client,
      clock,
      timers,
      random,
      report,
      backOffs: await loadBackOffs({ store, clock, report }),
      take: ({ market, board, receivedMonoMs, attempt }) => {
        const verdict = intake.take(board, receivedMonoMs, attempt)
        gathering.changed(market.fiat)
        return verdict
      },
      settled: (fiat) => gathering.settled(fiat),
      isRecent: (exchange, { fiat, side }) => {
        const { newest } = intake.watch(exchange, fiat, side)
        return newest !== null && clock.monoMs() - newest.receivedMonoMs < cycleMsOf(fiat) / 2
      },
    },
  )

  const restoreBoards = async (): Promise<void> => {
    const nowMs = clock.wallMs()
    for (const board of await store.boardsSince(nowMs - freshForMs)) {
      const receivedMonoMs = clock.monoMs() - (nowMs - board.observedAtMs)
      const isOurs = exchanges.includes(board.exchange) && fiats.some((fiat) => fiat === board.fiat)
      // A board from the future was stamped by a clock that has been set since: its age is unknown.
      const isUsable = board.observedAtMs <= nowMs && isFresh(receivedMonoMs, clock.monoMs())
      if (!isOurs || !isUsable) continue
      saved.add(board)
      intake.restore(board, receivedMonoMs)
    }
    for (const fiat of fiats) latest.show(fiat)
  }
  await restoreBoards().catch((error: unknown) => report({ kind: 'crash', where: 'board store', error }))

  const showsAds = (exchange: ExchangeId): boolean =>
    fiats.some((fiat) => sides.some((side) => intake.watch(exchange, fiat, side).everHadAds))

  const sourceOf = (exchange: ExchangeId, fiat: Fiat) => {
    const lane = collector.lanes.find((candidate) => candidate.exchange === exchange)
    if (lane === undefined) throw new Error(`No lane for ${exchange}.`)
    const faults = sides.flatMap((side) => lane.lastFault({ fiat, side }) ?? [])
    const boards = latest.snapshot(fiat)?.market.boards.filter((board) => board.exchange === exchange) ?? []
    return reportSource(
      {
        exchange,
        fiat,
        watches: sides.map((side) => intake.watch(exchange, fiat, side)),
        swaps: intake.swaps(exchange, fiat),
        deniesMarket: faults.length === sides.length && faults.every(({ kind, over }) => kind === 'no_market' && !over),
        showsAds: showsAds(exchange),
        lastFault: faults.sort((a, b) => Number(a.over) - Number(b.over) || b.atMs - a.atMs)[0] ?? null,
        breaker: lane.gate.breaker,
        trouble: lane.gate.trouble,
        trustedAds: boards.reduce((total, { ads }) => total + ads.filter(({ trusted }) => trusted).length, 0),
        nextCycleMonoMs: collector.nextCycleMonoMs(fiat),
        simulated: isSimulated(),
      },
      { wallMs: clock.wallMs(), monoMs: clock.monoMs() },
    )
  }

  return {
    latest: {
      snapshot: latest.snapshot,
      subscribe: latest.subscribe,
      sources: () => fiats.flatMap((fiat) => exchanges.map((exchange) => sourceOf(exchange, fiat))),
      refreshAtMonoMs: (fiat) => {
        const publishedAtMonoMs = publishedAt.get(fiat)
        return publishedAtMonoMs === undefined ? collector.nextCycleMonoMs(fiat) : publishedAtMonoMs + cycleMsOf(fiat)
      },
    },
    start: collector.start,
    stop: () => {
      collector.stop()
      gathering.stop()
      latest.stop()
    },
  }
}

/** A log that cannot be written must not stop the collection. */
const neverThrowing =
  (report: ReportMarketEvent): ReportMarketEvent =>
  (event) => {
    try {
      report(event)
    } catch {
      // Whoever reports failures has failed: there is nobody left to tell.
    }
  }
