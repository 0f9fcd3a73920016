import { describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { serveBuiltPages } from '../../testing/built-pages.js'
import { inBrowser } from '../../testing/in-browser.js'
import { aBook, buyAds, knownReply } from '../../testing/known-market.js'
import { layoutFaults } from '../../testing/layout-faults.js'

describe('the pages of banks and of prices left out', needsChromium, () => {
  const asked: URL[] = []
  const stage = inBrowser(() =>
    serveBuiltPages(
      knownReply((url) => {
        asked.push(url)
        return url.pathname === '/orderbook'
          ? {
              body: aBook(
                'BUY',
                buyAds.map((ad) => ({ exchange: 'binance', ...ad })),
              ),
            }
          : null
      }),
      {},
      () => {},
    ),
  )

  test('a bank chosen in the table comes first, and the best three ads are those that accept it', async () => {
    const page = await stage().open({ path: '/banks/UAH/buy?amount=20000' })
    const names = page.locator('table.records').last().locator('tbody button.link')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Monobank', 'PrivatBank'])
    const rows = page.locator('table.records').first().locator('tbody tr')
    // By far the cheapest ad is not trusted, and does not appear.
    expect(await rows.first().innerText()).toMatch(/Binance\s+484\.02\s+41\.32/)
    expect(await rows.count()).toBe(3)
    await names.last().click()
    await page.waitForURL('**/banks/UAH/buy?amount=20000&method=privatbank')
    await expect.poll(() => names.allInnerTexts()).toEqual(['PrivatBank', 'Monobank'])
    const books = asked.filter(({ pathname }) => pathname === '/orderbook')
    expect(Object.fromEntries(books.at(-1)?.searchParams ?? [])).toMatchObject({
      exchange: 'all',
      amount: '20000',
      payment_method: 'privatbank',
    })
    expect(await layoutFaults(page, 'main')).toEqual([])
  })

  test('a better price that is not trusted is shown with the reason', async () => {
    const page = await stage().open({ path: '/lures/UAH/buy' })
    const rows = page.locator('table.records tbody tr')
    await rows.first().waitFor()
    expect(await rows.first().innerText()).toMatch(/36\.90[\s\S]*too far from the market/)
    expect(await page.getByText(/^The best trusted price is/).innerText()).toMatch(/41\.32 UAH on Binance/)
    await page.locator('.segments input').nth(1).check()
    await page.waitForURL('**/lures/UAH/sell')
    expect(await layoutFaults(page, 'main')).toEqual([])
  })
})
