import type { ConditionInput } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { CollectingView } from './market-service.js'
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
  readonly view: CollectingView
  collectsHere(collector: CollectingView | null): void
  receiveSources(told: Omit<SourceStatusPublished, 'kind'>): void
  serialize(): SourceStatusPublished | null
  readonly isSimulated: boolean
}

export function createSourceStatusCache(ports: {
  readonly clock: Clock
  readonly fiats: readonly Fiat[]
}): SourceStatusCache {
  const { clock, fiats } = ports
  let here: CollectingView | null = null
  let told:
    | (Omit<SourceStatusPublished, 'kind'> & { readonly atMonoMs: number; readonly isSimulated: boolean })
    | null = null

  /** Converts an instant to this machine's wall clock. */
  const oursOf = (atMs: number): number =>
    told === null ? atMs : Math.round(clock.wallMs() + atMs - told.atMs + told.atMonoMs - clock.monoMs())

  const sceneHere = (scene: SourceStatus): SourceStatus => ({
    ...scene,
    sides: scene.sides.map(({ newest, still, ...side }) => ({
      ...side,
      newest: newest && { ...newest, askedAtMs: oursOf(newest.askedAtMs) },
      still: still && { ...still, sinceMs: oursOf(still.sinceMs) },
    })),
    nextAttemptAtMs: scene.nextAttemptAtMs === null ? null : oursOf(scene.nextAttemptAtMs),
  })

  return {
    view: {
      scenes: () => here?.scenes() ?? told?.scenes.map(sceneHere) ?? [],
      conditions: () => here?.conditions() ?? told?.conditions ?? [],
      nextCycleMonoMs: (fiat) => {
        if (here !== null) return here.nextCycleMonoMs(fiat)
        const atMs = told?.nextCycleAtMs.get(fiat)
        return told === null || atMs === undefined ? clock.monoMs() : told.atMonoMs + atMs - told.atMs
      },
    },
    collectsHere: (collector) => {
      here = collector
    },
    receiveSources: (news) => {
      const isSimulated = news.scenes.some((scene) => scene.isSimulated)
      told = { ...news, atMonoMs: clock.monoMs() - news.ageMs, isSimulated }
    },
    serialize: () => {
      if (here === null) return null
      const [atMs, atMonoMs, collector] = [clock.wallMs(), clock.monoMs(), here]
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
      return told?.isSimulated ?? false
    },
  }
}
