import { exchangeIds, normalRules, offerKey } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { createHandTime } from '../hand-timers.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import { StorageUnavailableError } from '../storage-unavailable.js'
import { createFirstSeen } from './first-seen.js'
import { createLatest } from './held-boards.js'
import type { MarketEvent } from './market-event.js'
import { anHonestBoard, type BoardShape } from './testing/scripted-exchanges.js'

const start = (record: (snapshot: MarketSnapshot) => Promise<void> = async () => {}) => {
  const time = createHandTime()
  const events: MarketEvent[] = []
  const heard: MarketSnapshot[] = []
  const firstSeen = createFirstSeen()
  const latest = createLatest({
    ...time,
    exchanges: exchangeIds,
    rules: normalRules,
    firstSeen,
    record,
    report: (event) => events.push(event),
  })
  latest.subscribe((snapshot) => heard.push(snapshot))
  const put = (exchange: string, side: 'BUY' | 'SELL' = 'BUY', shape: BoardShape = {}) => {
    const board = anHonestBoard({ exchange, fiat: 'UAH', side, atMs: time.clock.wallMs() }, shape)
    latest.put(board, time.clock.monoMs())
    firstSeen.note(board.ads, time.clock.monoMs())
  }
  const used = () => latest.snapshot('UAH')?.market.boards.map(({ exchange }) => exchange) ?? []
  return { ...time, latest, events, heard, put, used }
}

describe('what is shown', () => {
  test('is nothing before the first publication', () => {
    const { latest, put } = start()
    put('okx')
    expect(latest.snapshot('UAH')).toBeNull()
  })

  test('is 600 seconds old and not a moment more, and the rest is judged without it', async () => {
    const { latest, put, used, pass, heard } = start()
    put('okx')
    await pass(100_000)
    put('bybit', 'BUY', { times: 1.001 })
    await latest.publish('UAH')
    await pass(500_000)
    expect(used()).toEqual(['bybit', 'okx'])
    await pass(1)
    expect(used()).toEqual(['bybit'])
    expect(latest.snapshot('UAH')?.rates.exchanges.map(({ exchange }) => exchange)).toEqual(['bybit'])
    await pass(100_000)
    expect(latest.snapshot('UAH')).toBeNull()
    expect(heard.map(({ market }) => market.boards.length)).toEqual([2, 1])
  })

  test('turns stale by the moment it is asked for, although no timer has fired', async () => {
    const { latest, put, clock, used } = start()
    put('okx')
    await latest.publish('UAH')
    clock.advance(600_001)
    expect(used()).toEqual([])
  })

  test.each([-3_600_000, 3_600_000])('does not age with a wall clock that is set by %i ms', async (step) => {
    const { latest, put, clock, pass, used } = start()
    put('okx')
    await latest.publish('UAH')
    clock.setWall(clock.wallMs() + step)
    await pass(599_000)
    expect(used()).toEqual(['okx'])
    await pass(1_001)
    expect(used()).toEqual([])
  })

  test('is without an exchange that was taken back', async () => {
    const { latest, put, used } = start()
    put('okx')
    put('bybit')
    await latest.publish('UAH')
    latest.remove('okx', 'UAH', 'BUY')
    await latest.publish('UAH')
    expect(used()).toEqual(['bybit'])
  })

  test('says when its newest observation was received', async () => {
    const { latest, put, pass, clock } = start()
    put('okx')
    await pass(60_000)
    put('bybit')
    const updatedAtMs = clock.wallMs()
    await pass(60_000)
    await latest.publish('UAH')
    expect(latest.snapshot('UAH')?.updatedAtMs).toBe(updatedAtMs)
    // The second page of a board comes after its first.
    put('mexc', 'BUY', { facts: { observedAtMs: updatedAtMs + 62_500 } })
    await latest.publish('UAH')
    expect(latest.snapshot('UAH')?.updatedAtMs).toBe(updatedAtMs + 62_500)
    expect(latest.snapshot('UAH')?.rates.updatedAtMs).toBe(updatedAtMs + 62_500)
  })
})

describe('generations', () => {
  test('rise with every change and say something once', async () => {
    const { latest, put, pass, heard, used } = start()
    for (let round = 0; round < 5; round++) {
      put('okx')
      put('bybit')
      await latest.publish('UAH')
      expect(latest.snapshot('UAH')?.generation).toBe(heard.at(-1)?.generation)
      await pass(60_000)
    }
    await pass(600_000)
    expect(used()).toEqual([])
    const generations = heard.map(({ generation }) => generation)
    expect(generations).toEqual([...new Set(generations)].sort((a, b) => a - b))
  })

  test('of a later start are above those of an earlier one', async () => {
    const early = start()
    early.put('okx')
    await early.latest.publish('UAH')
    const late = createHandTime(early.clock.wallMs() + 1_000)
    const again = createLatest({
      ...late,
      exchanges: exchangeIds,
      rules: normalRules,
      firstSeen: createFirstSeen(),
      record: async () => {},
      report: () => {},
    })
    again.put(
      anHonestBoard({ exchange: 'okx', fiat: 'UAH', side: 'BUY', atMs: late.clock.wallMs() }),
      late.clock.monoMs(),
    )
    const second = await again.publish('UAH')
    expect(second?.generation).toBeGreaterThan(early.latest.snapshot('UAH')?.generation ?? Number.POSITIVE_INFINITY)
  })
})

describe('on record first', () => {
  test('nobody sees or hears a snapshot before its prices would survive a power cut', async () => {
    let written = () => {}
    const { latest, put, heard } = start(() => new Promise((resolve) => (written = resolve)))
    put('okx')
    const publishing = latest.publish('UAH')
    await Promise.resolve()
    expect([latest.snapshot('UAH'), heard]).toEqual([null, []])
    written()
    await publishing
    expect(heard).toHaveLength(1)
  })

  test('a full disk costs the history and not the present', async () => {
    const full = new StorageUnavailableError('full')
    const { latest, put, heard, events, used } = start(() => Promise.reject(full))
    put('okx')
    await latest.publish('UAH')
    expect(used()).toEqual(['okx'])
    expect(heard).toHaveLength(1)
    expect(events).toContainEqual({ kind: 'not_recorded', fiat: 'UAH', error: full })
  })

  test('what leaves by age alone is not recorded again', async () => {
    let records = 0
    const { latest, put, pass } = start(async () => void records++)
    put('okx')
    await pass(1_000)
    put('bybit')
    await latest.publish('UAH')
    await pass(599_500)
    expect([records, latest.snapshot('UAH')?.market.boards.length]).toEqual([1, 1])
  })
})

test('a listener that throws keeps nobody else from hearing', async () => {
  const { latest, put, heard, events } = start()
  const again: number[] = []
  latest.subscribe(() => {
    throw new Error('a bug')
  })
  const leave = latest.subscribe(({ generation }) => again.push(generation))
  put('okx')
  await latest.publish('UAH')
  leave()
  put('okx')
  await latest.publish('UAH')
  expect([heard.length, again.length]).toEqual([2, 1])
  expect(events.filter(({ kind }) => kind === 'crash')).toHaveLength(2)
})

describe('judging remembers', () => {
  test('where the own ads of the previous board of the same exchange stood, for 30 minutes', async () => {
    const { latest, put, pass } = start()
    put('okx')
    await latest.publish('UAH')
    const first = latest.snapshot('UAH')?.market.boards[0]?.ownCentre
    await pass(300_000)
    put('okx', 'BUY', { times: 1.01 })
    await latest.publish('UAH')
    expect(latest.snapshot('UAH')?.memory.previous?.get('okx:BUY')).toEqual(first)
    // Publishing the same boards again is no new cycle.
    await latest.publish('UAH')
    expect(latest.snapshot('UAH')?.memory.previous?.get('okx:BUY')).toEqual(first)
    await pass(31 * 60_000)
    put('okx')
    await latest.publish('UAH')
    expect(latest.snapshot('UAH')?.memory.previous?.size).toBe(0)
  })

  test('how long an ad has been standing, and says the same for as long as the generation lives', async () => {
    const { latest, put, pass } = start()
    put('okx', 'BUY', { facts: { price: 41, minFiat: 100, maxFiat: 5_000 } })
    await latest.publish('UAH')
    await pass(120_000)
    put('okx', 'BUY', { facts: { price: 41, minFiat: 100, maxFiat: 5_000 } })
    const snapshot = await latest.publish('UAH')
    const ad = snapshot?.market.boards[0]?.ads[0]?.ad
    if (ad === undefined) throw new Error('The board has ads.')
    expect(snapshot?.memory.unchangedMinutes?.get(offerKey(ad))).toBe(2)
    await pass(120_000)
    expect(snapshot?.memory.unchangedMinutes?.get(offerKey(ad))).toBe(2)
  })
})
