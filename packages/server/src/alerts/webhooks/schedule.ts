import { createLocalTime } from '@p2p-rates/core/internal'
import { LRUCache } from 'lru-cache'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Webhook } from './webhook-store.js'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A zone's offsets are slow to find, and many webhooks share a zone. */
const localTimes = new LRUCache<string, (atMs: number) => number>({ max: 500 })

const localMsOf = (tz: string, atMs: number): number => getOrCreate(localTimes, tz, () => createLocalTime(tz))(atMs)

const msOfDay = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs

/** Compares wall times, so a window of a day on which the clock changes is an hour longer or shorter. */
export function isQuiet({ quietHours, tz }: Pick<Webhook, 'quietHours' | 'tz'>, nowMs: number): boolean {
  if (quietHours === null) return false
  const from = msOfDay(quietHours.slice(0, 5))
  const to = msOfDay(quietHours.slice(6))
  const nowOfDay = localMsOf(tz, nowMs) % dayMs
  return from < to ? from <= nowOfDay && nowOfDay < to : from <= nowOfDay || nowOfDay < to
}

/**
 * Local day of the newest digest that is due. In an hour that a clock repeats, the day may fall, so `digestDay` must only
 * rise. If a clock skips the digest's time, the digest is due when the clock has moved.
 */
export const dueDigestDay = ({ digestTime, tz }: Pick<Webhook, 'digestTime' | 'tz'>, nowMs: number): number | null =>
  digestTime === null ? null : Math.floor((localMsOf(tz, nowMs) - msOfDay(digestTime)) / dayMs)

export const isExpired = ({ expiresAtMs }: Pick<Webhook, 'expiresAtMs'>, nowMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs

/** An expired webhook counts as disabled. Nothing has to be stored at that moment. */
export const withExpiry = (webhook: Webhook, nowMs: number): Webhook =>
  webhook.enabled && isExpired(webhook, nowMs) ? { ...webhook, enabled: false, disabledReason: 'expired' } : webhook
