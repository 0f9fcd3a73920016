import type { ExchangeId } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { Archiver } from '../archive/archiver.js'
import { createOfficialCollector, type ReportOfficial } from '../central-banks/official-collector.js'
import type { Config } from '../config.js'
import { createDailyIndexJob } from '../daily-index/daily-index-job.js'
import type { JobContext, LeaderJobs, OpenJob } from '../deployment/deployment.js'
import type { PeerChannel } from '../deployment/peer-channel.js'
import type { IngestService } from '../ingest/ingest-service.js'
import type { ReportMarketEvent } from '../ingest/market-event.js'
import type { PublishMarket } from '../ingest/publisher.js'
import { isComplete } from '../market/market-snapshot.js'
import type { ShownMarkets, SnapshotListener } from '../market/shown-markets.js'
import type { SourceStatusCache } from '../market/source-status-cache.js'
import { createHourlySnapshotJob } from '../market-snapshots/hourly-snapshot-job.js'
import type { KeepGood } from '../price-rules/last-known-price.js'
import type { RuleStore } from '../price-rules/rule-store.js'
import type { StatusService } from '../source-status/status-service.js'
import { createRetentionJob } from '../storage/maintenance.js'
import type { Clock } from '../time/clock.js'
import type { Cancel } from '../time/timers.js'
import type { RemoteReading } from './remote-reading.js'
import { askedHere, officialsAsked } from './settings.js'

type Repeat = (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel

const tellSourcesMs = 5_000
/** Poll interval for queued readings, in case a notification was lost. */
const pollIntervalMs = 5_000
const tellLaneMs = 1_000
const hourMs = 3_600_000

export function createLeaderJobs(ports: {
  readonly config: Config
  readonly collecting: Pick<IngestService, 'ask' | 'believe'>
  readonly remote: Pick<RemoteReading, 'startReading'> | null
  readonly shown: Pick<ShownMarkets, 'subscribe' | 'snapshot'>
  readonly told: Pick<SourceStatusCache, 'collectsHere' | 'serialize'>
  readonly uptime: Pick<StatusService, 'sampler'>
  readonly officials: Pick<OfficialClient, 'fetchOfficial'>
  readonly isSimulated: () => boolean
  readonly report: ReportMarketEvent
  readonly reportOfficial: ReportOfficial
  readonly setupFile: { announce(): Promise<void>; tidy(): Promise<void> }
  readonly chats: OpenJob | null
  readonly archiver: Archiver | null
  readonly keepLastKnownPrice: KeepGood
  readonly repeat: Repeat
  readonly clock: Clock
}): LeaderJobs {
  const { config, collecting, remote, shown, told, uptime, officials, isSimulated } = ports
  const { report, reportOfficial, setupFile, chats, archiver, keepLastKnownPrice, repeat, clock } = ports

  const tellSources = ({ publishStatus }: PeerChannel): (() => Promise<void>) => {
    let last = ''
    return async () => {
      const words = told.serialize()
      if (words === null) return
      const now = JSON.stringify(
        words.scenes.map(({ sides, lastFault, leftAlone, isSwapped, isUnattended }) => ({
          sides: sides.map(({ newest, isHeld, still }) => [newest?.observedAtMs, newest?.ads, isHeld, still === null]),
          lastFault,
          leftAlone,
          isSwapped,
          isUnattended,
        })),
      )
      if (now === last) return
      await publishStatus(words)
      last = now
    }
  }

  /** Complete snapshots were already evaluated at publication, so only evaluate after boards expire. */
  const evaluateWhatIsLeft =
    (evaluate: NonNullable<JobContext['evaluate']>): SnapshotListener =>
    (snapshot) => {
      if (isComplete(snapshot)) return
      void evaluate(snapshot).catch((error: unknown) => report({ kind: 'crash', where: 'webhooks', error }))
    }

  /** Archives every publication, including the first after a takeover and the last before a shutdown. */
  const archiving =
    (publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      await publishMarket(publication)
      if (publication.snapshot !== null) archiver?.recordSnapshot(publication.snapshot)
    }

  /** Stores the last known prices of rules before publishing. A storage error doesn't delay the publication. */
  const keepingGood =
    (store: RuleStore, publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      const { snapshot } = publication
      if (snapshot !== null)
        await keepLastKnownPrice(store, snapshot).catch((error: unknown) =>
          report({ kind: 'crash', where: 'keeping of prices by rule', error }),
        )
      await publishMarket(publication)
    }

  /** Does the same after boards expire, because the server then shows new prices without a publication. */
  const keepWhatIsLeft =
    (store: RuleStore): SnapshotListener =>
    (snapshot) => {
      if (isComplete(snapshot)) return
      void keepLastKnownPrice(store, snapshot).catch((error: unknown) =>
        report({ kind: 'crash', where: 'keeping of prices by rule', error }),
      )
    }

  const collect =
    (exchange: ExchangeId): OpenJob =>
    async ({ store, peers }) => {
      const asking = await collecting.ask(exchange, {
        store: store.sources,
        peers: peers && { messenger: peers, readings: peers.readings },
      })
      const ends: Cancel[] = []
      return {
        start: () => {
          const reading = remote?.startReading(exchange, { store: store.reporters, tasks: peers?.tasks ?? null })
          if (reading !== undefined) ends.push(reading)
          asking.start()
          if (peers !== null)
            ends.push(repeat(tellLaneMs, `readings of ${exchange} are not forwarded`, asking.pollTasks))
        },
        stop: () => {
          asking.stop()
          for (const end of ends) end()
        },
      }
    }

  return {
    collect: new Map(askedHere(config).map((exchange) => [exchange, collect(exchange)])),
    market: async ({ store, publishMarket, peers, evaluate }) => {
      const readings = peers?.readings ?? null
      const believing = await collecting.believe({
        store: store.sources,
        publishMarket: archiving(keepingGood(store.rules, publishMarket)),
        readings,
      })
      const observer = uptime.sampler(store.uptime)
      const keepHours = createHourlySnapshotJob({ store: store.hourly, fiats: config.FIATS, snapshot: shown.snapshot })
      told.collectsHere(believing)
      const ends: Cancel[] = []
      return {
        start: () => {
          ends.push(repeat(1_000, 'how the exchanges are doing is not on record yet', observer.sampleStatus))
          ends.push(shown.subscribe(keepWhatIsLeft(store.rules)))
          ends.push(repeat(1_000, 'the markets of this hour are not kept', keepHours))
          if (evaluate !== null) ends.push(shown.subscribe(evaluateWhatIsLeft(evaluate)))
          if (peers === null) return
          ends.push(repeat(tellSourcesMs, 'the status of the exchanges is not sent', tellSources(peers)))
          ends.push(repeat(pollIntervalMs, 'what other servers have read is not taken', believing.pollReadings))
          void believing.pollReadings().catch(() => {})
        },
        stop: async () => {
          for (const end of ends) end()
          believing.stop()
          told.collectsHere(null)
          await archiver?.pause()
        },
      }
    },
    chats,
    maintenance: async ({ store }) => {
      const makeFixings = createDailyIndexJob({ store, fiats: config.FIATS, clock })
      const readOfficials = createOfficialCollector({
        store: store.officials,
        client: officials,
        sources: officialsAsked(config),
        isSimulated,
        report: reportOfficial,
        clock,
      })
      const ends: Cancel[] = []
      return {
        start: () => {
          void setupFile.announce()
          ends.push(
            repeat(1_000, 'the file of a set-up link stays', setupFile.tidy),
            repeat(hourMs, 'old data is not deleted', createRetentionJob(store, clock, config.HISTORY_DAYS)),
            repeat(1_000, 'the index of a day is not fixed', makeFixings),
            repeat(1_000, 'official rates are not on record', readOfficials),
          )
        },
        stop: () => {
          for (const end of ends) end()
        },
      }
    },
  }
}
