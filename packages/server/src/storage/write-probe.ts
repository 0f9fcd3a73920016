import type { Clock } from '../base/time/clock.js'
import type { Store } from './store.js'

/** Probes the store at most once a second, because readiness is public and each probe costs a sync. */
export function createWriteProbe(store: Pick<Store, 'probe'>, clock: Clock): () => Promise<boolean> {
  let last = { atMonoMs: Number.NEGATIVE_INFINITY, works: Promise.resolve(false) }
  return () => {
    if (clock.monoMs() - last.atMonoMs >= 1_000) last = { atMonoMs: clock.monoMs(), works: canWrite(store) }
    return last.works
  }
}

async function canWrite(store: Pick<Store, 'probe'>): Promise<boolean> {
  try {
    await store.probe()
    return true
  } catch {
    return false
  }
}
