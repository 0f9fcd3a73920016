import { ApiError, retryAfter } from '../errors/api-error.js'

export type Semaphore = ReturnType<typeof createSemaphore>

/** Places in the queue for known callers alone: a flood of unknown callers leaves these. */
const maxKnownWaiting = 10

/** Work that takes much memory: only a few at once, the rest waits for its turn. */
export function createSemaphore({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  const known: (() => void)[] = []
  const anonymous: (() => void)[] = []
  let underWay = 0

  const acquire = async (isKnown: boolean): Promise<void> => {
    if (underWay < maxRunning) {
      underWay += 1
      return
    }
    const [queue, mostHere] = isKnown ? [known, maxKnownWaiting] : [anonymous, maxWaiting]
    if (queue.length >= mostHere)
      throw new ApiError({ code: 'overloaded', message: 'Too many wait for the same. Try again soon.' }, retryAfter(5))
    // The place of the one that leaves passes on to the first that waits.
    await new Promise<void>((go) => queue.push(go))
  }

  const release = (): void => {
    const next = known.shift() ?? anonymous.shift()
    if (next === undefined) underWay -= 1
    else next()
  }

  return {
    /** Known callers go first, and may queue when unknown ones are rejected. */
    run: async <Result>(work: () => Promise<Result>, isKnown = false): Promise<Result> => {
      await acquire(isKnown)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
