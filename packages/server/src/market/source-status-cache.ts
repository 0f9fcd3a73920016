import type { ConditionInput } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { IngestView } from './market-service.js'
import type { SourceStatus } from './sources-report.js'

/** Status of a collector, sent to servers that do not collect. All instants are from the collector's wall clock. */
export type SourceStatusPublished = {
  readonly kind: 'sources'
  readonly atMs: number
  readonly scenes: readonly SourceStatus[]
  readonly conditions: readonly ConditionInput[]
  readonly nextCycleAtMs: ReadonlyMap<Fiat, number>
  readonly ageMs: number
}

export interface SourceStatusCache {
  readonly view: IngestView
  setLocalIngest(collector: IngestView | null): void
  receiveSources(told: Omit<SourceStatusPublished, 'kind'>): void
  serialize(): SourceStatusPublished | null
  readonly isSimulated: boolean
}

export function createSourceStatusCache(ports: {
  readonly clock: Clock
  readonly fiats: readonly Fiat[]
}): SourceStatusCache {
  const { clock, fiats } = ports
  let local: IngestView | null = null
  let remote:
    | (Omit<SourceStatusPublished, 'kind'> & { readonly atMonoMs: number; readonly isSimulated: boolean })
    | null = null

  /** Converts an instant to this machine's wall clock. */
  const toLocalMs = (atMs: number): number =>
    remote === null ? atMs : Math.round(clock.wallMs() + atMs - remote.atMs + remote.atMonoMs - clock.monoMs())

  const toLocalClock = (scene: SourceStatus): SourceStatus => ({
    ...scene,
    sides: scene.sides.map(({ newest, still, ...side }) => ({
      ...side,
      newest: newest && { ...newest, askedAtMs: toLocalMs(newest.askedAtMs) },
      still: still && { ...still, sinceMs: toLocalMs(still.sinceMs) },
    })),
    nextAttemptAtMs: scene.nextAttemptAtMs === null ? null : toLocalMs(scene.nextAttemptAtMs),
  })

  return {
    view: {
      scenes: () => local?.scenes() ?? remote?.scenes.map(toLocalClock) ?? [],
      conditions: () => local?.conditions() ?? remote?.conditions ?? [],
      nextCycleMonoMs: (fiat) => {
        if (local !== null) return local.nextCycleMonoMs(fiat)
        const atMs = remote?.nextCycleAtMs.get(fiat)
        return remote === null || atMs === undefined ? clock.monoMs() : remote.atMonoMs + atMs - remote.atMs
      },
    },
    setLocalIngest: (collector) => {
      local = collector
    },
    receiveSources: (news) => {
      const isSimulated = news.scenes.some((scene) => scene.isSimulated)
      remote = { ...news, atMonoMs: clock.monoMs() - news.ageMs, isSimulated }
    },
    serialize: () => {
      if (local === null) return null
      const [atMs, atMonoMs, collector] = [clock.wallMs(), clock.monoMs(), local]
      return {
        kind: 'sources',
        atMs,
        scenes: collector.scenes(),
        conditions: collector.conditions(),
        nextCycleAtMs: new Map(fiats.map((fiat) => [fiat, atMs + collector.nextCycleMonoMs(fiat) - atMonoMs])),
        ageMs: 0,
      }
    },
    get isSimulated() {
      return remote?.isSimulated ?? false
    },
  }
}
