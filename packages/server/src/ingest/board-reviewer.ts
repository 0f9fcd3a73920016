import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { nextTurn } from '../base/time/timers.js'
import type { PublishMarket } from '../market/market-snapshot.js'
import { createAdAges } from './ad-ages.js'
import { createBoardCheckpoint, restoreCheckpoint, saveCheckpoint } from './board-checkpoint.js'
import type { CollectorStateStore } from './collector-state-store.js'
import { createCurrentBoards } from './current-boards.js'
import type { ConsumedReading } from './exchange-worker.js'
import type { WorkerMarket } from './fetch-queue.js'
import type { IngestContext } from './ingest-context.js'
import { createProfitablePairs } from './profitable-pairs.js'
import { createPublisher, debouncePublish, publish, publishAgain } from './publisher.js'
import { createReadingConsumer } from './queued-readings.js'
import type { ReadingQueue } from './reading-queue.js'
import { acceptBoard, boardStateOf, createReadingValidator, type ReadingValidator } from './reading-validator.js'
import { createSourceStatuses, exchangeConditions } from './source-statuses.js'
import type { WorkerStatus } from './worker-status.js'

export type ReviewerPorts = {
  readonly store: CollectorStateStore
  readonly publishMarket: PublishMarket
  /** Readings of other servers; null for a single server. */
  readonly readings: Pick<ReadingQueue, 'readingsSince'> | null
}

export type BoardReviewer = Awaited<ReturnType<typeof openReviewer>>

/** Takes the readings of all exchanges, decides which boards to believe, and has them published. */
export async function openReviewer(
  context: IngestContext,
  ports: ReviewerPorts & {
    readonly workers: () => readonly WorkerStatus[]
    readonly expects: (fiat: Fiat) => boolean
  },
) {
  const { plan, time, shown, report } = context
  const { store, publishMarket, readings, workers, expects } = ports
  const { clock, timers } = time
  const crash = (where: string) => (error: unknown) => report({ kind: 'crash', where, error })

  const nextCycleMonoMs = (fiat: Fiat): number => {
    const attended = workers().filter((worker) => !worker.isUnattended(fiat))
    return attended.length === 0
      ? clock.monoMs() + plan.cycleMsOf(fiat)
      : Math.min(...attended.map((worker) => worker.nextCycleMonoMs(fiat)))
  }

  const adAges = createAdAges()
  const currentBoards = createCurrentBoards(plan.exchanges)
  const paying = createProfitablePairs({ clock, published: (fiat) => shown.snapshot(fiat)?.paying })
  const validator = createReadingValidator({ context, adAges, currentBoards })
  const checkpoint = createBoardCheckpoint({ context, store, validator, currentBoards, adAges, paying })
  const publisher = createPublisher({
    context,
    store,
    currentBoards,
    adAges,
    paying,
    publishMarket,
    refreshAtMonoMs: (fiat) =>
      expects(fiat) ? (shown.refreshAtMonoMs(fiat) ?? nextCycleMonoMs(fiat)) : clock.monoMs() + plan.cycleMsOf(fiat),
  })
  const debouncedPublish = debouncePublish({
    timers,
    expects,
    publish: async (fiat) => {
      const publishAndSave = async (): Promise<void> => {
        if ((await publish(publisher, fiat)) === null) return
        await nextTurn(timers)
        await saveCheckpoint(checkpoint, fiat)
      }
      await publishAndSave().catch(crash(`publish ${fiat}`))
    },
  })

  const acceptReading = ({ market, board, receivedMonoMs, attempt }: ConsumedReading): 'taken' | 'ask_again' => {
    const verdict = acceptBoard(validator, board, receivedMonoMs, attempt)
    debouncedPublish.onBoardChanged(market.fiat)
    return verdict
  }
  const consumer =
    readings === null
      ? null
      : createReadingConsumer(context, readings, (reading) => {
          if (isNewer(validator, reading)) acceptReading(reading)
        })

  await restoreCheckpoint(checkpoint).catch(crash('board store'))
  await publishAgain(publisher, plan.fiats).catch(crash('board store'))

  return {
    scenes: createSourceStatuses({ fiats: plan.fiats, workers, validator, clock }),
    conditions: () => exchangeConditions(workers(), clock),
    nextCycleMonoMs,
    acceptReading,
    onMarketSettled: debouncedPublish.onMarketSettled,
    isRecent: (exchange: ExchangeId, { fiat, side }: WorkerMarket): boolean => {
      const { newest } = boardStateOf(validator, { exchange, fiat, side })
      return newest !== null && clock.monoMs() - newest.receivedMonoMs < plan.cycleMsOf(fiat) / 2
    },
    pollReadings: async (): Promise<void> => consumer?.pollReadings(),
    rereadReadings: (): void => consumer?.rereadReadings(),
    stop: (): void => {
      consumer?.stop()
      debouncedPublish.stop()
    },
  }
}

/** Returns true for a reading that is clearly newer. Skipping one is harmless, because the next cycle brings another. */
function isNewer(validator: ReadingValidator, { board, receivedMonoMs }: ConsumedReading): boolean {
  const { newest } = boardStateOf(validator, board)
  return newest === null || (receivedMonoMs > newest.receivedMonoMs && board.observedAtMs > newest.board.observedAtMs)
}
