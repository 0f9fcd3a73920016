import type { ExchangeId } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { Archiver } from '../archive/archiver.js'
import type { CollectingRoom } from '../collecting/collecting-room.js'
import type { ReportMarketEvent } from '../collecting/market-event.js'
import type { PublishMarket } from '../collecting/publisher.js'
import type { Duties, OpenDuty, Right } from '../company/company.js'
import type { Elsewhere } from '../company/elsewhere.js'
import type { Config } from '../config.js'
import { createFixingMaker } from '../fixings/fixing-maker.js'
import { createHourKeeper } from '../hourly/hour-keeper.js'
import { isWhole } from '../market/market-snapshot.js'
import type { ShownMarkets, SnapshotListener } from '../market/shown-markets.js'
import type { ToldSources } from '../market/told-sources.js'
import { createOfficialCollector, type ReportOfficial } from '../officials/official-collector.js'
import type { KeepGood } from '../rules/keep-good.js'
import type { RuleStore } from '../rules/rule-store.js'
import { createCleaning } from '../store/upkeep.js'
import type { Clock } from '../time/clock.js'
import type { Cancel } from '../time/timers.js'
import type { UptimeRoom } from '../uptime/uptime-room.js'
import type { RemoteReading } from './remote-reading.js'
import { askedHere, officialsAsked } from './settings.js'

type Repeat = (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel

/** How often is told how the exchanges are doing, where that has changed. */
const tellSourcesMs = 5_000
/** How often is looked for what was handed over, should no hint have come through. */
const lookMs = 5_000
/** How often is told how a lane is doing that another server wants to know of, where that has changed. */
const tellLaneMs = 1_000
const hourMs = 3_600_000

/** What one server does for all who serve the same data. */
export function createDuties(ports: {
  readonly config: Config
  readonly collecting: Pick<CollectingRoom, 'ask' | 'believe'>
  /** Null where no exchange is read by others for us. */
  readonly remote: Pick<RemoteReading, 'begin'> | null
  readonly shown: Pick<ShownMarkets, 'subscribe' | 'snapshot'>
  readonly told: Pick<ToldSources, 'collectsHere' | 'words'>
  readonly uptime: Pick<UptimeRoom, 'observer'>
  readonly officials: Pick<OfficialClient, 'fetchOfficial'>
  readonly isSimulated: () => boolean
  readonly report: ReportMarketEvent
  readonly reportOfficial: ReportOfficial
  readonly setupFile: { announce(): Promise<void>; tidy(): Promise<void> }
  readonly chats: OpenDuty | null
  /** Null where nothing is archived. */
  readonly archiver: Archiver | null
  readonly keepGood: KeepGood
  readonly repeat: Repeat
  readonly clock: Clock
}): Duties {
  const { config, collecting, remote, shown, told, uptime, officials, isSimulated } = ports
  const { report, reportOfficial, setupFile, chats, archiver, keepGood, repeat, clock } = ports

  const tellSources = ({ tell }: Elsewhere): (() => Promise<void>) => {
    let last = ''
    return async () => {
      const words = told.words()
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
      await tell(words)
      last = now
    }
  }

  /** What is whole was held against webhooks as it was published. */
  const evaluateWhatIsLeft =
    (evaluate: NonNullable<Right['evaluate']>): SnapshotListener =>
    (snapshot) => {
      if (isWhole(snapshot)) return
      void evaluate(snapshot).catch((error: unknown) => report({ kind: 'crash', where: 'webhooks', error }))
    }

  /** Whoever publishes archives: also the first word after a take-over, and the last one before an end. */
  const archiving =
    (publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      await publishMarket(publication)
      if (publication.snapshot !== null) archiver?.note(publication.snapshot)
    }

  /** What rules make of it is on record before anybody is shown it. A disk that refuses keeps no prices back. */
  const keepingGood =
    (store: RuleStore, publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      const { snapshot } = publication
      if (snapshot !== null)
        await keepGood(store, snapshot).catch((error: unknown) =>
          report({ kind: 'crash', where: 'keeping of prices by rule', error }),
        )
      await publishMarket(publication)
    }

  /** The same of what is left when boards fall out, which is shown without a publication. */
  const keepWhatIsLeft =
    (store: RuleStore): SnapshotListener =>
    (snapshot) => {
      if (isWhole(snapshot)) return
      void keepGood(store, snapshot).catch((error: unknown) =>
        report({ kind: 'crash', where: 'keeping of prices by rule', error }),
      )
    }

  const collect =
    (exchange: ExchangeId): OpenDuty =>
    async ({ store, elsewhere }) => {
      const asking = await collecting.ask(exchange, {
        store: store.sources,
        elsewhere: elsewhere && { messenger: elsewhere, readings: elsewhere.readings },
      })
      const ends: Cancel[] = []
      return {
        start: () => {
          const reading = remote?.begin(exchange, { store: store.reporters, tasks: elsewhere?.tasks ?? null })
          if (reading !== undefined) ends.push(reading)
          asking.start()
          if (elsewhere !== null)
            ends.push(repeat(tellLaneMs, `what is read of ${exchange} is not handed over`, asking.look))
        },
        stop: () => {
          asking.stop()
          for (const end of ends) end()
        },
      }
    }

  return {
    collect: new Map(askedHere(config).map((exchange) => [exchange, collect(exchange)])),
    market: async ({ store, publishMarket, elsewhere, evaluate }) => {
      const readings = elsewhere?.readings ?? null
      const believing = await collecting.believe({
        store: store.sources,
        publishMarket: archiving(keepingGood(store.rules, publishMarket)),
        readings,
      })
      const observer = uptime.observer(store.uptime)
      const keepHours = createHourKeeper({ store: store.hourly, fiats: config.FIATS, snapshot: shown.snapshot })
      told.collectsHere(believing)
      const ends: Cancel[] = []
      return {
        start: () => {
          ends.push(repeat(1_000, 'how the exchanges are doing is not on record yet', observer.look))
          ends.push(shown.subscribe(keepWhatIsLeft(store.rules)))
          ends.push(repeat(1_000, 'the markets of this hour are not kept', keepHours))
          if (evaluate !== null) ends.push(shown.subscribe(evaluateWhatIsLeft(evaluate)))
          if (elsewhere === null) return
          ends.push(repeat(tellSourcesMs, 'how the exchanges are doing is not told', tellSources(elsewhere)))
          ends.push(repeat(lookMs, 'what other servers have read is not taken', believing.look))
          void believing.look().catch(() => {})
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
    upkeep: async ({ store }) => {
      const makeFixings = createFixingMaker({ store, fiats: config.FIATS, clock })
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
            repeat(hourMs, 'what is old is not cleaned away', createCleaning(store, clock, config.HISTORY_DAYS)),
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
