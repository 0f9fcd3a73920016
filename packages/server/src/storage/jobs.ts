import { type OpenJob, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import { dayMs, utcDay } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { Store, StorePorts } from './store.js'

const hourMs = 3_600_000

/**
 * Deletes expired data. Its time advances with the monotonic clock, from the last run or the newest recorded slot. A
 * wall clock that jumps by years therefore deletes at most one day per day.
 */
export function createRetentionJob(store: StorePorts, clock: Clock, historyDays: number): () => Promise<void> {
  let lastMonoMs = clock.monoMs()
  return async () => {
    const known = await store.getMeta(lastCleanedKey)
    const lastMs = known === null ? ((await store.history.newestMs()) ?? clock.wallMs()) : Number(known)
    const nowMs = Math.min(clock.wallMs(), lastMs + clock.monoMs() - lastMonoMs)
    await store.idempotency.forgetBefore(nowMs - dayMs)
    await store.sessions.forgetBefore(nowMs)
    await store.recentLogIns.forgetBefore(nowMs - logInDays * dayMs)
    await store.links.forgetBefore(nowMs)
    await store.inboxes.forgetUnconfirmedBefore(nowMs - dayMs)
    await store.invites.forgetBefore(nowMs - 30 * dayMs)
    await store.webhooks.forgetDeliveriesBefore(nowMs - 30 * dayMs)
    await store.history.forgetBefore(nowMs - historyDays * dayMs)
    await store.uptime.forgetBefore(nowMs - uptimeDays * dayMs)
    await store.track.forgetBefore(utcDay(nowMs - trackDays * dayMs))
    await store.hourly.forgetBefore(nowMs - hourlyDays * dayMs)
    await store.fixings.forgetSlotsBefore(nowMs - slotDays * dayMs)
    await store.usage.forgetBefore(firstUsageDay(nowMs))
    await store.setMeta(lastCleanedKey, String(Math.floor(nowMs)))
    lastMonoMs = clock.monoMs()
  }
}

export const retentionJob =
  ({ repeat, clock }: Runtime, historyDays: number): OpenJob<{ readonly store: StorePorts }> =>
  async ({ store }) =>
    timerJob(() => [repeat(hourMs, 'old data is not deleted', createRetentionJob(store, clock, historyDays))])

const lastCleanedKey = 'last_cleaned'

const uptimeDays = 91
const trackDays = 91
/** The longest life of a session, so that each live one can be traced to its log-in. */
const logInDays = 90
/** A week is asked for; the day more is for clocks that are set. */
const hourlyDays = 8
/** A missed fixing is made within 31 days. */
const slotDays = 32
const usageMonths = 13

/** Whole months are kept, and the running one. */
function firstUsageDay(nowMs: number): string {
  const now = new Date(nowMs)
  return utcDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - usageMonths))
}

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
