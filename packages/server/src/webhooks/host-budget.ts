import type { Clock } from '../time/clock.js'

/** For all webhooks and accounts together: many that point at one host must not become an attack on it. */
export const usualPerHostAndMinute = 60
const minuteMs = 60_000

type Start = { readonly atMs: number; readonly accountId: string }

/** How often a host may be asked within any minute, and how much of that one account may use up: less than it leaves. */
export function createHostBudget({ clock, perHostAndMinute }: { clock: Clock; perHostAndMinute: number }) {
  /** The starts of the last minute, the oldest first. The hosts lie in the order of their last start. */
  const startsByHost = new Map<string, Start[]>()
  const isLimited = perHostAndMinute !== Number.POSITIVE_INFINITY

  const recent = (host: string): Start[] => {
    const starts = startsByHost.get(host) ?? []
    const edgeMs = clock.monoMs() - minuteMs
    while (starts[0] !== undefined && starts[0].atMs <= edgeMs) starts.shift()
    return starts
  }

  return {
    /** Until this account may start one more; 0 = now. */
    waitMs: (host: string, accountId: string): number => {
      if (!isLimited) return 0
      const starts = recent(host)
      let left = perHostAndMinute - starts.length
      let own = starts.filter((start) => start.accountId === accountId).length
      if (own < left) return 0
      for (const start of starts) {
        left += 1
        if (start.accountId === accountId) own -= 1
        if (own < left) return start.atMs + minuteMs - clock.monoMs()
      }
      return minuteMs
    },
    note: (host: string, accountId: string): void => {
      if (!isLimited) return
      forgetQuiet()
      const starts = recent(host)
      starts.push({ atMs: clock.monoMs(), accountId })
      startsByHost.delete(host)
      startsByHost.set(host, starts)
    },
  }

  function forgetQuiet(): void {
    for (const [host, starts] of startsByHost) {
      if (clock.monoMs() - (starts.at(-1)?.atMs ?? 0) < minuteMs) break
      startsByHost.delete(host)
    }
  }
}
