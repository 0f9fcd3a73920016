import { normalRules, sides } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import type { Timers } from '../base/time/timers.js'
import { anHonestBoard } from '../ingest/testing/scripted-exchanges.js'
import { createFakeTime } from '../testing/fake-time.js'
import { judgeSnapshot, type MarketSnapshot } from './market-snapshot.js'
import { createShownMarkets, type ShownMarkets } from './shown-markets.js'

const fromElsewhere = (publication: number, judgedAtMs: number, askedBeforeMs = [0, 0]): MarketSnapshot =>
  judgeSnapshot(
    {
      fiat: 'UAH',
      publication,
      judgedAtMs,
      refreshAtMs: judgedAtMs + 300_000,
      memory: {},
      paying: [],
      boards: sides.map((side, index) => ({
        board: anHonestBoard({ exchange: 'okx', fiat: 'UAH', side, atMs: judgedAtMs }),
        askedAtMs: judgedAtMs - (askedBeforeMs[index] ?? 0),
      })),
    },
    normalRules,
  )

const show = (shown: ShownMarkets, snapshot: MarketSnapshot, ageMs: number): void =>
  shown.showSnapshot({ fiat: 'UAH', snapshot, ageMs })

const open = () => {
  const time = createFakeTime()
  const heard: number[] = []
  const shown = createShownMarkets({ ...time, rules: normalRules, reportBug: () => {} })
  shown.subscribe(({ version }) => heard.push(version))
  const boards = () => shown.snapshot('UAH')?.market.boards.length ?? 0
  return { ...time, shown, heard, boards }
}

describe('what a reader shows', () => {
  test.each([-86_400_000, 0, 86_400_000])(
    'grows old by its own clock, though the writer is %i ms away and the wall clock is set',
    async (apartMs) => {
      const { shown, clock, pass, boards } = open()
      show(shown, fromElsewhere(7, clock.wallMs() + apartMs, [0, 60_000]), 30_000)
      await pass(509_999)
      clock.setWall(clock.wallMs() + 3_600_000)
      expect(boards()).toBe(2)
      await pass(60_000)
      expect(boards()).toBe(1)
      await pass(2)
      expect(boards()).toBe(0)
    },
  )

  test('falls out by itself, also when timers fire too early', async () => {
    const time = createFakeTime()
    const early: Timers = { ...time.timers, after: (ms, work) => time.timers.after(ms > 5 ? ms - 5 : ms, work) }
    const shown = createShownMarkets({ ...time, timers: early, rules: normalRules, reportBug: () => {} })
    const heard: number[] = []
    shown.subscribe(({ market }) => heard.push(market.boards.length))
    show(shown, fromElsewhere(7, time.clock.wallMs(), [0, 60_000]), 0.5)
    await time.pass(540_010)
    expect(heard).toEqual([2, 1])
  })

  test('never goes back: an older snapshot that arrives late changes nothing, and none is published twice', async () => {
    const { shown, clock, heard } = open()
    for (const publication of [8, 7, 8, 9]) show(shown, fromElsewhere(publication, clock.wallMs()), 0)
    expect(heard).toEqual([8 * 64, 9 * 64])
    shown.showSnapshot({ fiat: 'UAH', snapshot: null, ageMs: 0 })
    show(shown, fromElsewhere(8, clock.wallMs()), 0)
    expect([shown.snapshot('UAH'), heard.length]).toEqual([null, 2])
  })

  test('that came too late to be shown at all is not shown', () => {
    const { shown, clock, heard } = open()
    show(shown, fromElsewhere(7, clock.wallMs()), 600_001)
    expect([shown.snapshot('UAH'), heard]).toEqual([null, []])
  })

  test('is expected to be followed when its writer said, also after it was hidden', async () => {
    const { shown, clock } = open()
    expect(shown.refreshAtMonoMs('UAH')).toBeNull()
    show(shown, fromElsewhere(7, 0), 100_000)
    shown.showSnapshot({ fiat: 'UAH', snapshot: null, ageMs: 0 })
    expect(shown.refreshAtMonoMs('UAH')).toBe(clock.monoMs() + 200_000)
  })
})
