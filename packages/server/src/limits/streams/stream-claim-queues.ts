import type { RunInSession } from '../../base/redis/outage-policy.js'
import type { StreamCounts } from './stream-counts.js'
import type { StreamAcquisition } from './stream-limiter.js'
import { newLifetimeMs, type StreamSlots, streamRejection } from './stream-slots.js'

/** Queue per holder: one Redis call at a time, so that the last call has the current state. */
export interface StreamClaimQueues {
  acquireStream(holder: string, most: number, ask: RunInSession): Promise<StreamAcquisition | null>
  /** Marks a holder whose count in Redis is out of date. */
  markUnreported(holder: string): void
  sendCounts(holder: string, ask: RunInSession): Promise<void>
  /** Sends all marked holders. Rejects at the first failure. */
  sendAllCounts(ask: RunInSession): Promise<void>
}

type StreamQueue = {
  readonly holder: string
  waiting: Waiting[]
  isUnreported: boolean
  serving: Promise<void> | null
}

type Waiting = { readonly most: number; readonly resolve: (taking: StreamAcquisition | null) => void }

/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

type StreamQueuesPorts = { readonly counts: StreamCounts; readonly slots: StreamSlots; readonly random: () => number }

export function createStreamClaimQueues({ counts, slots, random }: StreamQueuesPorts): StreamClaimQueues {
  const queues = new Map<string, StreamQueue>()

  const queueOf = (holder: string): StreamQueue => {
    const queue = queues.get(holder) ?? { holder, waiting: [], isUnreported: false, serving: null }
    queues.set(holder, queue)
    return queue
  }

  async function serveNext(queue: StreamQueue, requests: readonly Waiting[], ask: RunInSession): Promise<void> {
    const { holder } = queue
    const lastsMs = newLifetimeMs(random)
    const { granted, endsInMs } = await ask((epoch) =>
      counts.claim(epoch, {
        holder,
        open: slots.countOf(holder),
        endsInMs: slots.endsInMs(holder),
        wanted: requests.length,
        most: requests.at(-1)?.most ?? 0,
        lastsMs,
      }),
    )
    for (const [index, { resolve }] of requests.entries())
      resolve(index < granted ? slots.acquireStream(holder, lastsMs) : streamRejection(endsInMs))
  }

  async function serveAll(queue: StreamQueue, ask: RunInSession): Promise<void> {
    try {
      do {
        const requests = queue.waiting.splice(0)
        queue.isUnreported = false
        try {
          await serveNext(queue, requests, ask)
        } catch (error) {
          queue.isUnreported = true
          for (const { resolve } of [...requests, ...queue.waiting.splice(0)]) resolve(null)
          throw error
        }
      } while (queue.isUnreported || queue.waiting.length > 0)
      queues.delete(queue.holder)
    } finally {
      queue.serving = null
    }
  }

  const serve = (queue: StreamQueue, ask: RunInSession): Promise<void> => {
    queue.serving ??= serveAll(queue, ask)
    return queue.serving
  }

  return {
    acquireStream: (holder, most, ask) =>
      new Promise((resolve) => {
        const queue = queueOf(holder)
        queue.waiting.push({ most, resolve })
        serve(queue, ask).catch(() => {})
      }),
    markUnreported: (holder) => {
      queueOf(holder).isUnreported = true
    },
    sendCounts: (holder, ask) => serve(queueOf(holder), ask),
    sendAllCounts: async (ask) => {
      const all = [...queues.values()]
      for (let from = 0; from < all.length; from += mostAtOnce)
        await Promise.all(all.slice(from, from + mostAtOnce).map((queue) => serve(queue, ask)))
    },
  }
}
