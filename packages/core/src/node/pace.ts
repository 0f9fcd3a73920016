import type { Fault } from '../fault.js'
import type { Ports } from './clock-and-random-ports.js'
import { faults } from './transport-faults.js'

export type PaceRules = {
  /** Between the starts of two requests; up to a fifth is added by chance, so that no rhythm shows. */
  readonly minIntervalMs: number
  readonly maxConcurrent: number
}

export type Pace = {
  /** Does the job when its turn comes. While the exchange asks for a pause, the job is not done. */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T | Fault>
  /** The exchange asked for a pause: until it is over every job is answered with a fault, at once. */
  backOff(seconds: number): void
}

export function createPace({ minIntervalMs, maxConcurrent }: PaceRules, ports: Omit<Ports, 'now'>): Pace {
  const waiting: (() => void)[] = []
  let running = 0
  let nextStartMs = Number.NEGATIVE_INFINITY
  let backOffUntilMs = Number.NEGATIVE_INFINITY

  async function waitForCapacity(): Promise<void> {
    if (running < maxConcurrent) running++
    else await new Promise<void>((seated) => waiting.push(seated))
  }

  function releaseCapacity(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const startMs = Math.max(ports.elapsedMs(), nextStartMs)
    nextStartMs = startMs + minIntervalMs * (1 + ports.random() / 5)
    const pauseMs = startMs - ports.elapsedMs()
    if (pauseMs > 0) await ports.sleep(pauseMs, signal)
  }

  function startProblem(signal: AbortSignal | undefined): Fault | null {
    if (signal?.aborted === true) return faults.cancelled
    const backOffMs = backOffUntilMs - ports.elapsedMs()
    return backOffMs > 0 ? { ...faults.backingOff, retryAfterSeconds: Math.ceil(backOffMs / 1000) } : null
  }

  return {
    async run(job, signal) {
      await waitForCapacity()
      try {
        const before = startProblem(signal)
        if (before !== null) return before
        await waitForTurn(signal)
        return startProblem(signal) ?? (await job())
      } finally {
        releaseCapacity()
      }
    },

    backOff(seconds) {
      backOffUntilMs = Math.max(backOffUntilMs, ports.elapsedMs() + seconds * 1000)
    },
  }
}
