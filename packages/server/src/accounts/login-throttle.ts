import { tooMany } from '../base/errors/too-many.js'

export interface LoginThrottle {
  /** Counts as wrong from the start, so that guesses at once are counted, too. */
  reserveAttempt(network: string, email: string): AttemptReservation | Promise<AttemptReservation>
}

type AttemptReservation = ReservedAttempt | { readonly waitSeconds: number }

export type ReservedAttempt = {
  /** This network has logged in to this address before: it has a place in the queue reserved from unknown networks. */
  readonly isKnown: boolean
  /** No password was judged. */
  takeBack(): void
  wasRight(): void
}

/**
 * Returns a guess that may be judged, or throws the refusal, which is the same for addresses with and without an
 * account.
 */
export async function reserveAttempt(
  throttle: LoginThrottle,
  { network, email }: { readonly network: string; readonly email: string },
  onRefusal: (waitSeconds: number) => void,
): Promise<ReservedAttempt> {
  const attempt = await throttle.reserveAttempt(network, email)
  if (!('waitSeconds' in attempt)) return attempt
  onRefusal(attempt.waitSeconds)
  throw tooMany('wrongPasswords', attempt.waitSeconds)
}

/** Judges within a guess. If no verdict comes, because too many wait or the work fails, the guess does not count. */
export async function takeBackOnError<Result>(attempt: ReservedAttempt, judge: () => Promise<Result>): Promise<Result> {
  try {
    return await judge()
  } catch (error) {
    attempt.takeBack()
    throw error
  }
}
