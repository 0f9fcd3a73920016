import { offerKey } from '@p2p-rates/core/internal'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeTime } from '../testing/fake-time.js'
import { minutes, openIngest } from './testing/open-ingest.js'
import { anHonestBoard, type Question } from './testing/scripted-exchanges.js'

const withBait = (question: Question) => {
  const board = anHonestBoard(question)
  return {
    ...board,
    ads: board.ads.map((ad, index) => (index === 3 ? { ...ad, price: 41.01, minFiat: 500, maxFiat: 9_000 } : ad)),
  }
}

const open = (store: ReturnType<typeof openMemoryStore>, wallMs?: number) =>
  openIngest({
    time: createFakeTime(wallMs),
    store: store.sources,
    fiats: ['UAH'],
    exchanges: ['okx', 'bybit'],
    script: withBait,
  })

const baitOf = (room: Awaited<ReturnType<typeof open>>) => {
  const { market, memory } = room.latest.snapshot('UAH') ?? {}
  const bait = market?.boards
    .find(({ exchange, side }) => exchange === 'okx' && side === 'BUY')
    ?.ads.find(({ ad }) => ad.price === 41.01)
  return Math.round(memory?.unchangedMinutes?.get(bait === undefined ? '' : offerKey(bait.ad)) ?? 0)
}

describe.each([
  ['a moment', 1_000],
  ['twenty minutes', minutes(20)],
  ['three hours', minutes(180)],
])('after a restart that took %s', (_, awayMs) => {
  const restart = async () => {
    const store = openMemoryStore()
    onTestFinished(() => store.close())
    const first = await open(store)
    first.room.start()
    await first.pass(minutes(61))
    const before = first.latest.snapshot('UAH')
    first.room.stop()
    const again = await open(store, first.clock.wallMs() + awayMs)
    return { first, before, again }
  }

  test('bait has been standing since it was first seen', async () => {
    const { again } = await restart()
    again.room.start()
    await again.pass(minutes(5.5))
    expect(baitOf(again)).toBeGreaterThanOrEqual(61 + awayMs / 60_000)
  })

  test('a board is judged against its last state, unless that is half an hour old', async () => {
    const { before, again } = await restart()
    const centre = before?.market.boards.find(({ exchange, side }) => exchange === 'okx' && side === 'BUY')?.ownCentre
    again.room.start()
    await again.pass(minutes(awayMs < minutes(5) ? 5.5 : 0.5))
    const previous = again.latest.snapshot('UAH')?.memory.previous?.get('okx:BUY')
    expect(typeof centre).toBe('number')
    expect(previous).toBe(awayMs > minutes(30) ? undefined : centre)
  })
})

test('data republished after a restart are judged as before, under a higher version', async () => {
  const store = openMemoryStore()
  onTestFinished(() => store.close())
  const first = await open(store)
  first.room.start()
  await first.pass(minutes(11))
  const before = first.latest.snapshot('UAH')
  first.room.stop()
  const again = await open(store, first.clock.wallMs())
  const shown = again.latest.snapshot('UAH')
  expect(shown?.memory.previous).toEqual(before?.memory.previous)
  expect(shown?.rates).toEqual(before?.rates)
  expect(shown?.version).toBeGreaterThan(before?.version ?? Number.POSITIVE_INFINITY)
})

test.each([
  ['a few seconds behind that of the server before', -4_000, 16],
  ['further behind than clocks may be', -6_000, 0],
])('a server whose clock is %s', async (_, apartMs, ads) => {
  const store = openMemoryStore()
  onTestFinished(() => store.close())
  const first = await open(store)
  first.room.start()
  await first.pass(minutes(5) + 500)
  const bait = baitOf(first)
  expect(bait).toBeGreaterThan(3)
  first.room.stop()
  const again = await open(store, first.clock.wallMs() + apartMs)
  expect(again.latest.sources().map((source) => source.ads)).toEqual([ads, ads])
  expect(baitOf(again)).toBe(ads === 0 ? 0 : bait)
})
