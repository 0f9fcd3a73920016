import { tooMany } from '../../base/errors/too-many.js'
import type { Webhook } from './webhook-store.js'

const perHour = 10
const hourMs = 3_600_000

/** Pings and resends: a few an hour and webhook, so that they keep neither a receiver nor our senders busy. Counts one more, or refuses it. */
export function countManualSend(webhook: Webhook, nowMs: number): Webhook {
  // Ignore times in the future, because the clock was set back since.
  const recent = webhook.sentByHandMs.filter((atMs) => atMs <= nowMs && nowMs - atMs < hourMs)
  if (recent.length >= perHour)
    throw tooMany('manualSends', Math.ceil((Math.min(...recent) + hourMs - nowMs) / 1000), perHour)
  return { ...webhook, sentByHandMs: [...recent, nowMs] }
}
