import type { AskShared } from '../shared/redis-session.js'
import type { StreamCounts } from './stream-counts.js'
import type { StreamTaking } from './stream-places.js'
import { newLifetimeMs, noPlace, type StreamSlots } from './stream-slots.js'

/** Queue per holder: one Redis call at a time, so that the last call has the current state. */
export interface StreamQueues {
  acquireStream(holder: string, most: number, ask: AskShared): Promise<StreamTaking | null>
  /** Marks a holder whose count in Redis is out of date. */
  recordWaiter(holder: string): void
  sendCounts(holder: string, ask: AskShared): Promise<void>
  /** Sends all marked holders. Rejects at the first failure. */
  tellAll(ask: AskShared): Promise<void>
}

type StreamQueue = {
  readonly holder: string
  waiting: Waiting[]
  isUntold: boolean
  serving: Promise<void> | null
}

type Waiting = { readonly most: number; readonly resolve: (taking: StreamTaking | null) => void }

/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

type DeskPorts = { readonly counts: StreamCounts; readonly held: StreamSlots; readonly random: () => number }

export function createStreamDesks({ counts, held, random }: DeskPorts): StreamQueues {
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
