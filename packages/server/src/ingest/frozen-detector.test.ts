import { type Ad, type Exchange, everyExchange, exchanges, readPage, type Side } from '@p2p-rates/core'
import { contextOf, pagesOf } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { isUnchanged, updateStillness } from './frozen-detector.js'
import { minutes, openIngest } from './testing/open-ingest.js'
import { anHonestBoard, type Question, type Script } from './testing/scripted-exchanges.js'

/** The ads of a recorded page, as if its very bytes had come again now. */
const replayed = (exchange: Exchange, side: Side, observedAtMs: number): readonly Ad[] => {
  const page = pagesOf(exchange.id).find(({ file }) => file === `uah-${side.toLowerCase()}.json`)
  if (page === undefined) throw new Error(`${exchange.id} has no such fixture.`)
  const reading = readPage(exchange, page.text, { ...contextOf(exchange, page), observedAtMs })
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  return reading.ads
}

/** The same people with six ads each: a board that cannot be quiet. */
const crowded = (ads: readonly Ad[]): readonly Ad[] =>
  Array.from({ length: 24 }, (_, copy) => ads.map((ad) => ({ ...ad, adId: `${ad.adId} ${copy}` }))).flat()

describe.each(everyExchange)('$name, answering with the same bytes again and again,', (exchange) => {
  const others = exchanges.filter(({ id }) => id !== exchange.id).map(({ id }) => id)
  const open = async (script: (honestAds: readonly Ad[], question: Question) => readonly Ad[], times = 1) => {
    const play =
      (moved: number): Script =>
      (question) => {
        const board = anHonestBoard(question, { times: 1.08 * moved })
        if (question.exchange !== exchange.id || question.fiat !== 'UAH') return board
        return { ...board, ads: script(replayed(exchange, question.side, question.atMs), question) }
      }
    const room = await openIngest({ script: play(1), exchanges: [exchange.id, ...others], fiats: ['UAH', 'EUR'] })
    room.room.start()
    await room.pass(minutes(10))
    room.play(play(times))
    return room
  }

  test('is frozen after half an hour and left out after an hour when its boards are full', async () => {
    const room = await open(crowded)
    await room.pass(minutes(28))
    expect(room.source(exchange.id)).toMatchObject({ state: 'frozen' })
    expect(room.used()).toContain(exchange.id)
    await room.pass(minutes(30))
    expect(room.used()).not.toContain(exchange.id)
  })

  test('is left out after an hour when its boards are small and all other exchanges have moved on by 2 %', async () => {
    const room = await open((ads) => ads, 1.02)
    await room.pass(minutes(45))
    expect(room.used()).toContain(exchange.id)
    await room.pass(minutes(20))
    expect(room.source(exchange.id)).toMatchObject({ state: 'frozen' })
    expect(room.used()).not.toContain(exchange.id)
  })
})

describe('an ad stands still', () => {
  const [ad] = anHonestBoard({ exchange: 'bybit', fiat: 'UAH', side: 'BUY', atMs: 0 }).ads
  if (ad === undefined) throw new Error('an honest board has ads')
  const later = (facts: Partial<Ad>): boolean => isUnchanged([ad], [{ ...ad, observedAtMs: 300_000, ...facts }])

  test('when its advertiser was last seen at the same instant, as long ago as before, or never', () => {
    expect(later({})).toBe(true)
    expect(later({ lastSeenAtMs: (ad.lastSeenAtMs ?? 0) + 300_000 })).toBe(true)
    const unseen = { ...ad, lastSeenAtMs: null }
    expect(isUnchanged([unseen], [{ ...unseen, observedAtMs: 300_000 }])).toBe(true)
  })

  test.each<Partial<Ad>>([
    { price: 41.01 },
    { minFiat: 7 },
    { maxFiat: 7_000 },
    { stockUsdt: 3 },
    { completedOrders: 1 },
    { completionPct: 98 },
    { adId: 'another' },
    { lastSeenAtMs: 100_000 },
    { lastSeenAtMs: null },
  ])('and not when %j', (facts) => {
    expect(later(facts)).toBe(false)
  })

  test('only on a board of as many ads', () => {
    expect(isUnchanged([ad], [])).toBe(false)
    expect(isUnchanged([ad], [ad, ad])).toBe(false)
  })
})

test('an empty board is never frozen: there is nothing on it that could move', () => {
  const board = anHonestBoard({ exchange: 'okx', fiat: 'UAH', side: 'BUY', atMs: 0 }, { ads: 0 })
  const first = updateStillness(null, {
    board,
    receivedMonoMs: 0,
    otherCentres: new Map([...'abc'].map((id) => [id, 41])),
  })
  const moved = new Map([...'abc'].map((id) => [id, 44]))
  const then = updateStillness(
    { board, stillness: first },
    { board, receivedMonoMs: minutes(120), otherCentres: moved },
  )
  expect(then.verdict).toBe('moving')
})
