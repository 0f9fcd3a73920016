import { describe, expect, test } from 'vitest'
import { serializeReading } from './reading-codec.js'
import { minutes, onlyFor } from './testing/open-ingest.js'
import { openServers } from './testing/open-servers.js'
import { aFault, anHonestBoard, type Question } from './testing/scripted-exchanges.js'

const three = ['okx', 'bybit', 'mexc'] as const

const openSplit = async (options: Partial<Parameters<typeof openServers>[0]> = {}) => {
  const servers = openServers({ exchanges: three, ...options })
  const [one, other] = [servers.open(), servers.open({ monoMs: 7_654_321, wallMs: 3_000 })]
  const leader = await one.believe()
  await one.ask('okx')
  const [bybit] = [await other.ask('bybit'), await other.ask('mexc')]
  return { ...servers, one, other, leader, bybit }
}

test('what another server reads is believed and published with the rest, once a cycle', async () => {
  const { pass, leader, one, other, readings } = await openSplit()
  await pass(30_000)
  expect(leader.used()).toEqual(['bybit', 'mexc', 'okx'])
  expect(leader.market.sources().map(({ state, ads }) => [state, ads])).toEqual(three.map(() => ['live', 16]))
  // Local readings don't go through the queue.
  expect(await readings.agesOf('okx')).toEqual([])
  await pass(minutes(10))
  // Expect at most 2 per cycle: one for local readings and one for those of the other server.
  expect(one.told('published').length).toBeLessThanOrEqual(6)
  expect([...one.told('crash'), ...other.told('crash')]).toEqual([])
})

test('an added exchange is read at once, and then with the rest; a removed one leaves them alone', async () => {
  const servers = openServers({ exchanges: three })
  const one = servers.open()
  await one.believe()
  await one.ask('okx')
  const started = servers.clock.wallMs()
  await servers.pass(minutes(2))
  const bybit = await one.ask('bybit')
  await servers.pass(minutes(4))
  const askedAt = (exchange: string) => [
    ...new Set(servers.asked.filter((question) => question.exchange === exchange).map(({ atMs }) => atMs - started)),
  ]
  expect(askedAt('okx')).toEqual([0, minutes(5)])
  expect(askedAt('bybit')).toEqual([minutes(2), minutes(5)])
  bybit.stop()
  await servers.pass(minutes(5))
  expect(askedAt('okx')).toEqual([0, minutes(5), minutes(10)])
  expect(askedAt('bybit')).toHaveLength(2)
  // Expect one per cycle, and one for the exchange that joined in between.
  expect(one.told('cycle_done')).toHaveLength(4)
})

test('a reading is as old as it is, whatever the clocks of the two servers say', async () => {
  const servers = openServers({ exchanges: ['bybit'] })
  const [one, other] = [servers.open(), servers.open({ monoMs: -900, wallMs: 3_600_000 })]
  const leader = await one.believe()
  const asking = await other.ask('bybit')
  await servers.pass(20_000)
  asking.stop()
  expect(leader.source('bybit')?.observedAtMs).toBeGreaterThan(servers.clock.wallMs() - 30_000)
  expect(leader.source('bybit')?.observedAtMs).toBeLessThan(servers.clock.wallMs() + 5_000)
  await servers.pass(minutes(9.5))
  expect(leader.used()).toEqual(['bybit'])
  await servers.pass(minutes(0.5))
  expect(leader.used()).toEqual([])
})

describe('how an exchange is doing', () => {
  test('is reported on the leader, for requests of every server', async () => {
    const { pass, leader, play, clock } = await openSplit()
    await pass(minutes(4))
    play(onlyFor('bybit', () => aFault('blocked')))
    await pass(minutes(2))
    expect(leader.source('bybit')).toMatchObject({ state: 'live', lastError: { kind: 'blocked' } })
    const condition = leader.market.conditions().find(({ exchange }) => exchange === 'bybit')
    expect(condition).toMatchObject({ state: 'left_alone', cause: 'blocked', times: 1, message: 'It is blocked.' })
    const waitMs = (condition?.untilMs ?? 0) - clock.wallMs()
    expect(waitMs > 0 && waitMs <= minutes(5)).toBe(true)
    expect(leader.source('bybit')?.nextAttemptAtMs).toBe(condition?.untilMs)
    await pass(minutes(10))
    expect(leader.source('bybit')).toMatchObject({ state: 'blocked', reason: 'It is blocked.' })
    expect(leader.source('mexc')).toMatchObject({ state: 'live', reason: null })
    play((question) => anHonestBoard(question))
    await pass(minutes(40))
    expect(leader.source('bybit')).toMatchObject({ state: 'live', reason: null })
  })

  test('is reported once a second at most, only after a change, and only if another server leads', async () => {
    const { pass, told, clock } = await openSplit()
    await pass(minutes(15))
    const of = (exchange: string) => told.filter((one) => one.exchange === exchange).map(({ atMs }) => atMs)
    expect(of('okx')).toEqual([])
    const times = of('bybit')
    expect(times.length).toBeGreaterThanOrEqual(3)
    expect(times.length).toBeLessThanOrEqual(15)
    expect(times.every((atMs, index) => index === 0 || atMs - (times[index - 1] ?? 0) >= 1_000)).toBe(true)
    expect(clock.wallMs() - (times.at(-1) ?? 0)).toBeLessThan(minutes(5))
  })

  test('an exchange without a reader grows stale, with its reason', async () => {
    const { pass, leader, bybit } = await openSplit()
    await pass(minutes(1))
    bybit.stop()
    await pass(minutes(11))
    expect(leader.source('bybit')).toMatchObject({
      state: 'stale',
      reason: 'No server asks this exchange at the moment.',
      nextAttemptAtMs: null,
    })
    expect(leader.used()).toEqual(['mexc', 'okx'])
  })

  test('an exchange never read by any server says so from the beginning', async () => {
    const servers = openServers({ exchanges: three })
    const leader = await servers.open().believe()
    expect(leader.source('okx')).toMatchObject({ state: 'stale', isKnown: false, nextAttemptAtMs: null })
    expect(leader.market.conditions()).toHaveLength(3)
  })

  test('that it is simulated is known before its prices are', async () => {
    const { one, leader, beSimulated, pass } = await openSplit({
      latencyMs: ({ exchange }) => (exchange === 'okx' ? 500 : 300),
    })
    const seen: unknown[] = []
    leader.market.subscribe(() =>
      seen.push([leader.used(), one.room.isRemoteSimulated, leader.source('mexc')?.simulated]),
    )
    beSimulated()
    // Before the worker sends its status again.
    await pass(900)
    expect(seen).toEqual([[['bybit', 'mexc', 'okx'], true, true]])
  })
})

test('every question is counted once where it is put on record, also when the one who believes changes', async () => {
  const { pass, one, other, leader, open } = await openSplit()
  const third = open()
  await pass(minutes(7))
  leader.stop()
  const next = await other.believe()
  await pass(minutes(10))
  const counted = (kind: 'due' | 'answered') =>
    [...one.told(kind), ...other.told(kind)].filter((event) => 'exchange' in event && event.exchange !== 'okx').length
  // Four cycles of two exchanges with two sides, wherever they were counted.
  expect([counted('due'), counted('answered')]).toEqual([16, 16])
  expect([...third.told('due'), ...third.told('answered')]).toEqual([])
  next.stop()
})

test("reports of a server's own exchange workers do not reach itself", async () => {
  const { pass, other, leader, lastWord } = await openSplit()
  await pass(minutes(1))
  const word = lastWord('bybit')
  leader.stop()
  await other.believe()
  other.room.receiveWorkerStatus({ ...word, counts: word.counts.map((count) => ({ ...count, due: 99 })) })
  expect(other.told('due')).toEqual([])
})

test('a list that is suddenly empty is not believed at once, and not asked for again within the cycle', async () => {
  const { pass, leader, play, asked } = await openSplit()
  await pass(minutes(1))
  play(onlyFor('bybit', (question) => anHonestBoard(question, { ads: 0 })))
  const before = asked.filter(({ exchange }) => exchange === 'bybit').length
  await pass(minutes(5))
  expect(leader.source('bybit')).toMatchObject({ state: 'live', ads: 16 })
  expect(asked.filter(({ exchange }) => exchange === 'bybit')).toHaveLength(before + 2)
  await pass(minutes(15))
  expect(leader.source('bybit')).toMatchObject({ state: 'empty' })
})

describe('the successor', () => {
  test('as the leader takes fresh readings, each once', async () => {
    const { pass, leader, other, one } = await openSplit()
    await pass(minutes(1))
    leader.stop()
    await pass(minutes(2))
    const next = await other.believe()
    await pass(15_000)
    expect(next.used()).toEqual(['bybit', 'mexc', 'okx'])
    expect(other.told('published')).toEqual([])
    next.stop()
    const doubts = [...one.told('doubt'), ...other.told('doubt'), ...other.told('refused')]
    expect(doubts).toEqual([])
  })

  test.each([-3_000, 0, 3_000])(
    'continues from published data, even unsaved, with clocks that differ by %d ms',
    async (wallMs) => {
      const servers = openServers({ exchanges: three })
      const [one, other] = [servers.open(), servers.open({ wallMs })]
      const leader = await one.believe()
      for (const exchange of three) await one.ask(exchange)
      await servers.pass(minutes(1))
      servers.saveNoBoards()
      await servers.pass(minutes(5))
      leader.stop()
      await other.believe()
      await servers.pass(minutes(6))
      const updated = servers.published.map(({ updatedAtMs }) => updatedAtMs)
      expect(updated.length).toBeGreaterThanOrEqual(4)
      expect(updated).toEqual(updated.toSorted((a, b) => a - b))
      for (const { market } of servers.published) expect(market.boards).toHaveLength(6)
    },
  )

  test.each([-3_000, 3_000])('takes nothing twice, with clocks that differ by %d ms', async (wallMs) => {
    const servers = openServers({ exchanges: ['bybit'] })
    const [one, other] = [servers.open(), servers.open({ wallMs })]
    const leader = await one.believe()
    await other.ask('bybit')
    await servers.pass(minutes(1))
    leader.stop()
    const third = servers.open()
    const next = await third.believe()
    await servers.pass(15_000)
    expect(next.used()).toEqual(['bybit'])
    expect(third.told('published')).toEqual([])
  })

  test('as the reader does not repeat requests of a moment ago', async () => {
    const { pass, other, bybit, asked } = await openSplit()
    await pass(minutes(1))
    const of = () => asked.filter(({ exchange }) => exchange === 'bybit').length
    const before = of()
    bybit.stop()
    await other.ask('bybit')
    await pass(10_000)
    expect(of()).toBe(before)
    await pass(minutes(5))
    expect(of()).toBeGreaterThan(before)
  })

  test('does not repeat a request of a moment ago, and respects a requested pause', async () => {
    const blocked = onlyFor('bybit', () => aFault('blocked'))
    const { pass, other, one, bybit, asked, play } = await openSplit()
    await pass(minutes(1))
    const of = (exchange: string) => asked.filter((question) => question.exchange === exchange).length
    const before = of('bybit')
    bybit.stop()
    const third = await one.ask('bybit')
    await pass(10_000)
    expect(of('bybit')).toBe(before)
    play(blocked)
    await pass(minutes(6))
    third.stop()
    const refused = of('bybit')
    await other.ask('bybit')
    await pass(minutes(2))
    expect(of('bybit')).toBe(refused)
  })
})

describe('a deposed leader', () => {
  test('hands nothing over, and says nothing of how it is doing', async () => {
    const { pass, leader, bybit, told, clock } = await openSplit()
    await pass(minutes(1))
    bybit.depose()
    const deposedAtMs = clock.wallMs()
    await pass(minutes(11))
    expect(leader.used()).toEqual(['mexc', 'okx'])
    expect(told.filter(({ exchange, atMs }) => exchange === 'bybit' && atMs > deposedAtMs)).toEqual([])
  })

  test('makes no request once it knows, and drops late answers', async () => {
    const { pass, asked, bybit, readings } = await openSplit({ latencyMs: () => 5_000 })
    await pass(2_000)
    const before = asked.length
    bybit.stop()
    await pass(minutes(20))
    expect(asked.filter(({ exchange }) => exchange === 'bybit').length).toBe(2)
    expect(asked.length).toBeGreaterThan(before)
    expect(await readings.agesOf('bybit')).toEqual([])
  })
})

describe('a forwarded reading is not used before it was checked', () => {
  const honest = (atMs: number, facts: Parameters<typeof anHonestBoard>[1] = {}) =>
    anHonestBoard({ exchange: 'okx', fiat: 'UAH', side: 'BUY', atMs } satisfies Question, facts)

  const withForgery = async (forged: (atMs: number) => string, exchange = 'okx') => {
    const servers = openServers({ exchanges: three })
    const one = servers.open()
    const leader = await one.believe()
    await servers.forge(forged(servers.clock.wallMs()), exchange)
    await servers.pass(15_000)
    return { ...servers, one, leader }
  }
  const textOf = (board: unknown, atMs: number) => serializeReading(board as ReturnType<typeof honest>, atMs)

  test('an honest one is taken', async () => {
    const { leader, one } = await withForgery((atMs) => textOf(honest(atMs), atMs))
    expect(leader.used()).toEqual(['okx'])
    expect(one.told('refused')).toEqual([])
  })

  test('one that was read elsewhere says so on, and whether that was checked', async () => {
    for (const checked of [true, false]) {
      const { leader } = await withForgery((atMs) => textOf({ ...honest(atMs), remote: { checked } }, atMs))
      expect(leader.source('okx')).toMatchObject({ remote: { checked } })
    }
  })

  test.each<[string, (atMs: number) => string]>([
    ['a check that is text', (atMs) => textOf({ ...honest(atMs), remote: { checked: 'yes' } }, atMs)],
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['another shape', () => '[]'],
    ['no date', (atMs) => JSON.stringify({ board: honest(atMs) })],
    ['another exchange', (atMs) => textOf({ ...honest(atMs), exchange: 'bybit' }, atMs)],
    ['ads of another side', (atMs) => textOf(honest(atMs, { facts: { side: 'SELL' } }), atMs)],
    ['a price below zero', (atMs) => textOf(honest(atMs, { facts: { price: -1 } }), atMs)],
    ['a price that is text', (atMs) => textOf(honest(atMs, { facts: { price: '41' as unknown as number } }), atMs)],
    ['limits that contradict each other', (atMs) => textOf(honest(atMs, { facts: { minFiat: 9, maxFiat: 8 } }), atMs)],
    ['a link that runs something', (atMs) => textOf(honest(atMs, { facts: { url: 'javascript:alert(1)' } }), atMs)],
    ['more ads than any board has', (atMs) => textOf(honest(atMs, { ads: 51 }), atMs)],
    ['more than it names', (atMs) => textOf({ ...honest(atMs), more: true }, atMs)],
    ['endless text', (atMs) => textOf(honest(atMs), atMs) + ' '.repeat(1_000_000)],
    ['a prototype', () => '{"__proto__":{"askedAtMs":1}}'],
  ])('%s is refused, and costs that one reading', async (_, forged) => {
    const { leader, one, forge, clock, pass } = await withForgery(forged)
    expect(leader.used()).toEqual([])
    expect(one.told('refused')).toEqual([{ kind: 'refused', exchange: 'okx', fiat: 'UAH', side: 'BUY' }])
    await forge(textOf(honest(clock.wallMs()), clock.wallMs()))
    await pass(15_000)
    expect(leader.used()).toEqual(['okx'])
    expect(one.told('crash')).toEqual([])
  })

  test('of an exchange that is not collected here nothing is taken or reported', async () => {
    const { leader, one } = await withForgery((atMs) => textOf(honest(atMs), atMs), 'nobody')
    expect([leader.used(), one.told('refused')]).toEqual([[], []])
  })

  test('an older reading than the known one changes nothing', async () => {
    const { leader, forge, clock, pass } = await withForgery((atMs) => textOf(honest(atMs), atMs))
    const atMs = clock.wallMs()
    await forge(textOf(honest(atMs - 60_000, { ads: 3 }), atMs - 60_000), 'okx', 60_000)
    await pass(15_000)
    expect(leader.source('okx')?.ads).toBe(8)
  })

  test('a reading requested earlier is older, by any clock', async () => {
    const { leader, forge, clock, pass } = await withForgery((atMs) => textOf(honest(atMs), atMs))
    await pass(minutes(2))
    // Asked for a moment before the other one, by a machine whose clock is four seconds ahead.
    const ageMs = minutes(2) + 15_000 + 2_000
    const atMs = clock.wallMs() - ageMs + 4_000
    await forge(textOf(honest(atMs, { ads: 3 }), atMs), 'okx', ageMs)
    await pass(15_000)
    expect(leader.source('okx')?.ads).toBe(8)
  })

  test('who believes no longer takes nothing of what still comes in', async () => {
    const servers = openServers({ exchanges: three })
    const one = servers.open()
    const leader = await one.believe()
    const atMs = servers.clock.wallMs()
    await servers.forge(textOf(honest(atMs), atMs))
    await servers.forge(textOf(anHonestBoard({ exchange: 'bybit', fiat: 'UAH', side: 'BUY', atMs }), atMs), 'bybit')
    leader.stop()
    await servers.pass(15_000)
    expect(one.told('published')).toEqual([])
  })

  test('a reading too old to be shown is not taken', async () => {
    const servers = openServers({ exchanges: three })
    const leader = await servers.open().believe()
    const atMs = servers.clock.wallMs() - 600_001
    await servers.forge(textOf(honest(atMs), atMs), 'okx', 600_001)
    await servers.pass(15_000)
    expect(leader.source('okx')).toMatchObject({ ads: 0, isKnown: false })
  })
})
