import { beforeEach, expect, test, vi } from 'vitest'
import { createSemaphore } from '../base/concurrency/semaphore.js'
import { createShiftedClock } from '../testing/shifted-clock.js'
import { createLogIn } from './log-in.js'
import type { StoredLogin } from './login-stores.js'
import type { AccountContext } from './open-accounts.js'
import { createPasswordHasher } from './password-hasher.js'

const { costs } = vi.hoisted(() => ({ costs: [] as unknown[] }))

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return {
    ...real,
    scrypt: (...words: Parameters<typeof real.scrypt>) => {
      const [password, salt, length, { N, r, p }] = words
      costs.push({ N, r, p, length, password: String(password).length, salt: Buffer.from(salt as Buffer).length })
      return real.scrypt(...words)
    },
  }
})
beforeEach(() => {
  costs.length = 0
})

test('an unknown address costs the very work that a wrong password costs, so the time reveals nothing', async () => {
  const passwords = createPasswordHasher({ semaphore: createSemaphore({ maxRunning: 2, maxWaiting: 10 }), logCost: 5 })
  const password = await passwords.digest('correct horse battery')
  const known: StoredLogin = { accountId: 'acc_1', email: 'olena@example.com', password, isAdmin: false }
  const never = () => Promise.reject(new Error('nobody may come in'))
  const context = {
    store: {
      links: { redeemLink: never },
      logins: { find: never, findByEmail: async (email: string) => (email === known.email ? known : null) },
    },
    sessions: { createSession: never },
    passwords,
    guard: {
      throttle: { reserveAttempt: () => ({ isKnown: false, takeBack: () => {}, wasRight: () => {} }) },
      record: { failed: () => {}, locked: () => {} },
    },
    report: () => {},
    publishEvent: never,
    clock: createShiftedClock(),
  }
  // Safe: log-ins use nothing else.
  const desk = createLogIn(context as unknown as AccountContext, { requireCode: never })
  const costOf = async (email: string) => {
    costs.length = 0
    const refusal = await desk
      .logIn('127.0.0.1', { email, password: 'wrong password' })
      .catch((error: unknown) => error)
    return { refusal: String(refusal), costs: [...costs] }
  }
  const wrong = await costOf(known.email)
  expect(wrong.costs).toEqual([{ N: 32, r: 8, p: 1, length: 32, password: 14, salt: 16 }])
  expect(await costOf('nobody@example.com')).toEqual(wrong)
})
