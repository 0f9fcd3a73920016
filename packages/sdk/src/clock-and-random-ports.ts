import { onAbort } from './on-abort.js'

/** Time and chance, handed in so that tests move the clock by hand. */
export interface Ports {
  /** Epoch milliseconds. */
  now(): number
  after(pauseMs: number, call: () => void): () => void
  /** From 0 up to 1. */
  random(): number
}

export const systemPorts: Ports = {
  now: () => Date.now(),
  after: (pauseMs, call) => {
    const timer = setTimeout(call, Math.min(pauseMs, longestTimerMs))
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** Timers overflow above this and would fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** Resolves after the pause, or early when the signal aborts. Never rejects. */
export const sleep = (pauseMs: number, ports: Ports, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const wake = () => {
      cancel()
      forget()
      resolve()
    }
    const cancel = ports.after(pauseMs, wake)
    const forget = onAbort(signal, wake)
  })
