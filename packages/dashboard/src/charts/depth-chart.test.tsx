import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { DepthChart } from './depth-chart.js'

const steps = (...prices: readonly number[]) => prices.map((price, at) => ({ price, usdt: 100 * (at + 1) }))

async function draw(buy: ReturnType<typeof steps>, sell: ReturnType<typeof steps>) {
  const words = { buy: 'best to buy', sell: 'best to sell', gap: 'the gap' }
  const page = await renderPart(
    <DepthChart buy={buy} sell={sell} pin={null} words={words} sentence="" writeUsdt={String} />,
  )
  const xs = (side: 'buy' | 'sell') =>
    [...(page.container.querySelector(`.${side} .line`)?.getAttribute('d') ?? '').matchAll(/[MH]([\d.]+)/g)].map(xOf)
  const scale = [...page.container.querySelectorAll('.usdt-level')].map(({ textContent }) => textContent)
  const anchors = [...page.container.querySelectorAll('.best')].map((text) => text.getAttribute('text-anchor'))
  const found = {
    anchors,
    buy: xs('buy'),
    sell: xs('sell'),
    scale,
    gap: page.container.textContent?.includes('the gap'),
  }
  return found
}

const xOf = (match: RegExpMatchArray): number => Number(match[1])

test('where buying costs more than selling brings, each side goes on to its own edge', async () => {
  const { buy, sell, gap, anchors } = await draw(steps(41.3, 41.4), steps(41, 40.9))
  expect(Math.max(...buy)).toBe(360)
  expect(Math.min(...sell)).toBe(8)
  expect(gap).toBe(true)
  expect(anchors).toEqual(['end', 'start'])
})

test('where the sides have changed places, neither is drawn over the other', async () => {
  const { buy, sell, gap, anchors } = await draw(steps(45.1, 45.2), steps(47.5, 47.4))
  expect(Math.max(...buy)).toBeLessThan(Math.min(...sell))
  expect(anchors).toEqual(['start', 'end'])
  expect(gap).toBe(true)
})

test('a scale says how many USDT each height stands for', async () => {
  const { scale } = await draw(steps(41.3, 41.4, 41.5), steps(41, 40.9))
  expect(scale).toEqual(['100', '200', '300'])
})
