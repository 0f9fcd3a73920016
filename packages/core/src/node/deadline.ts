import type { Fault } from '../fault.js'
import { faults } from './transport-faults.js'

export type Deadline = { readonly signal: AbortSignal; readonly passed: Promise<Fault>; readonly clear: () => void }

/** Bounds one piece of work by time and by the caller's patience. */
export function startDeadline(totalMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  let resolvePassed: (fault: Fault) => void = () => {}
  const passed = new Promise<Fault>((resolve) => {
    resolvePassed = resolve
  })
  const end = (fault: Fault) => {
    resolvePassed(fault)
    controller.abort()
  }
  const cancel = () => end(faults.cancelled)
  const timer = setTimeout(() => end(faults.totalTimeout), totalMs)
  caller?.addEventListener('abort', cancel)
  if (caller?.aborted === true) cancel()

  const clear = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
  }
  return { signal: controller.signal, passed, clear }
}
