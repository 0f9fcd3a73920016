import { createBoundedCache } from '../../base/bounded-cache.js'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Clock } from '../../base/time/clock.js'
import {
  admit,
  createSlidingWindow,
  remaining,
  type SlidingWindow,
  secondsUntilReset,
  takeBack,
} from '../sliding-window.js'
import type { AttemptLog, Logged, LoggedName } from './attempt-log.js'

/** Limits wrong passwords per network and per e-mail address, whether or not the address has an account. */
export interface PasswordThrottle {
  /** Counts the guess as wrong from the start, so that concurrent guesses count. Never rejects. */
  reserveAttempt(network: string, email: string): ThrottleReply | Promise<ThrottleReply>
  remember(network: string, email: string): void
}

export type ThrottleReply = ThrottledAttempt | { readonly waitSeconds: number }

type ThrottledAttempt = {
  /** This network has logged in to this address before. */
  readonly isKnown: boolean
  /** Removes the guess from the count, because no password was checked. */
  takeBack(): void
  wasRight(): void
}

const size = {
  perNetwork: 10,
  /** For all networks in one IPv6 /48, which one customer may own. */
  perSite: 30,
  perEmailAndNetwork: 5,
  /** From all networks that have never logged in to this address. */
  perEmail: 50,
}
const spanMs = 15 * 60_000

export const mostKnownNetworks = 20_000

export function createPasswordThrottle(clock: Clock) {
  const windows = createBoundedCache<string, SlidingWindow>(80_000)
  const known = createBoundedCache<string, true>(mostKnownNetworks)
  const remember = (network: string, email: string): void => void known.set(pairOf(network, email), true)

  return {
    reserveAttempt: (network: string, email: string): ThrottleReply => {
      const nowMs = clock.monoMs()
      const isKnown = known.has(pairOf(network, email))
      const counts = countsOf(network, email, isKnown).map(({ budget, name, most }) => ({
        name: `${budget} ${name}`,
        most,
      }))
      // Rejected guesses leave the table unchanged. It holds only checked guesses, and each check is slow, so it grows
      // slowly.
      const waits = counts.map(({ name, most }) => {
        const window = windows.peek(name)
        return window === undefined || remaining(window, most, nowMs) > 0 ? 0 : secondsUntilReset(window, most, nowMs)
      })
      const waitSeconds = Math.max(...waits)
      if (waitSeconds > 0) return { waitSeconds }
      const counted = counts.map(({ name, most }) => {
        const window = getOrCreate(windows, name, () => createSlidingWindow(spanMs))
        admit(window, most, nowMs)
        return { name, window }
      })
      const release = (): void => {
        for (const { name, window } of counted) {
          takeBack(window, nowMs)
          if (window.count === 0 && windows.peek(name) === window) windows.delete(name)
        }
      }
      return {
        isKnown,
        takeBack: release,
        wasRight: () => {
          release()
          remember(network, email)
        },
      }
    },
    remember,
  }
}

/** A guess counts in memory and in Redis; without Redis, in memory only. Known networks are per server. */
export function createSharedPasswordThrottle(clock: Clock, log: AttemptLog): PasswordThrottle {
  const own = createPasswordThrottle(clock)
  return {
    remember: own.remember,
    reserveAttempt: (network, email) => {
      const local = own.reserveAttempt(network, email)
      if ('waitSeconds' in local) return local

      const { isKnown } = local
      const names = countsOf(network, email, isKnown)
      let countedAtUs: string | null = null
      let isOver = false
      /** Redis may confirm the count late, even after the password was checked. */
      const release = (): void => {
        if (isOver && countedAtUs !== null) log.takeBack(names, countedAtUs)
      }
      const noteCounted = (logged: Logged): void => {
        if ('waitMs' in logged) return
        countedAtUs = logged.atUs
        release()
      }
      const ending = (end: () => void) => (): void => {
        end()
        isOver = true
        release()
      }
      const guess = { isKnown, takeBack: ending(local.takeBack), wasRight: ending(local.wasRight) }

      return log.countAttempts(names, spanMs, noteCounted).then((logged) => {
        if (logged === null) return guess
        noteCounted(logged)
        if ('atUs' in logged) return guess
        local.takeBack()
        return { waitSeconds: Math.ceil(logged.waitMs / 1000) }
      })
    },
  }
}

function countsOf(network: string, email: string, isKnown: boolean): readonly LoggedName[] {
  const site = siteOf(network)
  return [
    { budget: 'passwords-from', name: network, most: size.perNetwork },
    ...(site === null ? [] : [{ budget: 'passwords-from-site', name: site, most: size.perSite }]),
    { budget: 'passwords-for-from', name: pairOf(network, email), most: size.perEmailAndNetwork },
    ...(isKnown ? [] : [{ budget: 'passwords-for', name: email, most: size.perEmail }]),
  ]
}

const pairOf = (network: string, email: string): string => JSON.stringify([network, email])

/** Returns the /48 of an IPv6 network in the form `2001:db8:0:1::/64`. */
const siteOf = (network: string): string | null => /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(network)?.[1] ?? null
