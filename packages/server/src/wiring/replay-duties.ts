import { type Fiat, fiats } from '@p2p-rates/core'
import type { Replay } from '../archive/replay.js'
import type { AtWork, Duties } from '../company/company.js'
import { createHourKeeper } from '../hourly/hour-keeper.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { SourceScene } from '../market/sources-report.js'
import type { ToldSources } from '../market/told-sources.js'
import type { Clock } from '../time/clock.js'

/** Instead of asking anybody: what an archive holds is published again, each at its instant. */
export function createReplayDuties(ports: {
  readonly replay: Replay
  readonly told: Pick<ToldSources, 'take'>
  /** By which publications are dated. */
  readonly clock: Clock
}): Duties {
  const { replay, told, clock } = ports
  const scenes = new Map<string, SourceScene>()
  const nothing: AtWork = { start: () => {}, stop: () => {} }
  return {
    collect: new Map(),
    chats: null,
    upkeep: async () => nothing,
    market: async ({ store, publishMarket }) => ({
      start: () => {
        const shown = new Map<Fiat, MarketSnapshot>()
        const keepHours = createHourKeeper({ store: store.hourly, fiats, snapshot: (fiat) => shown.get(fiat) ?? null })
        replay.run(async ({ snapshot, scenes: newest }, ageMs) => {
          const { fiat } = snapshot
          for (const scene of newest) scenes.set(`${scene.exchange} ${scene.fiat}`, scene)
          const nextCycleAtMs = new Map([[fiat, snapshot.refreshAtMs]])
          told.take({ atMs: snapshot.judgedAtMs, scenes: [...scenes.values()], conditions: [], nextCycleAtMs, ageMs })
          await publishMarket({ fiat, snapshot, judgedMonoMs: clock.monoMs() - ageMs, isNew: true })
          shown.set(fiat, snapshot)
          await keepHours()
        })
      },
      stop: replay.stop,
    }),
  }
}
