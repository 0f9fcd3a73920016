import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'

/** Work that takes much memory: only so much of it is done at once, and the rest waits its turn. */
export interface FewAtOnce {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Who comes when too many wait already is told to come back. */
export function createFewAtOnce({ most, mostWaiting }: { most: number; mostWaiting: number }): FewAtOnce {
  const waiting: (() => void)[] = []
  let underWay = 0

  const enter = async (): Promise<void> => {
    if (underWay < most) {
      underWay += 1
      return
    }
    if (waiting.length >= mostWaiting)
      throw new ApiError({ code: 'overloaded', message: 'Too many wait for the same. Try again soon.' }, retryAfter(5))
    // The place of the one that leaves passes on to the first who waits.
    await new Promise<void>((go) => waiting.push(go))
  }

  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }

  return {
    run: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
