import { createBoundedCache } from '../base/bounded-cache.js'
import { type TooManyReason, tooMany } from '../base/errors/too-many.js'
import type { AccountBase } from './open-accounts.js'

export type LoginThrottle = {
  /** Counts as wrong from the start, so that guesses at once are counted, too. Never rejects. */
  reserveAttempt(network: string, email: string): AttemptReservation | Promise<AttemptReservation>
}

export type AttemptReservation = ReservedAttempt | { readonly waitSeconds: number }

type ReservedAttempt = {
  /** This network has logged in to this address before: it has a place in the queue reserved from unknown networks. */
  readonly isKnown: boolean
  /** No password was judged. */
  takeBack(): void
  wasRight(): void
}

export type LogInGuard = {
  readonly throttle: LoginThrottle
  readonly record: Pick<ReturnType<typeof createLogInRecorder>, 'failed' | 'locked'>
}

type Guesser = { readonly network: string; readonly email: string }

/** Throws if the guess may not be judged: the same for addresses with and without an account. */
export async function reserveAttempt(
  { throttle, record }: LogInGuard,
  counted: Guesser,
  reported = counted,
): Promise<ReservedAttempt> {
  const attempt = await throttle.reserveAttempt(counted.network, counted.email)
  if (!('waitSeconds' in attempt)) return attempt
  record.locked(reported.network, reported.email, attempt.waitSeconds)
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

/** Attempt counter. Returns null if the attempt is allowed, else the number of seconds to wait. */
export type AttemptCounter = { countAttempt(name: string): number | null | Promise<number | null> }

export async function reserveAuthAttempt(attempts: AttemptCounter, name: string, reason: TooManyReason): Promise<void> {
  const wait = await attempts.countAttempt(name)
  if (wait !== null) throw tooMany(reason, wait)
}

/** Records attempts to log in: for the operator in the security log, and for the holder of the account in the store. */
export function createLogInRecorder(base: Pick<AccountBase, 'store' | 'report' | 'reportBug' | 'clock'>) {
  const { store, report, reportBug, clock } = base
  const { logins, recentLogIns } = store
  const lockedUntil = createBoundedCache<string, number>(20_000)

  /** Starts after the answer has left, so that its time does not reveal whether an account has the address. */
  const afterAnswer = (work: () => Promise<void>): void => void setImmediate(() => void work().catch(reportBug))

  return {
    succeeded: async (accountId: string, network: string): Promise<void> => {
      report({ event: 'log_in', accountId, network })
      await recentLogIns.add({ accountId, atMs: clock.wallMs(), network, succeeded: true })
    },
    /** Null: no account has this address. */
    failed: (accountId: string | null, network: string): void => {
      report({ event: 'log_in_failed', network, ...(accountId === null ? {} : { accountId }) })
      // An unknown address costs one durable write, too.
      afterAnswer(() =>
        accountId === null
          ? store.setMeta('unknown_log_in', String(clock.wallMs()))
          : recentLogIns.add({ accountId, atMs: clock.wallMs(), network, succeeded: false }),
      )
    },
    /** Reports once that the guesses of a network are refused, however many follow. */
    locked: (network: string, email: string, waitSeconds: number): void => {
      const site = siteOf(network)
      if ((lockedUntil.get(site) ?? 0) > clock.monoMs()) return
      lockedUntil.set(site, clock.monoMs() + waitSeconds * 1_000)
      afterAnswer(async () => {
        const login = await logins.findByEmail(email)
        report({ event: 'log_in_locked', network, ...(login === null ? {} : { accountId: login.accountId }) })
      })
    },
    list: recentLogIns.list,
  }
}

/** One customer may have all networks below an IPv6 /48. */
const siteOf = (network: string): string => network.split(':').slice(0, 3).join(':')
