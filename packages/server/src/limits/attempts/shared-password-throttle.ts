import type { Clock } from '../../time/clock.js'
import type { AttemptLog, Logged } from './attempt-log.js'
import { countsOf, createWrongPasswords, type PasswordThrottle, type WrongPasswordsSize } from './password-throttle.js'

type SharedWrongPasswordsPorts = WrongPasswordsSize & { readonly log: AttemptLog; readonly clock: Clock }

/** A guess counts in memory and in Redis; without Redis, in memory only. Known networks are per server. */
export function createSharedWrongPasswords(ports: SharedWrongPasswordsPorts): PasswordThrottle {
  const { log, spanMs } = ports
  const own = createWrongPasswords(ports)
  return {
    remember: own.remember,
    reserveAttempt: (network, email) => {
      const heard = own.reserveAttempt(network, email)
      if ('waitSeconds' in heard) return heard

      const { isKnown } = heard
      const names = countsOf(ports, { network, email, isKnown })
      let countedAtUs: string | null = null
      let isOver = false
      /** Redis may confirm the count late, even after the password was checked. */
      const giveBack = (): void => {
        if (isOver && countedAtUs !== null) log.takeBack(names, countedAtUs).catch(() => {})
      }
      const noteCounted = (logged: Logged): void => {
        if ('waitMs' in logged) return
        countedAtUs = logged.atUs
        giveBack()
      }
      const ending = (end: () => void) => (): void => {
        end()
        isOver = true
        giveBack()
      }
      const guess = { isKnown, takeBack: ending(heard.takeBack), wasRight: ending(heard.wasRight) }

      return log.count(names, spanMs, noteCounted).then(
        (logged) => {
          noteCounted(logged)
          if ('atUs' in logged) return guess
          heard.takeBack()
          return { waitSeconds: Math.ceil(logged.waitMs / 1000) }
        },
        () => guess,
      )
    },
  }
}
