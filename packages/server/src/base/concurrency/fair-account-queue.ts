import type { Timers } from '../time/timers.js'

export type FairAccountQueue = ReturnType<typeof createFairAccountQueue>

/**
 * Work too long for others to wait for. An account's works follow each other, so that however many it asks for, those
 * of others come in between; each begins in a turn of the event loop of its own.
 */
export function createFairAccountQueue(timers: Timers) {
  const lastOf = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []

  const beginOne = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) timers.soon(beginOne)
  }
  const waitForStart = (): Promise<void> =>
    new Promise((begin) => {
      waiting.push(begin)
      if (waiting.length === 1) timers.soon(beginOne)
    })

  return {
    runForAccount: <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
      const start = () => waitForStart().then(work)
      const earlier = lastOf.get(accountId)
      const result = earlier === undefined ? start() : earlier.then(start, start)
      const ended = result.catch(() => {})
      lastOf.set(accountId, ended)
      void ended.then(() => {
        if (lastOf.get(accountId) === ended) lastOf.delete(accountId)
      })
      return result
    },
  }
}
