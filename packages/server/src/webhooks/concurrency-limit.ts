import type { Cancel, Timers } from '../time/timers.js'
import type { HostCaps, HostEntry } from './host-caps.js'
import { createCounts } from './multi-counter.js'

const maxParallel = 16

export type Task = {
  readonly accountId: string
  readonly host: string
  readonly webhookId: string
  /** Resolves with whether the host was asked for anything. It must not fail. */
  readonly work: () => Promise<boolean>
}

/**
 * Shares the ways out among accounts and receivers. Whatever is scarce, the places, those of a host and its requests a
 * minute, an account takes only while it holds less than is left: no crowd of its webhooks and no slow receiver of its
 * own leaves another account without a place. Beyond that accounts take turns, and within an account its hosts do.
 */
export interface ConcurrencyLimit {
  /**
   * Starts the task as soon as there is room, one at a time per webhook. Returns a function to cancel it: true if it
   * had not started and never will.
   */
  acquireSlot(errand: Task): () => boolean
  /** Starts nothing more; resolves when all that is under way has ended. */
  stop(): Promise<void>
}

export function createConcurrencyLimit({ timers, hosts: caps }: { timers: Timers; hosts: HostCaps }): ConcurrencyLimit {
  /** Queues by account, then by host. After its turn, an account moves to the end. */
  const queues = new Map<string, Map<string, Task[]>>()
  const active = createCounts()
  const busyWebhooks = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let cancelTimer: Cancel = () => {}
  let stopped = false

  const hasRoom = (accountId: string): boolean => active.of(accountId) < maxParallel - underWay.size

  const startWhatFits = (): void => {
    cancelTimer()
    let nextMs = Number.POSITIVE_INFINITY
    // Iterating a map includes entries that are appended meanwhile, so an account with more tasks gets another turn.
    for (const [accountId, hosts] of queues) {
      if (stopped || underWay.size >= maxParallel) return
      if (!hasRoom(accountId)) continue
      for (const [host, errands] of hosts) {
        const errand = errands.find(({ webhookId }) => !busyWebhooks.has(webhookId))
        if (errand === undefined) continue
        const entry = caps.enter(host, accountId)
        if ('waitMs' in entry) {
          nextMs = Math.min(nextMs, entry.waitMs)
          continue
        }
        errands.splice(errands.indexOf(errand), 1)
        toTheEnd(hosts, host, errands.length > 0)
        toTheEnd(queues, accountId, hosts.size > 0)
        start(errand, entry)
        break
      }
    }
    if (nextMs < Number.POSITIVE_INFINITY) cancelTimer = timers.after(nextMs, startWhatFits)
  }

  const start = (errand: Task, entry: HostEntry | Promise<HostEntry>): void => {
    const { accountId, webhookId } = errand
    busyWebhooks.add(webhookId)
    active.change(1, accountId)
    const done = run(errand, entry).finally(() => {
      underWay.delete(done)
      busyWebhooks.delete(webhookId)
      active.change(-1, accountId)
      startWhatFits()
    })
    underWay.add(done)
  }

  /** Without a turn in between where the entry is known. */
  const run = async (errand: Task, entry: HostEntry | Promise<HostEntry>): Promise<void> => {
    const entered = entry instanceof Promise ? await entry : entry
    if ('waitMs' in entered) return queueUp(errand, 'first')
    entered.leave(await errand.work())
  }

  const queueUp = (errand: Task, place: 'first' | 'last'): void => {
    const hosts = queues.get(errand.accountId) ?? new Map<string, Task[]>()
    const errands = hosts.get(errand.host) ?? []
    if (place === 'first') errands.unshift(errand)
    else errands.push(errand)
    queues.set(errand.accountId, hosts.set(errand.host, errands))
  }

  const takeBack = (errand: Task): boolean => {
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
    acquireSlot: (errand) => {
      queueUp(errand, 'last')
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
