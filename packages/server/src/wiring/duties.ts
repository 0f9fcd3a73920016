import type { BookClient } from '../collecting/ask-within.js'
import { openCollectingRoom } from '../collecting/collecting-room.js'
import type { ReportMarketEvent } from '../collecting/market-event.js'
import type { Duties, Right } from '../company/company.js'
import type { Config } from '../config.js'
import { isWhole } from '../market/market-snapshot.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { ToldSources } from '../market/told-sources.js'
import { createCleaning } from '../store/upkeep.js'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import type { UptimeRoom } from '../uptime/uptime-room.js'
import { collectingSettingsOf, rulesOf } from './settings.js'

type Repeat = (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel

/** How often is told how the exchanges are doing, where that has changed. */
const tellSourcesMs = 5_000
const hourMs = 3_600_000

/** What one server does for all who serve the same data. */
export function createDuties(ports: {
  readonly config: Config
  readonly client: BookClient
  readonly isSimulated: () => boolean
  readonly shown: ShownMarkets
  readonly told: Pick<ToldSources, 'collectsHere' | 'words'>
  readonly uptime: Pick<UptimeRoom, 'observer'>
  readonly report: ReportMarketEvent
  readonly announceSetup: () => Promise<void>
  readonly repeat: Repeat
  readonly clock: Clock
  readonly timers: Timers
}): Duties {
  const { config, client, isSimulated, shown, told, uptime, report, announceSetup, repeat, clock, timers } = ports

  const tellSources = (tellOthers: NonNullable<Right['tellOthers']>): (() => Promise<void>) => {
    let last = ''
    return async () => {
      const words = told.words()
      if (words === null) return
      const now = JSON.stringify(
        words.scenes.map(({ sides, lastFault, leftAlone, isSwapped }) => ({
          sides: sides.map(({ newest, isHeld, still }) => [newest?.observedAtMs, newest?.ads, isHeld, still === null]),
          lastFault,
          leftAlone,
          isSwapped,
        })),
      )
      if (now === last) return
      await tellOthers(words)
      last = now
    }
  }

  return {
    market: async ({ store, publishMarket, tellOthers, evaluate }) => {
      const collecting = await openCollectingRoom(
        { ...collectingSettingsOf(config), isSimulated, rules: rulesOf(config) },
        { client, store: store.sources, shown, publishMarket, clock, timers, random: Math.random, report },
      )
      const observer = uptime.observer(store.uptime)
      told.collectsHere(collecting)
      const ends: Cancel[] = []
      return {
        start: () => {
          collecting.start()
          ends.push(repeat(1_000, 'how the exchanges are doing is not on record yet', observer.look))
          if (evaluate !== null)
            ends.push(
              shown.subscribe((snapshot) => {
                if (!isWhole(snapshot))
                  void evaluate(snapshot).catch((error: unknown) =>
                    report({ kind: 'crash', where: 'evaluation of webhooks', error }),
                  )
              }),
            )
          if (tellOthers !== null)
            ends.push(repeat(tellSourcesMs, 'how the exchanges are doing is not told', tellSources(tellOthers)))
        },
        stop: () => {
          for (const end of ends) end()
          collecting.stop()
          told.collectsHere(null)
        },
      }
    },
    upkeep: async ({ store }) => {
      const ends: Cancel[] = []
      return {
        start: () => {
          void announceSetup()
          ends.push(
            repeat(hourMs, 'what is old is not cleaned away', createCleaning(store, clock, config.HISTORY_DAYS)),
          )
        },
        stop: () => {
          for (const end of ends) end()
        },
      }
    },
  }
}
