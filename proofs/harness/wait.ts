import { setTimeout as pass } from 'node:timers/promises'

/** Milliseconds of the monotonic clock that all processes of this machine share. */
export const monoMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** For a condition that comes true in its own time. The limit is for one that never does. */
export async function until(what: string, lack: () => Promise<string | null>): Promise<void> {
  const untilMs = monoMs() + 120_000
  for (;;) {
    const lacking = await lack()
    if (lacking === null) return
    if (monoMs() > untilMs) throw new Error(`It is not so that ${what}: ${lacking}.`)
    await pass(25)
  }
}
