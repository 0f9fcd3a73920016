import type { Fault } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'

/** Called when a source starts to fail, when its fault changes, and with `null` when it works again. */
export type ReportSourceFault = (source: string, fault: Fault | null) => void

export type SourcePorts = {
  /** Only a server that shows simulated markets stores readings of simulated sources. */
  readonly isSimulated: () => boolean
  readonly report: ReportSourceFault
  readonly clock: Clock
}

type SourceReading =
  | { readonly state: 'failed'; readonly fault: Fault }
  | { readonly state: 'read'; readonly simulated?: boolean }

/** Sources that are read now and then. A failing one is left alone for `pauseMs`, or longer if it asks for that. */
export function createSourceFaults(
  { isSimulated, report, clock }: SourcePorts,
  { pauseMs, comparedWith }: { readonly pauseMs: number; readonly comparedWith: string },
) {
  const notBefore = new Map<string, number>()
  const failing = new Map<string, Fault['kind']>()

  const faultOf = (name: string, reading: SourceReading): Fault | null => {
    if (reading.state === 'failed') return reading.fault
    if (reading.simulated !== true || isSimulated()) return null
    return { kind: 'bad_response', message: `${name} is a simulation here, and ${comparedWith} are not.` }
  }

  return {
    isPaused: (source: string): boolean => clock.monoMs() < (notBefore.get(source) ?? Number.NEGATIVE_INFINITY),
    /** False for a reading that must not be stored, which is reported. */
    isUsable: <Reading extends SourceReading>(
      { id, name }: { readonly id: string; readonly name: string },
      reading: Reading,
    ): reading is Exclude<Reading, { readonly state: 'failed' }> => {
      const fault = faultOf(name, reading)
      if (fault === null) return true
      notBefore.set(id, clock.monoMs() + Math.max(pauseMs, (fault.retryAfterSeconds ?? 0) * 1000))
      if (failing.get(id) !== fault.kind) report(id, fault)
      failing.set(id, fault.kind)
      return false
    },
    worked: (source: string): void => {
      if (failing.delete(source)) report(source, null)
    },
  }
}
