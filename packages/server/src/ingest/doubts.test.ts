import { exchangeIds } from '@p2p-rates/core'
import { median } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import { minutes, onlyFor, openIngest } from './testing/open-ingest.js'
import { anHonestBoard, type Question, type Script } from './testing/scripted-exchanges.js'

const honest: Script = (question) => anHonestBoard(question)
const empty: Script = (question) => anHonestBoard(question, { ads: 0 })
const start = async (options: Parameters<typeof openIngest>[0] = {}) => {
  const room = await openIngest(options)
  room.room.start()
  await room.pass(minutes(6))
  return room
}
const adsOf = (room: Awaited<ReturnType<typeof openIngest>>, exchange: string, side = 'BUY') =>
  room.latest.snapshot('UAH')?.market.boards.find((board) => board.exchange === exchange && board.side === side)?.ads
    .length

describe('an empty list where there were ads', () => {
  const emptyUahBuy: Script = (question) =>
    question.fiat === 'UAH' && question.side === 'BUY' ? empty(question) : honest(question)

  test('is asked about once more and not believed in its first cycle', async () => {
    const room = await start()
    room.play(onlyFor('bybit', emptyUahBuy))
    const before = room.countOf('bybit')
    await room.pass(minutes(5))
    expect(adsOf(room, 'bybit')).toBe(8)
    expect(room.countOf('bybit') - before).toBe(7)
    expect(room.events).toContainEqual(expect.objectContaining({ kind: 'doubt', doubt: 'suspect_empty', fiat: 'UAH' }))
  })

  test('is believed in the second', async () => {
    const room = await start()
    room.play(onlyFor('bybit', emptyUahBuy))
    await room.pass(minutes(10))
    expect(adsOf(room, 'bybit')).toBe(0)
    expect(room.source('bybit').state).toBe('live')
  })

  test('is believed at once where there were only four', async () => {
    const room = await start({ script: onlyFor('bybit', (question) => anHonestBoard(question, { ads: 4 })) })
    room.play(onlyFor('bybit', emptyUahBuy))
    await room.pass(minutes(5))
    expect(adsOf(room, 'bybit')).toBe(0)
  })

  test('is forgotten when the retry shows ads', async () => {
    const room = await start()
    let asked = 0
    room.play(
      onlyFor('bybit', (question) =>
        question.fiat === 'UAH' && question.side === 'BUY' && asked++ % 2 === 0 ? empty(question) : honest(question),
      ),
    )
    await room.pass(minutes(30))
    expect(adsOf(room, 'bybit')).toBe(8)
  })

  test('that was always empty is no fault: the exchange does not trade this currency', async () => {
    const room = await start({
      script: onlyFor('bybit', (question) => (question.fiat === 'PLN' ? empty(question) : honest(question))),
    })
    expect(room.source('bybit', 'PLN')).toMatchObject({ state: 'unsupported', lastError: null })
    expect(room.events.filter(({ kind }) => kind === 'fault' || kind === 'doubt')).toEqual([])
  })
})

describe('an exchange that contradicts the rest', () => {
  test('alone is left out with the reason, and never followed', async () => {
    const room = await start()
    room.play(onlyFor('bybit', (question) => anHonestBoard(question, { times: 1.3 })))
    for (let hour = 0; hour < 6; hour++) {
      await room.pass(minutes(60))
      expect(room.used()).toEqual(exchangeIds.filter((id) => id !== 'bybit'))
      expect(room.source('bybit')).toMatchObject({
        state: 'held_out',
        cause: 'implausible',
        reason: expect.stringContaining('contradict'),
      })
    }
    room.play(honest)
    await room.pass(minutes(6))
    expect(room.source('bybit').state).toBe('live')
    expect(room.events.flatMap((event) => (event.kind === 'doubt' && event.fiat === 'UAH' ? event.doubt : []))).toEqual(
      ['implausible', 'implausible', null, null],
    )
  })

  test('on the very first look is found out once two others have spoken', async () => {
    const room = await start({ script: onlyFor('binance', (question) => anHonestBoard(question, { times: 1.5 })) })
    expect(room.used()).not.toContain('binance')
  })

  test('with one bait ad stays, and the bait moves no price', async () => {
    const room = await start()
    const before = room.latest.snapshot('UAH')?.rates.bestBuy?.price ?? 0
    for (const factor of [0.001, 0.5, 0.9, 1.5, 1_000]) {
      room.play(
        onlyFor('bybit', (question) => {
          const board = anHonestBoard(question)
          const [first, ...rest] = board.ads
          return first === undefined ? board : { ...board, ads: [{ ...first, price: first.price * factor }, ...rest] }
        }),
      )
      await room.pass(minutes(5))
      expect(room.used()).toContain('bybit')
      expect(Math.abs((room.latest.snapshot('UAH')?.rates.bestBuy?.price ?? 0) / before - 1)).toBeLessThan(0.005)
    }
  })
})

test.each([1.25, 2, 0.5])(
  'a currency that jumps to %d times its price everywhere is followed within three cycles',
  async (times) => {
    const room = await start()
    const before = room.latest.snapshot('UAH')?.rates.bestBuy?.price ?? 0
    room.play((question) => anHonestBoard(question, { times }))
    await room.pass(minutes(15))
    expect(room.used()).toEqual(exchangeIds)
    expect((room.latest.snapshot('UAH')?.rates.bestBuy?.price ?? 0) / before).toBeCloseTo(times, 1)
  },
)

test('an exchange that is first with the news is believed when another has gone more than half the way', async () => {
  const room = await start()
  room.play((question) => anHonestBoard(question, { times: { bybit: 1.4, okx: 1.19 }[question.exchange] ?? 1 }))
  await room.pass(minutes(10))
  expect(room.used()).not.toContain('bybit')
  await room.pass(minutes(5))
  expect(room.used()).toContain('bybit')
})

describe('an exchange on which nothing moves', () => {
  const frozenSince = (atMs: number, ads: number): Script =>
    onlyFor('bybit', (question) => ({ ...anHonestBoard({ ...question, atMs }, { ads }), observedAtMs: question.atMs }))

  test('is suspect after half an hour and left out after an hour, until something moves', async () => {
    const room = await start()
    room.play(frozenSince(room.clock.wallMs(), 30))
    await room.pass(minutes(30))
    expect(room.source('bybit').state).toBe('live')
    await room.pass(minutes(10))
    expect(room.source('bybit')).toMatchObject({ state: 'frozen', reason: expect.stringMatching(/3\d minutes/) })
    expect(room.used()).toContain('bybit')
    await room.pass(minutes(35))
    expect(room.source('bybit').state).toBe('frozen')
    expect(room.used()).not.toContain('bybit')
    expect(room.events.filter((event) => event.kind === 'doubt' && event.fiat === 'UAH')).toHaveLength(2)
    room.play(honest)
    await room.pass(minutes(5))
    expect(room.source('bybit').state).toBe('live')
    expect(room.used()).toContain('bybit')
  })

  const quietSince = (atMs: number, times: (exchange: string) => number): Script => {
    const still = frozenSince(atMs, 4)
    return (question) =>
      question.exchange === 'bybit' ? still(question) : anHonestBoard(question, { times: times(question.exchange) })
  }

  test('with few ads is simply quiet while all other exchanges stay in place', async () => {
    const room = await start()
    const quiet = room.clock.wallMs()
    room.play(quietSince(quiet, () => 1))
    await room.pass(minutes(10))
    room.play(quietSince(quiet, () => 1.008))
    await room.pass(minutes(120))
    expect(room.source('bybit').state).toBe('live')
  })

  test.each([1.012, 0.988])(
    'and that has few ads is left out an hour later when three others moved by %d',
    async (to) => {
      const room = await start()
      const movers = ['binance', 'okx', 'kucoin']
      const quiet = room.clock.wallMs()
      room.play(quietSince(quiet, () => 1))
      await room.pass(minutes(10))
      room.play(quietSince(quiet, (exchange) => (movers.includes(exchange) ? to : 1)))
      await room.pass(minutes(45))
      expect(room.used()).toContain('bybit')
      await room.pass(minutes(15))
      expect(room.used()).not.toContain('bybit')
      expect(room.source('bybit')).toMatchObject({ state: 'frozen', reason: expect.stringContaining('moved on') })
      room.play(honest)
      await room.pass(minutes(5))
      expect(room.source('bybit').state).toBe('live')
    },
  )

  test.each([
    ['two others moved', { binance: 1.03, okx: 1.03 }],
    ['the others moved apart', { binance: 1.03, okx: 1.03, kucoin: 0.97, mexc: 0.97 }],
  ])('is believed while only %s', async (_, moves: Readonly<Record<string, number>>) => {
    const room = await start()
    const quiet = room.clock.wallMs()
    room.play(quietSince(quiet, () => 1))
    await room.pass(minutes(10))
    room.play(quietSince(quiet, (exchange) => moves[exchange] ?? 1))
    await room.pass(minutes(120))
    expect(room.source('bybit').state).toBe('live')
  })
})

describe('sides that look exchanged', () => {
  const swapped: Script = (question) => {
    const board = anHonestBoard({ ...question, side: question.side === 'BUY' ? 'SELL' : 'BUY' })
    const shift = question.side === 'BUY' ? 0.985 : 1.015
    return {
      ...board,
      side: question.side,
      ads: board.ads.map((ad) => ({ ...ad, side: question.side, price: ad.price * shift })),
    }
  }

  test('once are a hint, twice the exchange is left out, and one good look brings it back', async () => {
    const room = await start()
    room.play(onlyFor('bybit', swapped))
    await room.pass(minutes(5))
    expect(room.used()).toContain('bybit')
    await room.pass(minutes(5))
    expect(room.used()).not.toContain('bybit')
    expect(room.source('bybit')).toMatchObject({
      state: 'held_out',
      cause: 'swapped_sides',
      reason: expect.stringContaining('exchanged'),
    })
    room.play(honest)
    await room.pass(minutes(5))
    expect(room.used()).toContain('bybit')
  })
})

describe('a currency whose sides come to cross', () => {
  /** Boards whose buyers pay `pct` percent more than sellers ask. */
  const crossedBy =
    (pct: (question: Question) => number): Script =>
    (question) =>
      anHonestBoard(question, { times: 1 + ((question.side === 'BUY' ? -1 : 1) * pct(question)) / 200 })

  test('step by step, on one exchange first, loses none of them on the way', async () => {
    const room = await start()
    const sinceMs = room.clock.wallMs()
    const cyclesOf = ({ atMs }: Question) => (atMs - sinceMs) / minutes(5)
    const ahead = ({ exchange }: Question) => (exchange === 'mexc' ? 20 : 0)
    room.play(
      crossedBy((question) =>
        question.fiat === 'UAH' ? Math.max(0, Math.min(5, 0.1 * (cyclesOf(question) + ahead(question) - 20))) : 0,
      ),
    )
    for (let cycle = 0; cycle < 90; cycle++) {
      await room.pass(minutes(5))
      expect(room.used()).toEqual(exchangeIds)
    }
    const [bid, ask] = ['SELL', 'BUY'].map((side) =>
      median(
        room.latest
          .snapshot('UAH')
          ?.market.boards.find((board) => board.side === side)
          ?.ads.map(({ ad }) => ad.price) ?? [],
      ),
    )
    expect((bid ?? 0) / (ask ?? 1)).toBeGreaterThan(1.03)
    expect(room.events.filter(({ kind }) => kind === 'doubt')).toEqual([])
  })

  test('in one night, on all exchanges, loses none of them', async () => {
    const room = await start()
    room.play(crossedBy(({ fiat }) => (fiat === 'UAH' ? 4.5 : 0)))
    for (let cycle = 0; cycle < 12; cycle++) {
      await room.pass(minutes(5))
      expect(room.used()).toEqual(exchangeIds)
    }
  })
})

describe('an exchange that shows nothing at all, politely', () => {
  test('counts as one that refuses us, and is asked ever less often', async () => {
    const room = await start()
    const sinceMs = room.clock.wallMs()
    room.play(onlyFor('bybit', empty))
    await room.pass(minutes(5))
    expect(room.events).toContainEqual(expect.objectContaining({ doubt: 'geo_block', exchange: 'bybit' }))
    expect(adsOf(room, 'bybit')).toBe(8)
    await room.pass(minutes(55))
    expect(room.source('bybit')).toMatchObject({ state: 'blocked', reason: expect.stringContaining('any currency') })
    expect(room.countOf('bybit', sinceMs)).toBeLessThan(12)
    room.play(honest)
    await room.pass(minutes(61))
    expect(room.source('bybit').state).toBe('live')
  })

  test('from the first moment is found out as well', async () => {
    const room = await start({ script: onlyFor('bybit', empty) })
    expect(room.source('bybit').state).toBe('blocked')
  })
})
