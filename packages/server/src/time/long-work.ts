import type { Timers } from './timers.js'

/** Waits until it is this work's turn again. */
export type Breathe = () => Promise<void>

/**
 * Work too long to be done in one go. It is cut into steps by whoever does it, and in each turn of the event loop one
 * step is done, of one account after the other: all else waits for no more than a step. An account's works follow each
 * other, so that the memory for them is bounded as well.
 */
export interface LongWork {
  run<Result>(accountId: string, work: (breathe: Breathe) => Promise<Result>): Promise<Result>
}

export const createLongWork = (timers: Timers): LongWork => {
  const lastOf = new Map<string, Promise<unknown>>()
  const steps: (() => void)[] = []

  const doOne = (): void => {
    steps.shift()?.()
    if (steps.length > 0) timers.soon(doOne)
  }
  /** An account has one work under way, so whoever comes to the end of this line lets every other account go first. */
  const breathe: Breathe = () =>
    new Promise((done) => {
      steps.push(done)
      if (steps.length === 1) timers.soon(doOne)
    })

  return {
    run: (accountId, work) => {
      const start = () => breathe().then(() => work(breathe))
      const earlier = lastOf.get(accountId)
      const result = earlier === undefined ? start() : earlier.then(start, start)
      const settled = result.catch(() => {})
      lastOf.set(accountId, settled)
      void settled.then(() => {
        if (lastOf.get(accountId) === settled) lastOf.delete(accountId)
      })
      return result
    },
  }
}
