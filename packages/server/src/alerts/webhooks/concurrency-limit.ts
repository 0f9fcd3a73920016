import type { Cancel, Timers } from '../../base/time/timers.js'
import { createMultiCounter, type HostCaps, type HostSlot } from './host-caps.js'

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
  scheduleTask(task: Task): () => boolean
  /** Starts nothing more; resolves when all that is under way has ended. */
  stop(): Promise<void>
}

export function createConcurrencyLimit({ timers, hosts: caps }: { timers: Timers; hosts: HostCaps }): ConcurrencyLimit {
  /** Queues by account, then by host. After its turn, an account moves to the end. */
  const queues = new Map<string, Map<string, Task[]>>()
  const active = createMultiCounter()
  const busyWebhooks = new Set<string>()
  const running = new Set<Promise<void>>()
  let cancelTimer: Cancel = () => {}
  let stopped = false

  const hasRoom = (accountId: string): boolean => active.of(accountId) < maxParallel - running.size

  const startRunnable = (): void => {
    cancelTimer()
    let nextMs = Number.POSITIVE_INFINITY
    // Iterating a map includes entries that are appended meanwhile, so an account with more tasks gets another turn.
    for (const [accountId, hosts] of queues) {
      if (stopped || running.size >= maxParallel) return
      if (!hasRoom(accountId)) continue
      for (const [host, tasks] of hosts) {
        const task = tasks.find(({ webhookId }) => !busyWebhooks.has(webhookId))
        if (task === undefined) continue
        const entry = caps.acquireHostSlot(host, accountId)
        if ('waitMs' in entry) {
          nextMs = Math.min(nextMs, entry.waitMs)
          continue
        }
        tasks.splice(tasks.indexOf(task), 1)
        moveToEnd(hosts, host, tasks.length > 0)
        moveToEnd(queues, accountId, hosts.size > 0)
        start(task, entry)
        break
      }
    }
    if (nextMs < Number.POSITIVE_INFINITY) cancelTimer = timers.after(nextMs, startRunnable)
  }

  const start = (task: Task, entry: HostSlot | Promise<HostSlot>): void => {
    const { accountId, webhookId } = task
    busyWebhooks.add(webhookId)
    active.change(1, accountId)
    const done = run(task, entry).finally(() => {
      running.delete(done)
      busyWebhooks.delete(webhookId)
      active.change(-1, accountId)
      startRunnable()
    })
    running.add(done)
  }

  /** Without a turn in between where the entry is known. */
  const run = async (task: Task, entry: HostSlot | Promise<HostSlot>): Promise<void> => {
    const entered = entry instanceof Promise ? await entry : entry
    if ('waitMs' in entered) return enqueueTask(task, 'first')
    entered.releaseHostSlot(await task.work())
  }

  const enqueueTask = (task: Task, place: 'first' | 'last'): void => {
    const hosts = queues.get(task.accountId) ?? new Map<string, Task[]>()
    const tasks = hosts.get(task.host) ?? []
    if (place === 'first') tasks.unshift(task)
    else tasks.push(task)
    queues.set(task.accountId, hosts.set(task.host, tasks))
  }

  const cancelTask = (task: Task): boolean => {
    const hosts = queues.get(task.accountId)
    const tasks = hosts?.get(task.host) ?? []
    const index = tasks.indexOf(task)
    if (hosts === undefined || index < 0) return false
    tasks.splice(index, 1)
    if (tasks.length === 0) hosts.delete(task.host)
    if (hosts.size === 0) queues.delete(task.accountId)
    return true
  }

  return {
    scheduleTask: (task) => {
      enqueueTask(task, 'last')
      startRunnable()
      return () => cancelTask(task)
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await Promise.all(running)
    },
  }
}

function moveToEnd<Value>(turns: Map<string, Value>, name: string, hasMore: boolean): void {
  const value = turns.get(name)
  turns.delete(name)
  if (hasMore && value !== undefined) turns.set(name, value)
}
