import type { AskShared } from '../shared/redis-session.js'
import type { StreamCounts } from './stream-counts.js'
import type { StreamTaking } from './stream-places.js'
import { newLifetimeMs, noPlace, type StreamSlots } from './stream-slots.js'

/** Asks Redis for places and tells it what is open here: of each holder one question at a time, so that the last one says how things stand. */
export interface StreamQueues {
  /** Null where Redis does not say. */
  acquireStream(holder: string, most: number, ask: AskShared): Promise<StreamTaking | null>
  /** Redis takes what is open for more or fewer than there are. */
  recordWaiter(holder: string): void
  sendCounts(holder: string, ask: AskShared): Promise<void>
  /** Everything that was noted; rejects with the first that does not arrive. */
  tellAll(ask: AskShared): Promise<void>
}

type StreamQueue = {
  readonly holder: string
  waiting: Waiting[]
  isUntold: boolean
  serving: Promise<void> | null
}

type Waiting = { readonly most: number; readonly resolve: (taking: StreamTaking | null) => void }

/** So many holders at a time, so that no answer is late for our own sake. */
const mostAtOnce = 50

type DeskPorts = { readonly counts: StreamCounts; readonly held: StreamSlots; readonly random: () => number }

export function createStreamDesks({ counts, held, random }: DeskPorts): StreamQueues {
  /** Those who have something to say or to ask. */
  const desks = new Map<string, StreamQueue>()

  const deskOf = (holder: string): StreamQueue => {
    const desk = desks.get(holder) ?? { holder, waiting: [], isUntold: false, serving: null }
    desks.set(holder, desk)
    return desk
  }

  async function serveNext(desk: StreamQueue, requests: readonly Waiting[], ask: AskShared): Promise<void> {
    const { holder } = desk
    const lastsMs = newLifetimeMs(random)
    const { granted, endsInMs } = await ask((epoch) =>
      counts.claim(epoch, {
        holder,
        open: held.countOf(holder),
        endsInMs: held.endsInMs(holder),
        wanted: requests.length,
        most: requests.at(-1)?.most ?? 0,
        lastsMs,
      }),
    )
    for (const [index, { resolve }] of requests.entries())
      resolve(index < granted ? held.acquireStream(holder, lastsMs) : noPlace(endsInMs))
  }

  /** Until nobody waits and nothing is untold. */
  async function serveAll(desk: StreamQueue, ask: AskShared): Promise<void> {
    try {
      do {
        const requests = desk.waiting.splice(0)
        desk.isUntold = false
        try {
          await serveNext(desk, requests, ask)
        } catch (error) {
          desk.isUntold = true
          for (const { resolve } of [...requests, ...desk.waiting.splice(0)]) resolve(null)
          throw error
        }
      } while (desk.isUntold || desk.waiting.length > 0)
      desks.delete(desk.holder)
    } finally {
      desk.serving = null
    }
  }

  const serve = (desk: StreamQueue, ask: AskShared): Promise<void> => {
    desk.serving ??= serveAll(desk, ask)
    return desk.serving
  }

  return {
    acquireStream: (holder, most, ask) =>
      new Promise((resolve) => {
        const desk = deskOf(holder)
        desk.waiting.push({ most, resolve })
        serve(desk, ask).catch(() => {})
      }),
    recordWaiter: (holder) => {
      deskOf(holder).isUntold = true
    },
    sendCounts: (holder, ask) => serve(deskOf(holder), ask),
    tellAll: async (ask) => {
      const all = [...desks.values()]
      for (let from = 0; from < all.length; from += mostAtOnce)
        await Promise.all(all.slice(from, from + mostAtOnce).map((desk) => serve(desk, ask)))
    },
  }
}
