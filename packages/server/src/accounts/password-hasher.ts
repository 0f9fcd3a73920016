import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Semaphore } from '../base/concurrency/semaphore.js'
import type { PasswordDigest } from './login-stores.js'

const saltBytes = 16
const digestBytes = 32

/**
 * Slow password hashes: each guess against a stored hash costs as much time as one log-in check. Run scrypt on Node's thread pool, off the main thread. Each run needs 128 MiB, so a
 * semaphore limits them.
 */
export function createPasswordHasher(ports: { semaphore: Semaphore; logCost?: number | undefined }) {
  const { semaphore, logCost = 17 } = ports
  const make = (password: string, salt: Buffer, cost: number, isKnown = false): Promise<Buffer> =>
    semaphore.run(
      () => derive(password.normalize('NFKC'), salt, { N: 2 ** cost, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }),
      isKnown,
    )

  return {
    digest: async (password: string): Promise<PasswordDigest> => {
      const salt = randomBytes(saltBytes)
      return write(logCost, salt, await make(password, salt, logCost))
    },
    /** Takes as long without a digest. `isKnown` takes a place that is kept for known callers. */
    verifyPassword: async (password: string, digest: PasswordDigest | null, isKnown?: boolean): Promise<boolean> => {
      const kept = digest === null ? null : read(digest)
      const made = await make(password, kept?.salt ?? randomBytes(saltBytes), kept?.logCost ?? logCost, isKnown)
      return timingSafeEqual(made, kept?.made ?? randomBytes(digestBytes)) && kept !== null
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((done, fail) => {
    scrypt(password, salt, digestBytes, options, (error, made) => (error === null ? done(made) : fail(error)))
  })

/** `scrypt$17$salt$digest` */
const write = (logCost: number, salt: Buffer, made: Buffer): PasswordDigest =>
  ['scrypt', logCost, salt.toString('base64url'), made.toString('base64url')].join('$') as PasswordDigest

function read(digest: PasswordDigest) {
  const [, logCost, salt = '', made = ''] = digest.split('$')
  return { logCost: Number(logCost), salt: Buffer.from(salt, 'base64url'), made: Buffer.from(made, 'base64url') }
}
