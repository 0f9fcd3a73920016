import type { ServerResponse } from 'node:http'
import { knownPrices, serveBuiltPages, theRates } from '@p2p-rates/dashboard/testing'
import type { Browser } from 'playwright-core'

// Globals of the page, for functions that run in it.
declare function requestAnimationFrame(next: (atMs: number) => void): void

/** One update each ten seconds, more than a server in good order sends. */
const events = 8_640
/** Events before the first measurement, so that code loaded once, such as the chart, is already there. */
const settled = 864

/** By how many megabytes a page has grown that was left open for a day. */
export async function measureMemoryGrowth(browser: Browser) {
  let client: ServerResponse | null = null
  const pages = await serveBuiltPages(knownPrices(), {}, (response) => {
    client = response
    response.write(': hello\n\n')
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript('globalThis.__name ??= (named) => named')
  await page.goto(`${pages.url}/market/UAH`)
  await page.locator('.verdict').first().waitFor()
  const devtools = await context.newCDPSession(page)

  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1_000_000
  }
  let sent = 0
  const sendUntil = async (last: number) => {
    for (; sent < last; sent += 1) {
      const price = 41 + (sent % 100) / 100
      const rates = { ...theRates(), updated_at: new Date(Date.now() + sent).toISOString() }
      const changed = { ...rates, best_buy: { ...rates.best_buy, price } }
      client?.write(`id: ${sent}\nevent: rates\ndata: ${JSON.stringify(changed)}\n\n`)
      if (sent % 8 === 7) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    }
    const last_price = (41 + ((sent - 1) % 100) / 100).toFixed(2)
    await page.locator('.now').getByText(last_price).first().waitFor()
  }
  await sendUntil(settled)
  const before = await heap()
  await sendUntil(events)
  const after = await heap()
  await context.close()
  await pages.stop()
  return { events, growth: after - before }
}
