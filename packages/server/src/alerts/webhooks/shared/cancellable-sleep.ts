import type { Timers } from '../../../base/time/timers.js'

export function createCancellableSleep(timers: Timers) {
  const wakers = new Set<() => void>()
  let isOver = false
  return {
    sleep: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isOver) return resolve()
        const end = () => {
          cancel()
          wakers.delete(end)
          resolve()
        }
        const cancel = timers.after(ms, end)
        wakers.add(end)
      }),
    end: (): void => {
      isOver = true
      for (const end of wakers) end()
    },
  }
}
