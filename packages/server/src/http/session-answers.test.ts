import type { IncomingMessage } from 'node:http'
import { type Access, defaultPlans, defineEndpoint } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Actor, LiveAccount } from '../accounts/actor.js'
import { createCallerCache } from '../accounts/caller-cache.js'
import { createRecentErrors } from '../accounts/usage/recent-errors.js'
import { createRecentRequests } from '../accounts/usage/recent-requests.js'
import { createCalendar } from '../base/time/calendar.js'
import { systemTimers } from '../base/time/timers.js'
import { createAbuseThrottle } from '../limits/abuse-throttle.js'
import { createAuthRateLimiters } from '../limits/attempts/auth-rate-limiters.js'
import { createMemoryLimiter } from '../limits/memory-limiter.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { aKey } from '../testing/a-key.js'
import { aSession } from '../testing/a-session.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { createCsrfCheck, createSessionCookie } from './csrf-and-session-cookie.js'
import type { HttpContext } from './http-context.js'
import { createQueryEvaluator } from './query-evaluator.js'
import type { Reply } from './reply.js'
import { createRequestPipeline } from './request-pipeline.js'
import { handle } from './route-handler.js'

const clock = createFakeClock()
const context: Partial<HttpContext> = {
  exchanges: usualExchanges,
  clock,
  accounts: {
    callers: createCallerCache({ keys: openMemoryStore().keys, plans: defaultPlans }),
    ledger: { record: () => {}, flush: async () => {} },
    recentErrors: createRecentErrors(clock),
    recentRequests: createRecentRequests(clock),
  },
  sessions: { find: async () => null, endToken: async () => {} },
  limits: {
    limiter: createMemoryLimiter({ clock, calendar: createCalendar(), countedByMonth: async () => [] }),
    abuseThrottle: createAbuseThrottle({ clock, timers: systemTimers, pauseMs: 0 }),
    authRateLimiters: createAuthRateLimiters(clock),
  },
  visitors: { allowance: { plan: 'Free', limits: defaultPlans.Free }, mayRead: true },
  consistency: null,
  replayedAt: null,
  isSimulated: () => false,
  onReply: () => {},
  reportBug: (error) => {
    throw error
  },
}
const answering = createRequestPipeline({
  context: context as HttpContext,
  queryEvaluator: createQueryEvaluator({ clock, exchanges: usualExchanges, isSimulated: () => false }),
  idempotency: { runOnce: ({ execute }) => execute('') },
  cookie: createSessionCookie(createCsrfCheck(undefined)),
})

const longAnswer = (name: string, access: Access) =>
  handle(
    defineEndpoint({
      name,
      method: 'GET',
      path: `/${name}`,
      access,
      summary: 'Long',
      description: 'Made for this test.',
      answer: z.object({ text: z.string() }),
      example: { text: '' },
    }),
    () => ({ answer: { text: 'long '.repeat(1_000) } }),
    () => ({ version: '1', refreshAtMonoMs: 0 }),
  )

test('an answer for a session is never compressed: next to chosen text its length would reveal its secrets', async () => {
  const limits = { ...defaultPlans.Free, requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000 }
  const account: LiveAccount = { id: 'acc_1', plan: 'Free', limits }
  const keyHolder: Actor = { kind: 'key', key: aKey(), account }
  const person: Actor = aSession(account)
  const ask = async (implementation: ReturnType<typeof longAnswer>, actor: Actor): Promise<Reply> => {
    const request = { method: 'GET', headers: { 'accept-encoding': 'gzip, br' } } as IncomingMessage
    return answering({ implementation, actor, params: {}, search: '', request, requestId: '-' })
  }
  const [ofKey, ofSession] = [
    longAnswer('of-key', { kind: 'key', plan: 'Free' }),
    longAnswer('of-session', { kind: 'session' }),
  ]
  for (let isCompressed = false; !isCompressed; await new Promise(setImmediate)) {
    const reply = await ask(ofSession, person)
    expect([reply.status, reply.headers.includes('Content-Encoding')]).toEqual([200, false])
    isCompressed = (await ask(ofKey, keyHolder)).headers.includes('Content-Encoding')
  }
  for (let time = 0; time < 3; time++) expect((await ask(ofSession, person)).headers).not.toContain('Content-Encoding')
})
