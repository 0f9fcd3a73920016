import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import { createHostBudget } from './host-budget.js'

const maxParallel = 16
const maxPerHost = 2

/** What wants to go out: whose it is and where it goes. */
export type Errand = {
  readonly accountId: string
  readonly host: string
  readonly webhookId: string
  /** It must not fail. */
  readonly work: () => Promise<void>
}

/**
 * Shares the ways out among accounts and receivers. Whatever is scarce, the places, those of a host and its requests a
 * minute, an account takes only while it holds less than is left: no crowd of its webhooks and no slow receiver of its
 * own leaves another account without a place. Beyond that accounts take turns, and within an account its hosts do.
 */
export interface Slots {
  /** Starts the errand as soon as there is room, one at a time per webhook. Answers how to take it back: true when it had not begun and never will. */
  take(errand: Errand): () => boolean
  /** Starts nothing more; resolves when all that is under way has ended. */
  stop(): Promise<void>
}

export function createSlots(ports: { clock: Clock; timers: Timers; perHostAndMinute: number }): Slots {
  const { timers } = ports
  const budget = createHostBudget(ports)
  /** By account, then by host. Who has just been served goes to the end. */
  const queues = new Map<string, Map<string, Errand[]>>()
  const active = createCounts()
  const busyWebhooks = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let cancelTimer: Cancel = () => {}
  let stopped = false

  const hasRoom = (accountId: string, host: string): boolean =>
    active.of(accountId) < maxParallel - underWay.size && active.of(accountId, host) < maxPerHost - active.atHost(host)

  const startWhatFits = (): void => {
    cancelTimer()
    let nextBudgetMs = Number.POSITIVE_INFINITY
    // A map goes on to what is appended while it is walked: accounts that still have something come round again.
    for (const [accountId, hosts] of queues) {
      if (stopped || underWay.size >= maxParallel) return
      for (const [host, errands] of hosts) {
        if (!hasRoom(accountId, host)) continue
        const waitMs = budget.waitMs(host, accountId)
        if (waitMs > 0) nextBudgetMs = Math.min(nextBudgetMs, waitMs)
        const index = waitMs > 0 ? -1 : errands.findIndex(({ webhookId }) => !busyWebhooks.has(webhookId))
        const [errand] = index < 0 ? [] : errands.splice(index, 1)
        if (errand === undefined) continue
        toTheEnd(hosts, host, errands.length > 0)
        toTheEnd(queues, accountId, hosts.size > 0)
        start(errand)
        break
      }
    }
    if (nextBudgetMs < Number.POSITIVE_INFINITY) cancelTimer = timers.after(nextBudgetMs, startWhatFits)
  }

  const start = ({ accountId, host, webhookId, work }: Errand): void => {
    budget.note(host, accountId)
    busyWebhooks.add(webhookId)
    active.add(accountId, host, 1)
    const done = work().finally(() => {
      underWay.delete(done)
      busyWebhooks.delete(webhookId)
      active.add(accountId, host, -1)
      startWhatFits()
    })
    underWay.add(done)
  }

  const takeBack = (errand: Errand): boolean => {
    const hosts = queues.get(errand.accountId)
    const errands = hosts?.get(errand.host) ?? []
    const index = errands.indexOf(errand)
    if (hosts === undefined || index < 0) return false
    errands.splice(index, 1)
    if (errands.length === 0) hosts.delete(errand.host)
    if (hosts.size === 0) queues.delete(errand.accountId)
    return true
  }

  return {
    take: (errand) => {
      const hosts = queues.get(errand.accountId) ?? new Map<string, Errand[]>()
      const errands = hosts.get(errand.host) ?? []
      errands.push(errand)
      queues.set(errand.accountId, hosts.set(errand.host, errands))
      startWhatFits()
      return () => takeBack(errand)
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await Promise.all(underWay)
    },
  }
}

function toTheEnd<Value>(turns: Map<string, Value>, name: string, hasMore: boolean): void {
  const value = turns.get(name)
  turns.delete(name)
  if (hasMore && value !== undefined) turns.set(name, value)
}

/** How many errands are under way: of an account, to a host, of an account to a host. */
function createCounts() {
  const counts = new Map<string, number>()
  const of = (...names: readonly string[]): number => counts.get(names.join(' ')) ?? 0
  const change = (by: number, ...names: readonly string[]): void => {
    const name = names.join(' ')
    const count = (counts.get(name) ?? 0) + by
    if (count === 0) counts.delete(name)
    else counts.set(name, count)
  }
  return {
    of,
    atHost: (host: string) => of('', host),
    add: (accountId: string, host: string, by: 1 | -1): void => {
      change(by, accountId)
      change(by, '', host)
      change(by, accountId, host)
    },
  }
}
