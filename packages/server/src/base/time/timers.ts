/** Waiting comes from outside too, so that tests move hours by hand. */
export interface Timers {
  after(ms: number, run: () => void): Cancel
  /** In the next turn of the event loop, after waiting input was handled. */
  soon(run: () => void): void
}
export type Cancel = () => void

/** Resolves earlier if the signal aborts meanwhile. */
export const sleep = (timers: Timers, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timers.after(ms, end)
    signal?.addEventListener('abort', end)
  })

/** Lets waiting input be handled before long work goes on. */
export const nextTurn = (timers: Timers): Promise<void> => new Promise((resolve) => timers.soon(resolve))

export const systemTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  soon: (run) => void setImmediate(run),
}

/** Never runs twice at once. An error is reported and doesn't stop the repetition. */
export function every(
  timers: Timers,
  ms: number,
  work: () => void | Promise<void>,
  report: (error: unknown) => void,
): Cancel {
  let cancelled = false
  let cancel: Cancel = () => {}
  const next = () => {
    if (!cancelled) cancel = timers.after(ms, () => void run())
  }
  const run = async () => {
    try {
      await work()
    } catch (error) {
      report(error)
    }
    next()
  }
  next()
  return () => {
    cancelled = true
    cancel()
  }
}
