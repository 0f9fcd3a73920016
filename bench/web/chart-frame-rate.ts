import { knownPrices, serveBuiltPages, theHistory } from '@p2p-rates/dashboard/testing'
import type { Browser, Page } from 'playwright-core'

// Globals of the page, for functions that run in it.
declare const window: object
declare function requestAnimationFrame(next: () => void): void

const points = 2_000
const moves = 240

/** Ratio of an idle page's frame rate that remains while a pointer moves over a chart of 2,000 points. */
export async function measureChartFrameRate(browser: Browser): Promise<number> {
  const pages = await serveBuiltPages(
    knownPrices((url) => (url.pathname === '/history' ? { body: theHistory(points) } : null)),
  )
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript('globalThis.__name ??= (named) => named')
  await page.goto(`${pages.url}/market/UAH`)
  const chart = page.locator('canvas').first()
  await chart.scrollIntoViewIfNeeded()
  await chart.waitFor()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the chart is not drawn')
  const idle = await framesWhile(page, (at) => page.mouse.move(2 + (at % 8), 2))
  const busy = await framesWhile(page, (at) =>
    page.mouse.move(box.x + (box.width * at) / moves, box.y + box.height / 2),
  )
  await page.close()
  await pages.stop()
  return busy / idle
}

async function framesWhile(page: Page, move: (at: number) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counted = { frames: 0, isOn: true, fromMs: performance.now() }
    Object.assign(window, { counted })
    const next = () => {
      counted.frames += 1
      if (counted.isOn) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let at = 0; at < moves; at += 1) await move(at)
  return page.evaluate(() => {
    const { counted } = window as unknown as { counted: { frames: number; isOn: boolean; fromMs: number } }
    counted.isOn = false
    return (counted.frames * 1_000) / (performance.now() - counted.fromMs)
  })
}
