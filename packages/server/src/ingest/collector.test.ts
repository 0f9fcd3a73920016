import { exchangeIds, type Fiat, fiats } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'
import { minutes, onlyFor, openIngest } from './testing/open-ingest.js'
import { aFault, anHonestBoard, type Question } from './testing/scripted-exchanges.js'

const marketsAsked = (asked: readonly Question[], exchange: string) =>
  asked.filter((question) => question.exchange === exchange).map(({ fiat, side }) => `${fiat} ${side}`)

const everybodyBut = (missing: string) => exchangeIds.filter((id) => id !== missing)

describe('a cycle', () => {
  test('asks every exchange for both sides of every currency, once, every five minutes', async () => {
    const room = await openIngest({ fiats })
    room.room.start()
    await room.pass(minutes(4.9))
    for (const exchange of ['binance', 'kucoin'])
      expect(marketsAsked(room.asked, exchange).sort()).toEqual(
        fiats.flatMap((fiat) => [`${fiat} BUY`, `${fiat} SELL`]).sort(),
      )
    await room.pass(minutes(10))
    expect(room.asked).toHaveLength(3 * exchangeIds.length * 2 * fiats.length)
  })

  test('has its own length for single currencies', async () => {
    const room = await openIngest({ cycles: new Map([['UAH', 60]]) })
    room.room.start()
    await room.pass(minutes(9.5))
    const countOf = (fiat: Fiat) =>
      room.asked.filter((question) => question.fiat === fiat).length / (2 * exchangeIds.length)
    expect([countOf('UAH'), countOf('EUR')]).toEqual([10, 2])
  })

  test('never has more than two questions to one exchange open', async () => {
    let most = 0
    const open = new Map<string, number>()
    const time = createFakeTime()
    const room = await openIngest({
      time,
      latencyMs: ({ exchange }) => {
        open.set(exchange, (open.get(exchange) ?? 0) + 1)
        most = Math.max(most, open.get(exchange) ?? 0)
        time.timers.after(700, () => open.set(exchange, (open.get(exchange) ?? 0) - 1))
        return 700
      },
    })
    room.room.start()
    await room.pass(minutes(20))
    expect(most).toBe(2)
  })

  test('that takes too long is cut at 240 of 300 seconds and never overlaps the next', async () => {
    const room = await openIngest({ fiats, latencyMs: () => 20_000 })
    room.room.start()
    await room.pass(minutes(5) - 1)
    expect(Math.max(...room.asked.map(({ atMs }) => atMs)) - (room.asked[0]?.atMs ?? 0)).toBeLessThan(240_000)
    await room.pass(minutes(30))
    // 24 of 38 markets fit into each of the seven cycles.
    expect(room.countOf('okx')).toBe(7 * 24)
    const inTwoCycles = marketsAsked(room.asked, 'okx').slice(0, 2 * 24)
    expect(new Set(inTwoCycles).size).toBe(38)
  })

  test('gives the duration', async () => {
    const room = await openIngest()
    room.room.start()
    await room.pass(minutes(1))
    expect(room.events.filter(({ kind }) => kind === 'cycle_done')).toEqual([{ kind: 'cycle_done', durationMs: 900 }])
  })
})

describe('publication', () => {
  test('comes once per currency and cycle when all answer', async () => {
    const room = await openIngest()
    room.room.start()
    await room.pass(minutes(14))
    expect(room.recorded).toHaveLength(3 * 3)
    expect(room.recorded.every(({ market }) => market.boards.length === 2 * exchangeIds.length)).toBe(true)
  })

  test('does not wait longer than ten seconds for a slow exchange, which follows', async () => {
    const room = await openIngest({ latencyMs: ({ exchange }) => (exchange === 'mexc' ? 9_000 : 300) })
    room.room.start()
    await room.pass(11_000)
    expect(room.used('PLN')).toEqual(everybodyBut('mexc'))
    await room.pass(minutes(1))
    expect(room.used('PLN')).toContain('mexc')
    expect(room.recorded.filter(({ fiat }) => fiat === 'PLN').length).toBeLessThanOrEqual(3)
  })

  test('announces when newer data are expected', async () => {
    const room = await openIngest()
    const startMonoMs = room.clock.monoMs()
    room.room.start()
    expect(room.latest.refreshAtMonoMs('UAH')).toBe(startMonoMs + 300_000)
    await room.pass(minutes(6))
    expect(room.latest.refreshAtMonoMs('UAH') - room.clock.monoMs()).toBeGreaterThan(200_000)
  })
})

describe('one exchange that misbehaves', () => {
  test.each([
    ['hangs and ignores being told to stop', () => 'hang' as const],
    ['throws', () => ({ throws: new Error('a bug in an adapter') })],
  ])('and %s delays no other exchange', async (_, answer) => {
    const calm = await openIngest()
    const room = await openIngest({ script: onlyFor('bybit', answer) })
    for (const each of [calm, room]) {
      each.room.start()
      await each.pass(minutes(30))
    }
    const ofOthers = ({ asked }: typeof calm) => asked.filter(({ exchange }) => exchange !== 'bybit')
    expect(ofOthers(room)).toEqual(ofOthers(calm))
    expect(room.used()).toEqual(everybodyBut('bybit'))
    room.play((question) => anHonestBoard(question))
    await room.pass(minutes(6))
    expect(room.used()).toContain('bybit')
  })

  test('and refuses for good is not asked again until the next start', async () => {
    const store = createMemorySourceStore()
    const script = onlyFor('bybit', () => ({ ...aFault('blocked'), isFinal: true }))
    const room = await openIngest({ store, script })
    room.room.start()
    await room.pass(minutes(1))
    const asked = room.countOf('bybit')
    await room.pass(minutes(120))
    expect(room.countOf('bybit')).toBe(asked)
    expect(room.source('bybit')).toMatchObject({ state: 'blocked', nextAttemptAtMs: null })
    room.room.stop()
    const again = await openIngest({ store })
    again.room.start()
    await again.pass(minutes(1))
    expect(again.used()).toContain('bybit')
  })

  test('and hangs is paused after failures after five time-outs', async () => {
    const room = await openIngest({ fiats, script: onlyFor('bybit', () => aFault('timeout')), latencyMs: () => 10_000 })
    room.room.start()
    await room.pass(minutes(2))
    expect(room.events).toContainEqual(expect.objectContaining({ kind: 'breaker_opened', exchange: 'bybit' }))
    const openedAfter = room.events.findIndex(({ kind }) => kind === 'breaker_opened')
    expect(room.events.slice(0, openedAfter).filter(({ kind }) => kind === 'fault')).toHaveLength(5)
  })

  test('and fails on half of its requests is paused after failures too', async () => {
    let count = 0
    const room = await openIngest({
      fiats,
      script: onlyFor('bybit', (question) => (count++ % 2 === 0 ? aFault('network') : anHonestBoard(question))),
    })
    room.room.start()
    await room.pass(30_000)
    expect(room.countOf('bybit')).toBeLessThan(25)
    expect(room.source('bybit').nextAttemptAtMs).toBeLessThan(room.clock.wallMs() + 60_000)
  })
})

test('a board that crashes our own code loses that board and is reported', async () => {
  const poisoned = onlyFor('bybit', (question) => ({ ...anHonestBoard(question), ads: [null as never] }))
  const room = await openIngest({ script: poisoned })
  room.room.start()
  await room.pass(minutes(6))
  expect(room.used()).toEqual(everybodyBut('bybit'))
  expect(room.events).toContainEqual(expect.objectContaining({ kind: 'crash', where: 'bybit UAH BUY' }))
  expect(room.events.filter(({ kind }) => kind === 'cycle_done')).toHaveLength(2)
  room.play((question) => anHonestBoard(question))
  await room.pass(minutes(5))
  expect(room.used()).toContain('bybit')
})

test('a log that throws stops nothing', async () => {
  const room = await openIngest({
    report: () => {
      throw new Error('the log is full')
    },
  })
  room.room.start()
  await room.pass(minutes(11))
  expect(room.used()).toEqual(exchangeIds)
  expect(room.countOf('okx')).toBe(3 * 6)
})

test.each([-3_600_000, 3_600_000])(
  'a wall clock set by %i ms in the middle of a cycle changes no freshness',
  async (step) => {
    const room = await openIngest()
    room.room.start()
    await room.pass(500)
    room.clock.setWall(room.clock.wallMs() + step)
    for (let minute = 0; minute < 30; minute++) {
      await room.pass(minutes(1))
      expect(room.used()).toEqual(exchangeIds)
    }
  },
)

describe('retries', () => {
  test('are at most two for a market', async () => {
    const room = await openIngest({
      fiats,
      script: onlyFor('bybit', (question) =>
        question.fiat === 'EUR' && question.side === 'BUY' ? aFault('timeout') : anHonestBoard(question),
      ),
    })
    room.room.start()
    await room.pass(minutes(4))
    expect(marketsAsked(room.asked, 'bybit').filter((market) => market === 'EUR BUY')).toHaveLength(3)
  })

  test('are at most a tenth of what a cycle asks', async () => {
    const room = await openIngest({
      fiats,
      script: onlyFor('bybit', (question) =>
        fiats.indexOf(question.fiat as Fiat) % 5 === 1 ? aFault('bad_response') : anHonestBoard(question),
      ),
    })
    room.room.start()
    await room.pass(minutes(4))
    expect(room.countOf('bybit')).toBeGreaterThan(38)
    expect(room.countOf('bybit') - 38).toBeLessThanOrEqual(0.1 * room.countOf('bybit'))
  })

  test.each(['schema_drift', 'too_large', 'redirect', 'blocked', 'no_market'] as const)(
    'are not made after %s',
    async (kind) => {
      const room = await openIngest({ script: onlyFor('bybit', () => aFault(kind)) })
      room.room.start()
      await room.pass(minutes(4))
      const asked = marketsAsked(room.asked, 'bybit')
      expect(new Set(asked).size).toBe(asked.length)
    },
  )
})

test('every fault is reported once, and again only when it is new', async () => {
  const room = await openIngest({ script: onlyFor('bybit', () => aFault('schema_drift')) })
  room.room.start()
  await room.pass(minutes(14))
  const faults = room.events.filter((event) => event.kind === 'fault')
  expect(faults).toHaveLength(3 * 6)
  expect(faults.filter(({ news }) => news)).toHaveLength(6)
})

describe('the pace after "too many requests"', () => {
  const askedPerMinute = async (room: Awaited<ReturnType<typeof openIngest>>) => {
    const before = room.countOf('bybit')
    await room.pass(60_000)
    return room.countOf('bybit') - before
  }

  test('is half of the usual, and the rest of the cycle waits for the requested time', async () => {
    let refused = 0
    const room = await openIngest({
      fiats,
      latencyMs: () => 1,
      script: onlyFor('bybit', (question) => (refused++ === 10 ? aFault('rate_limited', 30) : anHonestBoard(question))),
    })
    room.room.start()
    await room.pass(20_000)
    const stoppedAt = room.countOf('bybit')
    await room.pass(10_000)
    expect([stoppedAt, room.countOf('bybit')]).toEqual([12, 12])
    // Bybit's usual pause is 500 ms.
    await room.pass(2_000)
    expect(await askedPerMinute(room)).toBeGreaterThan(20)
    expect(marketsAsked(room.asked, 'bybit').length).toBeGreaterThan(38)
  })
})

describe('a restart', () => {
  const restart = async (before: Awaited<ReturnType<typeof openIngest>>, script?: Parameters<typeof openIngest>[0]) => {
    before.room.stop()
    return openIngest({ ...script, time: createFakeTime(before.clock.wallMs()), store: before.store })
  }

  test.each([
    [599, 1],
    [601, 0],
  ])('after %i seconds shows %i boards of the last state', async (seconds, shown) => {
    const room = await openIngest({ exchanges: ['okx'], fiats: ['UAH'] })
    room.room.start()
    await room.pass(1_000)
    const observedAtMs = room.latest.snapshot('UAH')?.updatedAtMs ?? 0
    room.room.stop()
    await room.pass(observedAtMs + seconds * 1_000 - room.clock.wallMs())
    const again = await restart(room, { exchanges: ['okx'], fiats: ['UAH'] })
    expect(again.used()).toHaveLength(shown)
  })

  test('lets stored boards grow stale at their true age', async () => {
    const room = await openIngest({ exchanges: ['okx'], fiats: ['UAH'] })
    room.room.start()
    await room.pass(minutes(4))
    const again = await restart(room, { exchanges: ['okx'], fiats: ['UAH'] })
    await again.pass(minutes(6) - 1_000)
    expect(again.used()).toEqual(['okx'])
    await again.pass(2_000)
    expect(again.used()).toEqual([])
  })

  test('remembers who asked for peace', async () => {
    const room = await openIngest({ script: onlyFor('bybit', () => aFault('blocked')) })
    room.room.start()
    await room.pass(minutes(1))
    const asked = room.countOf('bybit')
    const again = await restart(room)
    again.room.start()
    await again.pass(minutes(3.9))
    expect([asked > 0, again.countOf('bybit')]).toEqual([true, 0])
    await again.pass(minutes(1))
    expect(again.used()).toContain('bybit')
    expect(await again.store.backOffs()).toEqual([])
  })

  test('again and again does not probe a silent exchange more often than every 15 seconds', async () => {
    const script = onlyFor('bybit', () => 'hang')
    let room = await openIngest({ script: onlyFor('bybit', () => aFault('timeout')) })
    room.room.start()
    await room.pass(minutes(2))
    const startMs = room.clock.wallMs()
    let asked = 0
    while (room.clock.wallMs() < startMs + 600_000) {
      room = await restart(room, { script })
      room.room.start()
      await room.pass(3_000)
      asked += room.countOf('bybit')
    }
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(600 / 15 + 1)
  })

  test('again and again makes at most two requests in a cycle', async () => {
    let room = await openIngest()
    let asked = 0
    const startMs = room.clock.wallMs()
    while (room.clock.wallMs() < startMs + 300_000) {
      room.room.start()
      await room.pass(10_000)
      asked += room.countOf('okx')
      room = await restart(room)
    }
    expect(asked).toBeLessThanOrEqual(2 * 6)
  })

  test('with a broken store begins with nothing and collects', async () => {
    const broken = () => Promise.reject(new Error('broken'))
    const store = {
      saveBackOff: broken,
      clearBackOff: broken,
      backOffs: broken,
      saveBoards: broken,
      boardsSince: broken,
      memoriesSince: broken,
      nextPublications: broken,
    }
    const room = await openIngest({ store, script: onlyFor('bybit', () => aFault('blocked')) })
    room.room.start()
    await room.pass(minutes(10))
    expect(room.used()).toEqual(everybodyBut('bybit'))
    expect(room.events).toContainEqual(expect.objectContaining({ kind: 'crash' }))
  })
})

test('after stop no request is made and no event follows', async () => {
  const room = await openIngest({ script: onlyFor('bybit', () => aFault('timeout')) })
  room.room.start()
  await room.pass(500)
  room.room.stop()
  const [asked, events] = [room.asked.length, room.events.length]
  await room.pass(minutes(60))
  expect([room.asked.length, room.events.length]).toEqual([asked, events])
})

describe('with all exchanges down', () => {
  test('nothing is shown after ten minutes, and everything comes back by itself', async () => {
    const room = await openIngest()
    room.room.start()
    await room.pass(minutes(6))
    room.play(() => aFault('network'))
    await room.pass(minutes(10))
    expect([room.used('UAH'), room.used('EUR')]).toEqual([[], []])
    room.play((question) => anHonestBoard(question))
    await room.pass(90_000)
    expect(room.used('UAH')).toEqual(exchangeIds)
  })

  test('but one, there are its prices, no spread and no way to profit', async () => {
    const room = await openIngest()
    room.play((question) => (question.exchange === 'okx' ? anHonestBoard(question) : aFault('dns')))
    room.room.start()
    await room.pass(minutes(6))
    expect(room.latest.snapshot('UAH')?.rates).toMatchObject({
      exchanges: [{ exchange: 'okx' }],
      crossExchangeSpreadPct: null,
    })
  })
})
