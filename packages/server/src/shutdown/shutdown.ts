import { faultFields, type Log } from '../log/log.js'
import { every, type Timers } from '../time/timers.js'
import type { Cleanup } from './cleanup.js'

export interface Shutdown {
  readonly hasBegun: () => boolean
  /** Finishes running work and closes everything. Later calls return the first call's promise. */
  stop(): Promise<void>
  /** Resolves with the reason if the server stopped by itself. */
  readonly ended: Promise<Error>
  watchData(): void
}

export function createShutdown(ports: {
  readonly opened: Cleanup
  readonly timers: Timers
  readonly log: Log
  /** Returns the reason why writes can't be acknowledged; null if they can. */
  readonly lossOfData: () => Promise<Error | null>
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

/** Without its data, the server waits at most 1 s for running work. */
const hurryMs = 1_000
/** Poll interval, so that lost data files are noticed within 1 s even without a write. */
const pollIntervalMs = 250
