import type { Clock } from '../../time/clock.js'
import type { AttemptLog, Logged } from './attempt-log.js'
import { createWrongPasswords, type WrongPasswords, type WrongPasswordsSize } from './wrong-passwords.js'

type SharedWrongPasswordsPorts = WrongPasswordsSize & { readonly log: AttemptLog; readonly clock: Clock }

/** A guess takes its place here and in Redis. Where Redis does not answer, the place here is enough. */
export function createSharedWrongPasswords(ports: SharedWrongPasswordsPorts): WrongPasswords {
  const { log, perNetwork, perEmail, spanMs } = ports
  const own = createWrongPasswords(ports)
  return {
    begin: (network, email) => {
      const heard = own.begin(network, email)
      if ('waitSeconds' in heard) return heard

      const names = [
        { budget: 'passwords-from', name: network, most: perNetwork },
        { budget: 'passwords-for', name: email, most: perEmail },
      ]
      let countedAtUs: string | null = null
      let isRight = false
      /** Redis may say late that it has counted, also after the password was found to be right. */
      const giveBack = (): void => {
        if (isRight && countedAtUs !== null) log.takeBack(names, countedAtUs).catch(() => {})
      }
      const noteCounted = (logged: Logged): void => {
        if ('waitMs' in logged) return
        countedAtUs = logged.atUs
        giveBack()
      }
      const wasRight = (): void => {
        heard.wasRight()
        isRight = true
        giveBack()
      }

      return log.count(names, spanMs, noteCounted).then(
        (logged) => {
          noteCounted(logged)
          if ('atUs' in logged) return { wasRight }
          heard.wasRight()
          return { waitSeconds: Math.ceil(logged.waitMs / 1000) }
        },
        () => ({ wasRight }),
      )
    },
  }
}
