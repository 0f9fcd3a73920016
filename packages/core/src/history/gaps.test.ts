import { expect, test } from 'vitest'
import { createRandom } from '../random.js'
import { slotMs } from './point.js'
import { createSeries, gaps, writePoint } from './series.js'

const firstSlot = 5_900_000

test('every slot of a range lies in one run or holds a point', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed)
    const series = createSeries(60)
    const held = new Set<number>()
    const share = random.next()
    for (let slot = firstSlot; slot < firstSlot + 60; slot++) {
      const isHeld = slot === firstSlot || slot === firstSlot + 59 || random.next() < share
      if (isHeld) held.add(slot)
      writePoint(series, { t: slot * slotMs, buy: isHeld ? 41 : null, sell: null, buyAds: 1, sellAds: 0 })
    }
    const from = Math.floor(random.next() * 30)
    const to = from + Math.floor(random.next() * 30)
    const runs = gaps(series, { from: firstSlot + from, to: firstSlot + to })
    const missing = runs.flatMap((run) => Array.from({ length: run.to - run.from }, (_, at) => run.from + at))
    const expected = Array.from({ length: to - from }, (_, at) => firstSlot + from + at).filter(
      (slot) => !held.has(slot),
    )
    expect(missing, `seed ${seed}`).toEqual(expected)
    for (const [at, run] of runs.entries()) expect(run.from).toBeGreaterThan(runs[at - 1]?.to ?? 0)
  }
})

test('what lies before a series and behind it is missing', () => {
  const series = createSeries(100)
  writePoint(series, { t: firstSlot * slotMs, buy: 41, sell: null, buyAds: 1, sellAds: 0 })
  expect(gaps(series, { from: firstSlot - 3, to: firstSlot + 5 })).toEqual([
    { from: firstSlot - 3, to: firstSlot },
    { from: firstSlot + 1, to: firstSlot + 5 },
  ])
  expect(gaps(series, { from: firstSlot, to: firstSlot })).toEqual([])
})
