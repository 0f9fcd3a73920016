import type { Clock } from '../../base/time/clock.js'
import { createMultiCounter } from './multi-counter.js'

export type HostSlot =
  | {
      /** Ends it. Where nothing was sent after all, nothing is counted. */
      readonly releaseHostSlot: (hasSent: boolean) => void
    }
  | { readonly waitMs: number }

/**
 * Limits requests per receiver host, across all webhooks and accounts, so that many webhooks can't attack one host. An
 * account gets capacity only while it holds less than the remainder.
 */
export interface HostCaps {
  acquireHostSlot(host: string, accountId: string): HostSlot | Promise<HostSlot>
}

export type HostBounds = { readonly maxConcurrent: number; readonly perMinute: number }

export const usualBounds: HostBounds = { maxConcurrent: 2, perMinute: 60 }
/** Receivers of our own network need no protection from us. */
export const privateBounds: HostBounds = { ...usualBounds, perMinute: Number.POSITIVE_INFINITY }

export const minuteMs = 60_000

type Start = { readonly atMs: number; readonly accountId: string }

export interface LocalHostCaps extends HostCaps {
  acquireHostSlot(host: string, accountId: string): HostSlot
}

export function createLocalHostCaps({ clock, bounds }: { clock: Clock; bounds: () => HostBounds }): LocalHostCaps {
  /** The starts of the last minute, the oldest first. The hosts lie in the order of their last start. */
  const startsByHost = new Map<string, Start[]>()
  const active = createMultiCounter()

  const recent = (host: string): Start[] => {
    const starts = startsByHost.get(host) ?? []
    const edgeMs = clock.monoMs() - minuteMs
    while (starts[0] !== undefined && starts[0].atMs <= edgeMs) starts.shift()
    return starts
  }

  const waitMs = (host: string, accountId: string, perMinute: number): number => {
    if (perMinute === Number.POSITIVE_INFINITY) return 0
    const starts = recent(host)
    let left = perMinute - starts.length
    let own = starts.filter((start) => start.accountId === accountId).length
    if (own < left) return 0
    for (const start of starts) {
      left += 1
      if (start.accountId === accountId) own -= 1
      if (own < left) return start.atMs + minuteMs - clock.monoMs()
    }
    return minuteMs
  }

  const recordStart = (host: string, start: Start): void => {
    removeIdleHosts()
    const starts = recent(host)
    starts.push(start)
    startsByHost.delete(host)
    startsByHost.set(host, starts)
  }

  const removeIdleHosts = (): void => {
    for (const [host, starts] of startsByHost) {
      if (clock.monoMs() - (starts.at(-1)?.atMs ?? 0) < minuteMs) break
      startsByHost.delete(host)
    }
  }

  const removeStart = (host: string, start: Start): void => {
    const starts = startsByHost.get(host)
    if (starts?.includes(start)) starts.splice(starts.indexOf(start), 1)
  }

  return {
    acquireHostSlot: (host, accountId) => {
      const { maxConcurrent, perMinute } = bounds()
      // The wait is unknown; a finished request starts the next one.
      if (active.of(host, accountId) >= maxConcurrent - active.of(host)) return { waitMs: Number.POSITIVE_INFINITY }
      const ms = waitMs(host, accountId, perMinute)
      if (ms > 0) return { waitMs: ms }
      const start = { atMs: clock.monoMs(), accountId }
      if (perMinute !== Number.POSITIVE_INFINITY) recordStart(host, start)
      active.change(1, host)
      active.change(1, host, accountId)
      return {
        releaseHostSlot: (hasSent) => {
          active.change(-1, host)
          active.change(-1, host, accountId)
          if (!hasSent) removeStart(host, start)
        },
      }
    },
  }
}
