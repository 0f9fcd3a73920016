import { fiats as allFiats, type Fiat } from '@p2p-rates/core'
import { type RunningJob, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { Cancel } from '../base/time/timers.js'
import type { MarketSnapshot, PublishMarket } from '../market/market-snapshot.js'
import type { MarketModule } from '../market/open-market.js'
import type { SourceStatus } from '../market/sources-report.js'
import type { Archiver } from './archive/archiver.js'
import type { Replay } from './archive/replay.js'
import { createDailyIndexJob, type DailyIndexStore } from './daily-index/daily-index-job.js'
import { checkHistoryCache } from './history-cache.js'
import type { HourlySnapshotStore, TrackRecordStore, UptimeStore } from './history-stores.js'
import { createHourlySnapshotJob } from './market-snapshots/hourly-snapshots.js'
import type { Recorder } from './publish.js'
import type { StatusService } from './source-status/status-service.js'
import { createTrackRecorder, type TrackRecorder } from './track-record/track-recorder.js'

type HourlyContext = { readonly store: { readonly hourly: Pick<HourlySnapshotStore, 'saveHour'> } }
type SamplingContext = HourlyContext & {
  readonly store: { readonly uptime: Pick<UptimeStore, 'add'>; readonly track: TrackRecordStore }
}
type ReplayContext = HourlyContext & { readonly publishMarket: PublishMarket }
type DailyIndexContext = { readonly store: DailyIndexStore }

/** Jobs of `history`, run by one server for all. Their timers call every second; each work knows when it is due. */
export function historyJobs(ports: {
  readonly runtime: Runtime
  readonly fiats: readonly Fiat[]
  readonly market: MarketModule
  readonly uptime: Pick<StatusService, 'sampler'>
  readonly archiver: Pick<Archiver, 'flushAndClose'> | null
  /** Receives the recorder of published markets while the job runs. */
  readonly useTrackRecorder: (recorder: TrackRecorder | null) => void
  readonly replay: Replay | null
}) {
  const { runtime, fiats, market, uptime, archiver, useTrackRecorder, replay } = ports
  const { repeat, clock } = runtime
  return {
    market: async ({ store }: SamplingContext): Promise<RunningJob> => {
      const sampleStatus = uptime.sampler(store.uptime)
      const saveHour = createHourlySnapshotJob({ store: store.hourly, fiats, snapshot: market.shown.snapshot })
      const recorder = createTrackRecorder(store.track)
      await recorder.load(clock.wallMs()).catch(runtime.logError('track record'))
      const timers = timerJob(() => [
        repeat(1_000, 'how the exchanges are doing is not on record yet', sampleStatus),
        repeat(1_000, 'the markets of this hour are not kept', saveHour),
        repeat(60_000, 'the track record of the last minutes is not on record yet', recorder.save),
      ])
      return {
        start: () => {
          useTrackRecorder(recorder)
          timers.start()
        },
        stop: async () => {
          useTrackRecorder(null)
          await timers.stop()
          // The write fails if another server leads already.
          await recorder.save().catch(runtime.logError('track record'))
          await archiver?.flushAndClose()
        },
      }
    },
    maintenance: async ({ store }: DailyIndexContext): Promise<RunningJob> =>
      timerJob(() => [repeat(1_000, 'the index of a day is not fixed', createDailyIndexJob({ store, fiats, clock }))]),
    /** Takes the place of all other jobs. */
    replay: async ({ store, publishMarket }: ReplayContext): Promise<RunningJob> => ({
      start: () => replay?.run(showReplayed({ market, publishMarket, store, clock })),
      stop: () => replay?.stop(),
    }),
  }
}

export const repeatCacheCheck = (
  { repeat, clock, log }: Runtime,
  ports: Omit<Parameters<typeof checkHistoryCache>[0], 'clock' | 'random' | 'onDifference'>,
  countDifference: () => void,
): Cancel =>
  repeat(3_600_000, 'cached keys could not be compared with the database', () =>
    checkHistoryCache({
      ...ports,
      clock,
      random: Math.random,
      onDifference: (what) => {
        countDifference()
        log.error(`${what} was not in memory as it is on record, and is read again`)
      },
    }),
  )

/** On a server that is alone: writes points that the disk has refused. */
export const repeatPendingWrites = ({ repeat }: Runtime, { writePending }: Recorder): Cancel =>
  repeat(1_000, 'prices of the last minutes are not on record yet', writePending)

/** Returns what shows each archived market: to all servers, as ingest would have published it. */
function showReplayed(ports: {
  readonly market: Pick<MarketModule, 'sourceStatusCache'>
  readonly publishMarket: PublishMarket
  readonly store: HourlyContext['store']
  readonly clock: Runtime['clock']
}): Parameters<Replay['run']>[0] {
  const { market, publishMarket, store, clock } = ports
  const scenes = new Map<string, SourceStatus>()
  const shown = new Map<Fiat, MarketSnapshot>()
  const snapshot = (fiat: Fiat) => shown.get(fiat) ?? null
  const saveHour = createHourlySnapshotJob({ store: store.hourly, fiats: allFiats, snapshot })
  return async ({ snapshot, sourceStatuses }, ageMs) => {
    const { fiat } = snapshot
    for (const scene of sourceStatuses) scenes.set(`${scene.exchange} ${scene.fiat}`, scene)
    market.sourceStatusCache.receiveSources({
      atMs: snapshot.judgedAtMs,
      scenes: [...scenes.values()],
      conditions: [],
      nextCycleAtMs: new Map([[fiat, snapshot.refreshAtMs]]),
      ageMs,
    })
    await publishMarket({ fiat, snapshot, judgedMonoMs: clock.monoMs() - ageMs, isNew: true })
    shown.set(fiat, snapshot)
    await saveHour()
  }
}
