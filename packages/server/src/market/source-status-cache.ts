import type { ConditionInput } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
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

/** Status at this moment; instants by the wall clock. */
export interface IngestView {
  scenes(): readonly SourceStatus[]
  conditions(): readonly ConditionInput[]
  nextCycleMonoMs(fiat: Fiat): number
}

type RemoteStatus = Omit<SourceStatusPublished, 'kind'> & { readonly atMonoMs: number; readonly isSimulated: boolean }

/** Status of the exchanges: from the collector of this server, or as another server has sent it. */
export function createSourceStatusCache({ clock, fiats }: { readonly clock: Clock; readonly fiats: readonly Fiat[] }) {
  let local: IngestView | null = null
  let remote: RemoteStatus | null = null
  const view: IngestView = {
    scenes: () => local?.scenes() ?? (remote === null ? [] : scenesByOwnClock(remote, clock)),
    conditions: () => local?.conditions() ?? remote?.conditions ?? [],
    nextCycleMonoMs: (fiat) => {
      if (local !== null) return local.nextCycleMonoMs(fiat)
      const atMs = remote?.nextCycleAtMs.get(fiat)
      return remote === null || atMs === undefined ? clock.monoMs() : remote.atMonoMs + atMs - remote.atMs
    },
  }
  return {
    view,
    setLocalIngest: (collector: IngestView | null): void => {
      local = collector
    },
    receiveSources: (status: Omit<SourceStatusPublished, 'kind'>): void => {
      const isSimulated = status.scenes.some((scene) => scene.isSimulated)
      remote = { ...status, atMonoMs: clock.monoMs() - status.ageMs, isSimulated }
    },
    serialize: (): SourceStatusPublished | null => {
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
    get isSimulated(): boolean {
      return remote?.isSimulated ?? false
    },
  }
}

/** Converts instants of the sending server to this machine's wall clock. */
function scenesByOwnClock({ scenes, atMs, atMonoMs }: RemoteStatus, clock: Clock): readonly SourceStatus[] {
  const toLocalMs = (ms: number) => Math.round(clock.wallMs() + ms - atMs + atMonoMs - clock.monoMs())
  return scenes.map((scene) => ({
    ...scene,
    sides: scene.sides.map(({ newest, still, ...side }) => ({
      ...side,
      newest: newest && { ...newest, askedAtMs: toLocalMs(newest.askedAtMs) },
      still: still && { ...still, sinceMs: toLocalMs(still.sinceMs) },
    })),
    nextAttemptAtMs: scene.nextAttemptAtMs === null ? null : toLocalMs(scene.nextAttemptAtMs),
  }))
}
