import { type Quality, quality, type SeriesGap } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { createTimes } from '../../formats/times-and-zones.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf, testNowMs } from '../../testing/test-services.js'
import { FreshnessAndGaps } from './freshness-and-gaps.js'

const hoursAgo = (hours: number) => new Date(testNowMs - hours * 3_600_000).toISOString()
const gap = (from: number, to: number | null): SeriesGap => ({
  exchange: 'best',
  started_at: hoursAgo(from),
  ended_at: to === null ? null : hoursAgo(to),
  seconds: (from - (to ?? 0)) * 3_600,
  reason: 'no_price',
  cause: null,
})

const open = async (span: '24h' | '30d', gaps: readonly SeriesGap[]) => {
  const at = vi.fn(async () => ({ ...(quality.example as Quality), gaps }))
  const page = await renderPart(<FreshnessAndGaps fiat="UAH" span={span} times={createTimes('en', 'kyiv')} />, {
    api: apiOf(at),
  })
  await page.actAndWait(() => {})
  return { place: page.container, lines: [...page.container.querySelectorAll('li')].map((line) => line.textContent) }
}

test('of 24 hours, gaps that ended before are not shown, and one that reaches into them is', async () => {
  const gaps = [gap(40, 30), gap(30, 23), gap(5, 4), gap(1, null)]
  const { place, lines } = await open('24h', gaps)
  expect(lines.map((line) => line?.match(/: (.+) from/)?.[1])).toEqual(['7 h', '1 h', '1 h'])
  expect(place.querySelector('h3')?.textContent).toBe('Longest gaps, last 24 hours')
  expect((await open('30d', gaps)).lines).toHaveLength(4)
})

test('no gap among the longest is not the same as none at all', async () => {
  expect((await open('24h', [gap(40, 30)])).place.textContent).toContain('None of the longest gaps is in the last')
  expect((await open('24h', [])).place.textContent).toContain('No gaps.')
})
