import type { Clock } from '../../base/time/clock.js'
import type { AttemptLog, Logged } from './attempt-log.js'
import {
  countsOf,
  createPasswordThrottle,
  type PasswordThrottle,
  type PasswordThrottleSize,
} from './password-throttle.js'

type SharedPasswordThrottlePorts = PasswordThrottleSize & { readonly log: AttemptLog; readonly clock: Clock }

/** A guess counts in memory and in Redis; without Redis, in memory only. Known networks are per server. */
export function createSharedPasswordThrottle(ports: SharedPasswordThrottlePorts): PasswordThrottle {
  const { log, spanMs } = ports
  const own = createPasswordThrottle(ports)
  return {
    remember: own.remember,
    reserveAttempt: (network, email) => {
      const local = own.reserveAttempt(network, email)
      if ('waitSeconds' in local) return local

      const { isKnown } = local
      const names = countsOf(ports, { network, email, isKnown })
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
