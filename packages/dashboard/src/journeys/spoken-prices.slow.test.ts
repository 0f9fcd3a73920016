import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { serveBuiltPages } from '../testing/built-pages.js'
import { inBrowser } from '../testing/in-browser.js'
import { knownPrices, theRates } from '../testing/known-prices.js'

describe('a user on a hidden page', needsChromium, () => {
  let stream: ServerResponse | null = null
  const stage = inBrowser(() =>
    serveBuiltPages(knownPrices(), {}, (response) => {
      stream = response
      response.write(': hello\n\n')
    }),
  )

  test.each(['/market/UAH', '/ads/UAH/okx/buy', '/arbitrage/UAH'])('receives a changed price on %s', async (path) => {
    const page = await stage().open({ path })
    let sent = 0
    const heard = async () => {
      sent += 1
      const rates = theRates({ best_buy: { price: sent % 2 === 0 ? 41.3 : 41.28, exchange: 'okx' } })
      stream?.write(`id: ${sent}\nevent: rates\ndata: ${JSON.stringify(rates)}\n\n`)
      return page.locator('p[role=status]').innerText()
    }
    await expect.poll(heard).toMatch(/^You buy at 41\.(28 on OKX, 0\.02 lower|30 on OKX, 0\.02 higher) than before\.$/)
  })
})
