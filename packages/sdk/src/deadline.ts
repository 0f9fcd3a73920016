import type { Ports } from './clock-and-random-ports.js'
import { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError, P2PError } from './errors.js'
import { onAbort } from './on-abort.js'

export type Deadline = {
  readonly signal: AbortSignal
  /** Restart the timeout with this duration. */
  extend(timeMs: number, exceeded: string): void
  /** Result of the job. Rejects at the deadline, even if the job ignores the signal. */
  hold<T>(job: () => Promise<T>): Promise<T>
  /** Stops the clock, and closes the connection if it is still open. */
  end(): void
}

/** Starts the deadline of a connection to `address`. It also expires when the caller's signal aborts. */
export function openDeadline(address: string, caller: AbortSignal | undefined, ports: Ports): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  let stopClock = () => {}
  let rejectHeld = (_reason: unknown) => {}
  signal.addEventListener('abort', () => {
    stopClock()
    rejectHeld(signal.reason)
  })

  const abort = () => controller.abort(new APIUserAbortError(caller?.reason))
  const removeAbortCall = onAbort(caller, abort)
  if (caller?.aborted === true) abort()

  return {
    signal,
    extend(timeMs, exceeded) {
      stopClock()
      if (!signal.aborted)
        stopClock = ports.after(timeMs, () => controller.abort(new APIConnectionTimeoutError(exceeded)))
    },
    async hold(job) {
      if (signal.aborted) throw signal.reason
      try {
        // `Promise.race` with a promise of the connection's lifetime would keep everything ever read in memory.
        return await new Promise((resolve, reject) => {
          rejectHeld = reject
          Promise.resolve(job()).then(resolve, reject)
        })
      } catch (error) {
        throw signal.aborted ? signal.reason : connectionError(error, address)
      }
    },
    end() {
      removeAbortCall()
      controller.abort()
    },
  }
}

function connectionError(error: unknown, address: string): P2PError {
  if (error instanceof P2PError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new APIConnectionError(`The connection to ${address} failed${code}.`, { cause: error })
}
