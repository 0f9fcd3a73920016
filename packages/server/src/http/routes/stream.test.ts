import { defaultPlans } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import type { Actor, LiveAccount } from '../../accounts/actor.js'
import type { SessionDigest } from '../../accounts/tokens.js'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { createMemoryStreamLimiter, type StreamLimiter } from '../../limits/streams/stream-limiter.js'
import { aKey } from '../../testing/a-key.js'
import { aSession } from '../../testing/a-session.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { createHub } from '../stream/hub.js'
import type { CurrentMarket } from './current-market.js'
import { streamEndpoint } from './stream.js'

const account: LiveAccount = { id: 'acc_1', plan: 'Pro', limits: defaultPlans.Pro }
const session = aSession(account)
const key: Actor = { kind: 'key', key: aKey(), account }

const setUp = ({
  actor = session as Actor,
  hasEnded: isRevoked = async () => false,
  maxStreams = 10,
  placesOver = (inMemory: StreamLimiter): StreamLimiter => inMemory,
} = {}) => {
  const time = createFakeTime()
  const hub = createHub({ ...time, report: () => {} })
  const streamLimiter = placesOver(createMemoryStreamLimiter(() => 0))
  const now = {
    snapshot: (fiat: string) => aSnapshot({ buy: 41.3, sell: 41.1, exchanges: fiat === 'UAH' ? exchangeIds : [] }),
    noPrice: () => new Error('no price'),
  } as unknown as CurrentMarket
  const priceMarks = () => ({ isSimulated: false, isReplay: false })
  const endpoint = streamEndpoint(now, { hub, streamLimiter, maxStreams, priceMarks, isRevoked })

  const handle = (fiat = 'UAH', caller = actor) =>
    endpoint.handle({ params: {}, query: { fiat }, body: null, actor: caller, usedThisMonth: 0, operationId: '' })
  const ask = async (fiat = 'UAH', caller = actor) => {
    const outcome = await handle(fiat, caller)
    if (!('stream' in outcome)) throw new Error('there is no stream')
    return outcome.stream
  }
  const open = async (caller = actor) => {
    const takeOver = await ask('UAH', caller)
    const listeners: (() => void)[] = []
    const state = { isOpen: true }
    const close = () => {
      state.isOpen = false
      for (const listener of listeners.splice(0)) listener()
    }
    takeOver({
      write: () => true,
      unsentBytes: 0,
      end: close,
      destroy: close,
      onClose: (listener) => listeners.push(listener),
    })
    return { close, isOpen: () => state.isOpen }
  }
  return { ...time, handle, ask, open }
}

const goesOn = async (actor: Actor, hasEnded: () => Promise<boolean>): Promise<boolean> => {
  const { open, pass } = setUp({ actor, hasEnded })
  const stream = await open()
  await pass(5_000)
  return stream.isOpen()
}

describe.each([
  ['session', session],
  ['key', key],
])('a %s', (_, actor) => {
  test('that ended while its stream was being opened leaves none behind', async () => {
    expect(await goesOn(actor, async () => true)).toBe(false)
  })

  test('goes on if the store does not know whether it has ended', async () => {
    expect(await goesOn(actor, async () => false)).toBe(true)
    expect(await goesOn(actor, () => Promise.reject(new Error('locked')))).toBe(true)
  })
})

test('a known answer is returned at once', () => {
  expect(setUp().handle()).toHaveProperty('stream')
})

describe.each([
  ['at once', (inMemory: StreamLimiter) => inMemory],
  [
    'in time',
    (inMemory: StreamLimiter) =>
      ({ acquireStream: async (...words) => inMemory.acquireStream(...words) }) as StreamLimiter,
  ],
] as const)('with limits counted %s', (_, placesOver) => {
  test('one too many may soon try again, because a closed stream frees its slot', async () => {
    const { open } = setUp({ placesOver })
    const first = await open()
    await open()
    await expect(open()).rejects.toMatchObject({ problem: { code: 'stream_limit' }, headers: ['Retry-After', '15'] })
    first.close()
    await expect(open()).resolves.toBeDefined()
  })

  test('a place is held by nothing but an open stream', async () => {
    const { ask, open } = setUp({ placesOver, maxStreams: 2 })
    for (let time = 0; time < 3; time++) {
      await expect(ask('EUR')).rejects.toThrow('no price')
      // Only the head was asked for.
      ;(await ask())(null)
    }
    await Promise.all([open(), open()])
  })

  test('where the server has no room left, no place is taken', async () => {
    const { open } = setUp({ placesOver, maxStreams: 1 })
    const first = await open()
    for (let time = 0; time < 3; time++) await expect(open()).rejects.toMatchObject({ problem: { code: 'overloaded' } })
    first.close()
    await expect(open()).resolves.toBeDefined()
  })
})

describe('an account', () => {
  const free: LiveAccount = { id: 'acc_free', plan: 'Free', limits: defaultPlans.Free }
  const logIn = (number: number, who = free): Actor =>
    aSession(who, { sessionId: `session_${number}` as SessionDigest })

  test('has the same places for its pages, however often it logs in', async () => {
    const { open } = setUp({ maxStreams: 100 })
    await open(logIn(1))
    await open(logIn(2))
    for (const number of [1, 2, 3])
      await expect(open(logIn(number))).rejects.toMatchObject({ problem: { code: 'stream_limit' } })
    await expect(open(key)).resolves.toBeDefined()
  })

  test('on a plan with streams has those of its plan for its pages, too', async () => {
    const { open } = setUp({ maxStreams: 100 })
    for (let number = 0; number < defaultPlans.Pro.streams; number++) await open(logIn(number, account))
    await expect(open(logIn(0, account))).rejects.toMatchObject({ problem: { code: 'stream_limit' } })
  })

  test('on a plan without streams cannot fill the last fifth of all places', async () => {
    const { open } = setUp({ maxStreams: 10 })
    const guests = Array.from({ length: 4 }, (_, number) => ({ ...free, id: `acc_${number}` }))
    for (const guest of guests) for (const number of [1, 2]) await open(logIn(number, guest))
    await expect(open(logIn(1))).rejects.toMatchObject({ problem: { code: 'overloaded' } })
    await expect(open(key)).resolves.toBeDefined()
  })
})
