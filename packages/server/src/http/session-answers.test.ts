import type { IncomingMessage } from 'node:http'
import { type Access, defineEndpoint } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createHammering } from '../limits/hammering.js'
import { createLimiter } from '../limits/limiter.js'
import { aCaller } from '../testing/a-caller.js'
import { createHandClock } from '../testing/hand-clock.js'
import { createCalendar } from '../time/calendar.js'
import { systemTimers } from '../time/timers.js'
import { createAnswering } from './answering.js'
import { implement } from './implement.js'
import type { Reply } from './reply.js'

const clock = createHandClock()
const answering = createAnswering({
  limiter: createLimiter({ clock, calendar: createCalendar() }),
  hammering: createHammering({ clock, timers: systemTimers, pauseMs: 0 }),
  ledger: { record: () => {}, flush: async () => {} },
  clock,
  idempotency: { once: ({ act }) => act('') },
  reportBug: (error) => {
    throw error
  },
  isSimulated: () => false,
})

/** The same long answer, for another kind of caller. */
const longAnswer = (name: string, access: Access) =>
  implement(
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

test('what a session gets is never compressed: beside words of a stranger its length would tell of its secrets', async () => {
  const caller = aCaller({ limits: { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000 } })
  const ask = async (implementation: ReturnType<typeof longAnswer>): Promise<Reply> => {
    const request = { method: 'GET', headers: { 'accept-encoding': 'gzip, br' } } as IncomingMessage
    return answering({ implementation, caller, params: {}, search: '', request, requestId: '-' })
  }
  const [ofKey, ofSession] = [
    longAnswer('of-key', { kind: 'key', plan: 'Free' }),
    longAnswer('of-session', { kind: 'session' }),
  ]
  for (let isCompressed = false; !isCompressed; await new Promise(setImmediate)) {
    const reply = await ask(ofSession)
    expect([reply.status, reply.headers.includes('Content-Encoding')]).toEqual([200, false])
    isCompressed = (await ask(ofKey)).headers.includes('Content-Encoding')
  }
  for (let time = 0; time < 3; time++) expect((await ask(ofSession)).headers).not.toContain('Content-Encoding')
})
