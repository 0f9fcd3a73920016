import type { Fault } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'

/** Called when a source starts to fail, when its fault changes, and with `null` when it works again. */
export type ReportSourceFault = (source: string, fault: Fault | null) => void

/** Sources that are read now and then. A failing one is left alone for `pauseMs`, or longer if it asks for that. */
export function createSourceFaults(ports: {
  readonly report: ReportSourceFault
  readonly pauseMs: number
  readonly clock: Clock
}) {
  const { report, pauseMs, clock } = ports
  const notBefore = new Map<string, number>()
  const failing = new Map<string, Fault['kind']>()
  return {
    isPaused: (source: string): boolean => clock.monoMs() < (notBefore.get(source) ?? Number.NEGATIVE_INFINITY),
    failed: (source: string, fault: Fault): void => {
      notBefore.set(source, clock.monoMs() + Math.max(pauseMs, (fault.retryAfterSeconds ?? 0) * 1000))
      if (failing.get(source) !== fault.kind) report(source, fault)
      failing.set(source, fault.kind)
    },
    worked: (source: string): void => {
      if (failing.delete(source)) report(source, null)
    },
  }
}
