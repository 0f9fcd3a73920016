import { faultFields, type Log } from '../log/log.js'
import { every, type Timers } from '../time/timers.js'
import type { Cleanup } from './cleanup.js'

/** How a server ends: when it is told to, or by itself once its data are gone. */
export interface Shutdown {
  readonly hasBegun: () => boolean
  /** Finishes what is under way and closes everything. Asked again, it resolves with the first. */
  stop(): Promise<void>
  /** Resolves with the reason once the server has ended by itself. */
  readonly ended: Promise<Error>
  /** Ends the server once its data are gone. */
  watchData(): void
}

export function createShutdown(ports: {
  readonly opened: Cleanup
  readonly timers: Timers
  readonly log: Log
  /** Why nothing can be acknowledged any more; null while it can. */
  readonly lossOfData: () => Promise<Error | null>
  /** Lets what is under way come to its end, before everything is closed. */
  readonly finish: () => Promise<void>
}): Shutdown {
  const { opened, timers, log, lossOfData, finish } = ports
  let stopped: Promise<void> | null = null
  let tellEnd: (reason: Error) => void = () => {}
  const ended = new Promise<Error>((resolve) => {
    tellEnd = resolve
  })

  const look = async (): Promise<void> => {
    const reason = await lossOfData()
    if (reason === null || stopped !== null) return
    log.error(reason.message)
    stopped = opened.close()
    const cancelHurry = timers.after(hurryMs, () => tellEnd(reason))
    void stopped.then(cancelHurry).then(() => tellEnd(reason))
  }

  return {
    hasBegun: () => stopped !== null,
    stop: () => {
      stopped ??= finish().finally(opened.close)
      return stopped
    },
    ended,
    watchData: () =>
      opened.add(
        every(timers, pollIntervalMs, look, (error) => log.error('looking after the data', faultFields(error))),
      ),
  }
}

/** A server without its data waits no longer for what is under way. */
const hurryMs = 1_000
/** Data that are gone are noticed within a second, whether or not somebody writes. */
const pollIntervalMs = 250
