import { type ExchangeId, exchangeById, type Fiat, type TrustRules } from '@p2p-rates/core'
import type { CollectingView } from '../market/market-room.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { BookClient } from './ask-within.js'
import { loadBackOffs } from './back-off-memory.js'
import { createCollector } from './collector.js'
import { exchangeConditions } from './exchange-conditions.js'
import { createFirstSeen } from './first-seen.js'
import { createHeldBoards } from './held-boards.js'
import { createIntake } from './intake.js'
import type { ReportMarketEvent } from './market-event.js'
import { createPublications } from './publications.js'
import { publishWhenGathered } from './publish-when-gathered.js'
import { createPublisher, type PublishMarket } from './publisher.js'
import { createSourceScenes } from './source-scenes.js'
import type { SourceStore } from './source-store.js'
import { createStoredBoards } from './stored-boards.js'

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
  /** What is shown here of what was published. */
  readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
  readonly publishMarket: PublishMarket
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
}

export interface CollectingRoom extends CollectingView {
  /** Begins to collect. */
  start(): void
  stop(): void
}

/** Asks all exchanges, decides what to believe, judges it and has it published. */
export async function openCollectingRoom(
  settings: CollectingSettings,
  ports: CollectingPorts,
): Promise<CollectingRoom> {
  const { fiats, exchanges, cycleSeconds, cycleSecondsByFiat, isSimulated, rules } = settings
  const { client, store, shown, publishMarket, clock, timers, random } = ports
  const report = neverThrowing(ports.report)
  const crash = (where: string) => (error: unknown) => report({ kind: 'crash', where, error })
  const notRecorded = (of: readonly Fiat[], error: unknown) => {
    for (const fiat of of) report({ kind: 'not_recorded', fiat, error })
  }
  const cycleMsOf = (fiat: Fiat): number => (cycleSecondsByFiat.get(fiat) ?? cycleSeconds) * 1000

  const firstSeen = createFirstSeen()
  const held = createHeldBoards(exchanges)
  const intake = createIntake({
    clock,
    exchanges,
    firstSeen,
    held,
    namesSide: (exchange) => exchangeById(exchange)?.namesSide === true,
    report,
  })
  const publisher = createPublisher({
    clock,
    exchanges,
    rules,
    held,
    firstSeen,
    publications: createPublications({ store, clock, reportRefusal: notRecorded }),
    shown,
    publishMarket,
    refreshAtMonoMs: (fiat) =>
      collector.expects(fiat)
        ? (shown.refreshAtMonoMs(fiat) ?? collector.nextCycleMonoMs(fiat))
        : clock.monoMs() + cycleMsOf(fiat),
    report,
  })
  const stored = createStoredBoards({ store, clock, exchanges, fiats, intake, held, firstSeen })

  const gathering = publishWhenGathered({
    timers,
    expects: (fiat) => collector.expects(fiat),
    publish: async (fiat) => {
      try {
        if ((await publisher.publish(fiat)) === null) return
        await new Promise<void>((resolve) => timers.soon(resolve))
        await stored.save(fiat)
      } catch (error) {
        crash(`publish ${fiat}`)(error)
      }
    },
  })

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
      answeredOrGivenUp: (fiat) => gathering.answeredOrGivenUp(fiat),
      isRecent: (exchange, { fiat, side }) => {
        const { newest } = intake.watch(exchange, fiat, side)
        return newest !== null && clock.monoMs() - newest.receivedMonoMs < cycleMsOf(fiat) / 2
      },
    },
  )

  await stored.restore().catch(crash('board store'))
  await publisher.publishAgain(fiats).catch(crash('board store'))

  return {
    scenes: createSourceScenes({
      fiats,
      lanes: collector.lanes,
      intake,
      nextCycleMonoMs: collector.nextCycleMonoMs,
      isSimulated,
      clock,
    }),
    conditions: () => exchangeConditions(collector.lanes, clock),
    nextCycleMonoMs: collector.nextCycleMonoMs,
    start: collector.start,
    stop: () => {
      collector.stop()
      gathering.stop()
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
      // The place where failures are told has failed: there is no other.
    }
  }
