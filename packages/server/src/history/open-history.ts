import { bestOfAll, indexOfAll } from '@p2p-rates/contract'
import type { Fiat, FrontRecord } from '@p2p-rates/core'
import type { Config } from '../base/config.js'
import type { Runtime } from '../base/runtime.js'
import type { PublishMarket } from '../market/market-snapshot.js'
import type { MarketModule } from '../market/open-market.js'
import type { SnapshotPublished } from '../market/shown-markets.js'
import { archiveFolderOf, openArchiveFolder } from './archive/archive-files.js'
import { type Archiver, createArchiver } from './archive/archiver.js'
import type { Replay } from './archive/replay.js'
import { createCorrectFixing, createNewestFixings } from './daily-index/fixing-chain.js'
import { createHistoryCache } from './history-cache.js'
import type { FixingStore, HistoryStore, SeriesKey, UptimeStore } from './history-stores.js'
import { historyJobs, repeatCacheCheck, repeatPendingWrites } from './jobs.js'
import { createReadPastPrices } from './past-prices.js'
import { createRecorder, type PointsRecorded, recordThenEmit } from './publish.js'
import type { MinuteRecorded } from './source-status/status-service.js'
import { createStatusService } from './source-status/status-service.js'
import type { TrackRecorder } from './track-record/track-recorder.js'

type HistoryPorts = {
  readonly runtime: Runtime
  readonly config: Config
  readonly store: { readonly history: HistoryStore; readonly uptime: UptimeStore; readonly fixings: FixingStore }
  readonly market: MarketModule
  readonly publishEvent: (event: SnapshotPublished | PointsRecorded | MinuteRecorded) => void | Promise<void>
  readonly isShared: boolean
  readonly replay: Replay | null
  readonly onCacheDifference: () => void
}

/**
 * The history module: all records of prices. Points every 5 minutes (this folder), the status of each exchange
 * by the minute (`source-status`), one index per day in a chain of digests (`daily-index`), one scored market per hour
 * (`market-snapshots`), counts of later looks at the best prices (`track-record`), and all published markets in files
 * that a replay can show again (`archive`).
 *
 * Promises:
 * - A point is stored before it counts as recorded (`publish.ts`). A finished slot never changes.
 * - The last 31 days of points and 92 days of status are answered from memory once they are loaded; until then, and for
 *   older points, from the store. A replaced database empties the memory and loads it again.
 * - A fixing of the daily index is never changed; a correction is a further entry of its chain.
 *
 * If the disk of a single server refuses a write, prices are published all the same, and points and minutes are written
 * later. Of several servers over one database, the publishing one stores and publishes in one transaction or not at all.
 * A slow or full disk makes the archive lose records; no other part waits for the archive. Without the database, the
 * server answers from memory.
 */
export function openHistory(ports: HistoryPorts) {
  const { runtime, config, store, market, publishEvent, isShared, replay, onCacheDifference } = ports
  const { clock } = runtime
  const series = seriesOf(config)
  const cache = createHistoryCache({ store: store.history, ...market.time })
  const recorder = createRecorder({ store, publishEvent })
  const uptime = createStatusService({
    ...market.time,
    store: store.uptime,
    exchanges: config.EXCHANGES,
    fiats: config.FIATS,
    sources: market.latest.sources,
    publishEvent,
  })
  const archiver = config.ARCHIVE === 'off' ? null : openArchive(config, runtime, market)

  let trackRecorder: TrackRecorder | null = null

  const warmUp = () => loadIntoMemory(runtime, cache.warmUp(series), uptime.uptimeCache.readUptime())
  const cancels: (() => void)[] = []
  return {
    cache,
    pastPrices: createReadPastPrices(cache, isShared),
    publishAlone: (reportRefusal: (fiat: Fiat, error: unknown) => void): PublishMarket =>
      recordThenEmit({ recorder, publishEvent, reportRefusal, clock }),
    uptime: uptime.reader,
    requestCounts: uptime.requestCounts,
    /** False while recorded status still waits for the disk. */
    isPersisted: () => uptime.isPersisted,
    archiveState: () => archiver?.state ?? null,
    correctFixing: createCorrectFixing({ store: store.fixings, clock }),
    newestFixings: createNewestFixings(store.fixings),
    /** Archives every publication and adds it to the track record, including the first after a takeover and the last before a shutdown. */
    archiving:
      (publishMarket: PublishMarket): PublishMarket =>
      async (publication) => {
        await publishMarket(publication)
        if (publication.snapshot === null) return
        trackRecorder?.recordSnapshot(publication.snapshot)
        archiver?.recordSnapshot(publication.snapshot)
      },
    /** Counts of the last 7 days; none on a server that does not publish. */
    frontRecord: (fiat: Fiat): FrontRecord => trackRecorder?.frontRecord(fiat) ?? {},
    jobs: historyJobs({
      ...{ runtime, fiats: config.FIATS, market, uptime, archiver, replay },
      useTrackRecorder: (recorder) => {
        trackRecorder = recorder
      },
    }),
    handlers: {
      points: cache.addPoints,
      minute: uptime.uptimeCache.addMinute,
      data_replaced: () => {
        recorder.reset()
        void trackRecorder?.reset(clock.wallMs()).catch(runtime.logError('track record'))
        cache.reset()
        uptime.reset()
        warmUp()
      },
    },
    start: () => {
      warmUp()
      cancels.push(
        isShared
          ? repeatCacheCheck(runtime, { cache, store: store.history, keys: series }, onCacheDifference)
          : repeatPendingWrites(runtime, recorder),
      )
    },
    stop: () => {
      for (const cancel of cancels) cancel()
      cache.stop()
      uptime.uptimeCache.stop()
    },
  }
}

export type HistoryModule = ReturnType<typeof openHistory>

/** Logs when the recorded past is in memory. The server answers meanwhile. */
function loadIntoMemory({ clock, log, logError }: Runtime, points: Promise<boolean>, status: unknown): void {
  const sinceMs = clock.monoMs()
  const logWarmedUp = (isWarm: boolean) => {
    if (isWarm) log.info('the recorded past is in memory', { duration_ms: Math.round(clock.monoMs() - sinceMs) })
  }
  void points.then(logWarmedUp).catch(logError('history'))
  void Promise.resolve(status).catch(logError('uptime'))
}

const seriesOf = ({ FIATS, EXCHANGES }: Config): readonly SeriesKey[] =>
  FIATS.flatMap((fiat) => [bestOfAll, indexOfAll, ...EXCHANGES].map((exchange) => ({ fiat, exchange })))

const mebibyte = 1024 * 1024

function openArchive(config: Config, { timers, log }: Runtime, market: MarketModule): Archiver {
  const { trustedFrom, bandUsdt, minGate } = market.rules
  return createArchiver({
    files: openArchiveFolder(archiveFolderOf(config.DATA_DIR)),
    timers,
    contextOf: ({ fiat }) => ({
      sourceStatuses: market.sourceStatusCache.view.scenes().filter((scene) => scene.fiat === fiat),
      rules: { trustedFrom, bandUsdt, minGate },
      isSimulated: market.origin.isSimulated(),
    }),
    mostDays: config.ARCHIVE_DAYS,
    mostBytes: config.ARCHIVE_MIB * mebibyte,
    onTrouble: (trouble) => log.error('the archive keeps nothing', { fault: trouble }),
    onRecovery: () => log.info('the archive keeps everything again'),
  })
}
