import { type ExchangeId, exchangeById, type Fiat, type TrustRules } from '@p2p-rates/core'
import type { CollectingView } from '../market/market-room.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import { marketsOf } from './collector.js'
import { exchangeConditions } from './exchange-conditions.js'
import { createFirstSeen } from './first-seen.js'
import type { HandedReadings } from './handed-readings.js'
import { createHeldBoards } from './held-boards.js'
import { createIntake } from './intake.js'
import type { TakenReading } from './lane.js'
import type { LaneView } from './lane-view.js'
import type { ReportMarketEvent } from './market-event.js'
import { createPayingMemory } from './paying-memory.js'
import { createPublications } from './publications.js'
import { publishWhenGathered } from './publish-when-gathered.js'
import { createPublisher, type PublishMarket } from './publisher.js'
import type { LaneMarket } from './queue.js'
import { createSourceScenes } from './source-scenes.js'
import type { SourceStore } from './source-store.js'
import { createStoredBoards } from './stored-boards.js'
import { createTaking } from './taking.js'

/** With what one server decides for all what is believed. */
export type BelievingPorts = {
  readonly store: SourceStore
  readonly publishMarket: PublishMarket
  /** What other servers read; `null` where there are none. */
  readonly readings: Pick<HandedReadings, 'since'> | null
}

/** What was read is believed or not, judged and published. */
export interface Believing extends CollectingView {
  take(reading: TakenReading): 'taken' | 'ask_again'
  /** A request of this server about this currency was answered, given up or put off. */
  answeredOrGivenUp(fiat: Fiat): void
  /** Read so recently that it is not due yet. */
  isRecent(exchange: ExchangeId, market: LaneMarket): boolean
  /** Takes what was handed over. */
  look(): Promise<void>
  startOver(): void
  stop(): void
}

export async function openBelieving(
  ports: BelievingPorts & {
    readonly fiats: readonly Fiat[]
    readonly exchanges: readonly ExchangeId[]
    readonly cycleMsOf: (fiat: Fiat) => number
    readonly rules: TrustRules
    readonly lanes: () => readonly LaneView[]
    /** Whether an answer about this currency is on its way to this server. */
    readonly expects: (fiat: Fiat) => boolean
    /** What is shown here of what was published. */
    readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
    readonly clock: Clock
    readonly timers: Timers
    readonly report: ReportMarketEvent
  },
): Promise<Believing> {
  const { store, publishMarket, readings, fiats, exchanges, cycleMsOf, rules, lanes, expects, shown } = ports
  const { clock, timers, report } = ports
  const crash = (where: string) => (error: unknown) => report({ kind: 'crash', where, error })
  const notRecorded = (of: readonly Fiat[], error: unknown) => {
    for (const fiat of of) report({ kind: 'not_recorded', fiat, error })
  }

  const nextCycleMonoMs = (fiat: Fiat): number => {
    const attended = lanes().filter((lane) => !lane.isUnattended(fiat))
    return attended.length === 0
      ? clock.monoMs() + cycleMsOf(fiat)
      : Math.min(...attended.map((lane) => lane.nextCycleMonoMs(fiat)))
  }

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
  const paying = createPayingMemory({ clock, told: (fiat) => shown.snapshot(fiat)?.paying })
  const publisher = createPublisher({
    clock,
    exchanges,
    rules,
    held,
    firstSeen,
    publications: createPublications({ store, clock, reportRefusal: notRecorded }),
    paying,
    shown,
    publishMarket,
    refreshAtMonoMs: (fiat) =>
      expects(fiat) ? (shown.refreshAtMonoMs(fiat) ?? nextCycleMonoMs(fiat)) : clock.monoMs() + cycleMsOf(fiat),
    report,
  })
  const stored = createStoredBoards({ store, clock, exchanges, fiats, intake, held, firstSeen, paying, shown })

  const gathering = publishWhenGathered({
    timers,
    expects,
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

  /** What is not surely newer than what is known is left: the next cycle brings another. */
  const isNewer = ({ board, receivedMonoMs }: TakenReading): boolean => {
    const { newest } = intake.watch(board.exchange, board.fiat, board.side)
    return newest === null || (receivedMonoMs > newest.receivedMonoMs && board.observedAtMs > newest.board.observedAtMs)
  }

  const take = ({ market, board, receivedMonoMs, attempt }: TakenReading): 'taken' | 'ask_again' => {
    const verdict = intake.take(board, receivedMonoMs, attempt)
    gathering.changed(market.fiat)
    return verdict
  }

  const taking =
    readings === null
      ? null
      : createTaking({
          readings,
          exchanges,
          markets: marketsOf(fiats),
          take: (reading) => {
            if (isNewer(reading)) take(reading)
          },
          clock,
          timers,
          report,
        })

  await stored.restore().catch(crash('board store'))
  await publisher.publishAgain(fiats).catch(crash('board store'))

  return {
    scenes: createSourceScenes({ fiats, lanes, intake, clock }),
    conditions: () => exchangeConditions(lanes(), clock),
    nextCycleMonoMs,
    take,
    answeredOrGivenUp: gathering.answeredOrGivenUp,
    isRecent: (exchange, { fiat, side }) => {
      const { newest } = intake.watch(exchange, fiat, side)
      return newest !== null && clock.monoMs() - newest.receivedMonoMs < cycleMsOf(fiat) / 2
    },
    look: async () => taking?.look(),
    startOver: () => taking?.startOver(),
    stop: () => {
      taking?.stop()
      gathering.stop()
    },
  }
}
