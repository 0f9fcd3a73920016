import type { Timers } from '../../time/timers.js'

export function createPauses(timers: Timers) {
  const endings = new Set<() => void>()
  let isOver = false
  return {
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isOver) return resolve()
        const end = () => {
          cancel()
          endings.delete(end)
          resolve()
        }
        const cancel = timers.after(ms, end)
        endings.add(end)
      }),
    end: (): void => {
      isOver = true
      for (const end of endings) end()
    },
  }
}
