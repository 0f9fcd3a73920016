import { createMultiCounter } from '../../base/concurrency/multi-counter.js'
import type { Timers } from '../../base/time/timers.js'
import type { HostCaps, HostSlot } from './host-caps.js'

const maxParallel = 16

export type Task = {
  readonly accountId: string
  readonly host: string
  readonly webhookId: string
  /** Resolves with whether the host was asked for anything. It must not fail. */
  readonly work: () => Promise<boolean>
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

type LimitState = ReturnType<typeof createLimitState>

const createLimitState = (timers: Timers, caps: HostCaps) => ({
  timers,
  caps,
  /** Queues by account, then by host. After its turn, an account moves to the end. */
  queues: new Map<string, Map<string, Task[]>>(),
  active: createMultiCounter(),
  busyWebhooks: new Set<string>(),
  running: new Set<Promise<void>>(),
  cancelTimer: (): void => {},
  isStopped: false,
})

/**
 * Shares the ways out among accounts and receivers. Whatever is scarce, the places, those of a host and its requests a
 * minute, an account takes only while it holds less than is left: no crowd of its webhooks and no slow receiver of its
 * own leaves another account without a place. Beyond that accounts take turns, and within an account its hosts do.
 */
export function createConcurrencyLimit({ timers, hosts }: { timers: Timers; hosts: HostCaps }) {
  const limit = createLimitState(timers, hosts)
  return {
    /** One at a time per webhook. Returns a function to cancel: true if the task had not started and never will. */
    scheduleTask: (task: Task): (() => boolean) => {
      enqueueTask(limit, task, 'last')
      startRunnable(limit)
      return () => cancelTask(limit, task)
    },
    stop: async (): Promise<void> => {
      limit.isStopped = true
      limit.cancelTimer()
      await Promise.all(limit.running)
    },
  }
}

function startRunnable(limit: LimitState): void {
  const { queues, active, busyWebhooks, running, caps } = limit
  limit.cancelTimer()
  let nextMs = Number.POSITIVE_INFINITY
  // Iterating a map includes entries that are appended meanwhile, so an account with more tasks gets another turn.
  for (const [accountId, hosts] of queues) {
    if (limit.isStopped || running.size >= maxParallel) return
    if (active.of(accountId) >= maxParallel - running.size) continue
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
      start(limit, task, entry)
      break
    }
  }
  if (nextMs < Number.POSITIVE_INFINITY) limit.cancelTimer = limit.timers.after(nextMs, () => startRunnable(limit))
}

function start(limit: LimitState, task: Task, entry: HostSlot | Promise<HostSlot>): void {
  const { accountId, webhookId } = task
  limit.busyWebhooks.add(webhookId)
  limit.active.change(1, accountId)
  const done = run(limit, task, entry).finally(() => {
    limit.running.delete(done)
    limit.busyWebhooks.delete(webhookId)
    limit.active.change(-1, accountId)
    startRunnable(limit)
  })
  limit.running.add(done)
}

/** Without a turn in between where the entry is known. */
async function run(limit: LimitState, task: Task, entry: HostSlot | Promise<HostSlot>): Promise<void> {
  const entered = entry instanceof Promise ? await entry : entry
  if ('waitMs' in entered) return enqueueTask(limit, task, 'first')
  entered.releaseHostSlot(await task.work())
}

function enqueueTask({ queues }: LimitState, task: Task, place: 'first' | 'last'): void {
  const hosts = queues.get(task.accountId) ?? new Map<string, Task[]>()
  const tasks = hosts.get(task.host) ?? []
  if (place === 'first') tasks.unshift(task)
  else tasks.push(task)
  queues.set(task.accountId, hosts.set(task.host, tasks))
}

function cancelTask({ queues }: LimitState, task: Task): boolean {
  const hosts = queues.get(task.accountId)
  const tasks = hosts?.get(task.host) ?? []
  const index = tasks.indexOf(task)
  if (hosts === undefined || index < 0) return false
  tasks.splice(index, 1)
  if (tasks.length === 0) hosts.delete(task.host)
  if (hosts.size === 0) queues.delete(task.accountId)
  return true
}

function moveToEnd<Value>(turns: Map<string, Value>, name: string, hasMore: boolean): void {
  const value = turns.get(name)
  turns.delete(name)
  if (hasMore && value !== undefined) turns.set(name, value)
}
