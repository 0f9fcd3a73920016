import type { Clock } from '../clock.js'
import type { Store } from './sqlite/open-store.js'

/** Asks the disk at most once a second: anybody may ask for readiness, and each answer would cost a sync. */
export const createWriteProbe = (store: Store, clock: Clock): (() => boolean) => {
  let last = { atMonoMs: Number.NEGATIVE_INFINITY, works: false }
  return () => {
    if (clock.monoMs() - last.atMonoMs >= 1_000) last = { atMonoMs: clock.monoMs(), works: canWrite(store) }
    return last.works
  }
}

const canWrite = (store: Store): boolean => {
  try {
    store.probe()
    return true
  } catch {
    return false
  }
}

const dayMs = 86_400_000

/** Forgets what nobody may ask for any more. */
export const clean = async (store: Store, clock: Clock, historyDays: number): Promise<void> => {
  const nowMs = clock.wallMs()
  await store.idempotency.forgetBefore(nowMs - dayMs)
  await store.webhooks.forgetDeliveriesBefore(nowMs - 30 * dayMs)
  await store.history.forgetBefore(nowMs - historyDays * dayMs)
}
