import { describe, expect, test } from 'vitest'
import { minutes, onlyFor, openIngest } from '../ingest/testing/open-ingest.js'
import { type Answer, aFault, anHonestBoard } from '../ingest/testing/scripted-exchanges.js'

const after = async (answer: (question: Parameters<typeof anHonestBoard>[0]) => Answer, calmMinutes = 6) => {
  const room = await openIngest()
  room.room.start()
  await room.pass(minutes(calmMinutes))
  room.play(onlyFor('bybit', answer))
  await room.pass(minutes(20))
  return { ...room, said: room.source('bybit') }
}

describe('a source', () => {
  test('that is well is live, without a word', async () => {
    const { said, clock } = await after((question) => anHonestBoard(question))
    expect(said).toMatchObject({
      state: 'live',
      reason: null,
      cause: null,
      isKnown: true,
      ads: 16,
      lastError: null,
      simulated: true,
    })
    expect(said.trustedAds).toBeGreaterThan(0)
    expect(clock.wallMs() - (said.observedAtMs ?? 0)).toBeLessThan(300_000)
    expect((said.nextAttemptAtMs ?? 0) - clock.wallMs()).toBeLessThanOrEqual(300_000)
  })

  test('that no server has read yet says so', async () => {
    const room = await openIngest()
    expect(room.source('okx')).toMatchObject({
      state: 'stale',
      observedAtMs: null,
      reason: expect.stringMatching(/yet/),
      isKnown: false,
    })
  })

  test.each([
    ['timeout', 'stale'],
    ['schema_drift', 'stale'],
    ['too_large', 'stale'],
    ['blocked', 'blocked'],
    ['no_market', 'unsupported'],
  ] as const)('that failed with %s is %s, with the reason and the next attempt', async (kind, state) => {
    const { said, clock } = await after(() => aFault(kind))
    expect(said).toMatchObject({ state, reason: `It is ${kind}.`, trustedAds: 0, lastError: { kind }, isKnown: true })
    expect(said.cause).toBe(state === 'unsupported' ? null : kind)
    expect(said.nextAttemptAtMs).toBeGreaterThanOrEqual(clock.wallMs())
  })

  test('that fails but is still fresh is used, and says what went wrong', async () => {
    const room = await openIngest()
    room.room.start()
    await room.pass(minutes(4))
    room.play(onlyFor('bybit', () => aFault('blocked')))
    await room.pass(minutes(2))
    expect(room.source('bybit')).toMatchObject({ state: 'live', reason: 'It is blocked.' })
  })

  test('that recovered remembers its last error and is live', async () => {
    const { room, play, pass, source } = await after(() => aFault('network'))
    play((question) => anHonestBoard(question))
    await pass(minutes(6))
    expect(source('bybit')).toMatchObject({ state: 'live', reason: null, lastError: { kind: 'network' } })
    room.stop()
  })

  test('whose ads are all gone is empty', async () => {
    const { said } = await after((question) => anHonestBoard(question, { ads: question.fiat === 'UAH' ? 0 : 8 }))
    expect(said).toMatchObject({ state: 'empty', ads: 0 })
  })

  test.each([
    ['says that it has no such market', () => aFault('no_market')],
    [
      'has never shown an ad of it',
      (question: Parameters<typeof anHonestBoard>[0]) => anHonestBoard(question, { ads: 0 }),
    ],
  ])('that %s is unsupported, whatever goes wrong with the exchange later', async (_, denied) => {
    const room = await openIngest({
      script: onlyFor('bybit', (question) => (question.fiat === 'PLN' ? denied(question) : anHonestBoard(question))),
    })
    room.room.start()
    await room.pass(minutes(6))
    for (const kind of [null, 'timeout', 'blocked', null] as const) {
      if (kind !== null)
        room.play(
          onlyFor('bybit', (question) =>
            question.fiat === 'PLN' && kind === 'timeout' ? denied(question) : aFault(kind),
          ),
        )
      expect(room.source('bybit', 'PLN')).toMatchObject({ state: 'unsupported', ads: 0 })
      await room.pass(minutes(20))
    }
    expect(room.source('bybit', 'UAH').state).not.toBe('unsupported')
  })

  test('that shows nothing in one currency and nothing in any other may hide everything', async () => {
    const room = await openIngest({ script: onlyFor('bybit', (question) => anHonestBoard(question, { ads: 0 })) })
    room.room.start()
    await room.pass(minutes(1))
    expect(room.source('bybit').state).not.toBe('unsupported')
  })

  test('that was in trouble before a restart waits with a reason', async () => {
    const first = await after(() => aFault('blocked'))
    first.room.stop()
    const again = await openIngest({ store: first.store })
    again.room.start()
    expect(again.source('bybit')).toMatchObject({ state: 'blocked', reason: expect.stringContaining('restart') })
  })
})

test('every exchange reports on every currency, in the order used everywhere', async () => {
  const room = await openIngest({ fiats: ['UAH', 'EUR'], exchanges: ['okx', 'mexc'] })
  expect(room.latest.sources().map(({ fiat, exchange }) => `${fiat} ${exchange}`)).toEqual([
    'UAH okx',
    'UAH mexc',
    'EUR okx',
    'EUR mexc',
  ])
})
