import { type TooManyReason, tooMany } from '../base/errors/too-many.js'

/** Attempt counter. Returns null if the attempt is allowed, else the number of seconds to wait. */
export type AttemptCounter = { countAttempt(name: string): number | null | Promise<number | null> }

export async function reserveAuthAttempt(attempts: AttemptCounter, name: string, reason: TooManyReason): Promise<void> {
  const wait = await attempts.countAttempt(name)
  if (wait !== null) throw tooMany(reason, wait)
}
