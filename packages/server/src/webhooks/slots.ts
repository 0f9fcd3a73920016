import type { Clock } from '../clock.js'
import type { Cancel, Timers } from '../timers.js'

const maxParallel = 16
const maxPerHost = 2
/** However many webhooks and accounts point at one host: nobody is to use us as a weapon. */
export const usualPerHostAndMinute = 60
const minuteMs = 60_000

/** Shares the ways out among receivers: the slowness or the number of some does not hold up the others. */
export interface Slots {
  /** Starts `work` as soon as there is room, one at a time per webhook. It must not fail. */
  take(host: string, webhookId: string, work: () => Promise<void>): void
  /** Starts nothing more; resolves when all that is under way has ended. */
  stop(): Promise<void>
}

type Task = { readonly webhookId: string; readonly work: () => Promise<void> }

export const createSlots = (ports: { clock: Clock; timers: Timers; perHostAndMinute: number }): Slots => {
  const { clock, timers, perHostAndMinute } = ports
  /** Hosts in turn: one that has just been served goes to the end. */
  const queues = new Map<string, Task[]>()
  const activeByHost = new Map<string, number>()
  const startsByHost = new Map<string, number[]>()
  const busyWebhooks = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let cancelTimer: Cancel = () => {}
  let stopped = false

  const startWhatFits = (): void => {
    cancelTimer()
    let nextBudgetMs = Number.POSITIVE_INFINITY
    for (const [host, queue] of queues) {
      if (stopped || underWay.size >= maxParallel) return
      if ((activeByHost.get(host) ?? 0) >= maxPerHost) continue
      const waitMs = budgetWaitMs(host)
      nextBudgetMs = waitMs > 0 ? Math.min(nextBudgetMs, waitMs) : nextBudgetMs
      const index = waitMs > 0 ? -1 : queue.findIndex(({ webhookId }) => !busyWebhooks.has(webhookId))
      const [task] = index < 0 ? [] : queue.splice(index, 1)
      if (task === undefined) continue
      queues.delete(host)
      if (queue.length > 0) queues.set(host, queue)
      start(host, task)
    }
    if (nextBudgetMs < Number.POSITIVE_INFINITY) cancelTimer = timers.after(nextBudgetMs, startWhatFits)
  }

  const start = (host: string, { webhookId, work }: Task): void => {
    noteStart(host)
    busyWebhooks.add(webhookId)
    activeByHost.set(host, (activeByHost.get(host) ?? 0) + 1)
    const done = work().finally(() => {
      underWay.delete(done)
      busyWebhooks.delete(webhookId)
      const left = (activeByHost.get(host) ?? 1) - 1
      if (left === 0) activeByHost.delete(host)
      else activeByHost.set(host, left)
      startWhatFits()
    })
    underWay.add(done)
  }

  /** The hosts lie in the order of their last start: those that have gone quiet are in front. */
  const noteStart = (host: string): void => {
    if (perHostAndMinute === Number.POSITIVE_INFINITY) return
    const nowMs = clock.monoMs()
    for (const [name, starts] of startsByHost) {
      if (nowMs - (starts.at(-1) ?? 0) < minuteMs) break
      startsByHost.delete(name)
    }
    const starts = [...(startsByHost.get(host) ?? []), nowMs].slice(-perHostAndMinute)
    startsByHost.delete(host)
    startsByHost.set(host, starts)
  }

  const budgetWaitMs = (host: string): number => {
    const oldest = startsByHost.get(host)?.at(-perHostAndMinute)
    return oldest === undefined ? 0 : oldest + minuteMs - clock.monoMs()
  }

  return {
    take: (host, webhookId, work) => {
      const queue = queues.get(host)
      if (queue === undefined) queues.set(host, [{ webhookId, work }])
      else queue.push({ webhookId, work })
      startWhatFits()
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await Promise.all(underWay)
    },
  }
}
