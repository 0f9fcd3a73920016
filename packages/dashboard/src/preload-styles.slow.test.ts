import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsChromium } from './testing/browser.js'
import { serveBuiltPages } from './testing/built-pages.js'
import { inBrowser } from './testing/in-browser.js'
import { knownPrices } from './testing/known-prices.js'

const stylesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? ''),
  )

describe('a page with styles of its own', needsChromium, () => {
  const stage = inBrowser(() => serveBuiltPages(knownPrices()))
  const toArbitrage = (page: Page) => page.getByRole('link', { name: 'Arbitrage' }).first().click()
  const market = () => stage().open({ path: '/market/UAH' })

  test('is drawn when it has them, and loads none twice', async () => {
    const page = await market()
    await page.locator('h1').waitFor()
    await toArbitrage(page)
    await page.waitForURL('**/arbitrage/UAH')
    await page.locator('main h1').waitFor()
    const styles = await stylesOf(page)
    expect(styles.filter((path) => path.includes('/arbitrage-'))).toHaveLength(1)
    expect(new Set(styles).size).toBe(styles.length)
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(styles.length)
  })

  test('is not shown without them, and is there at the next try', async () => {
    const page = await market()
    await page.locator('h1').waitFor()
    const lost = '**/assets/arbitrage-*.css'
    await page.route(lost, (route) => route.abort())
    await toArbitrage(page)
    await page.getByText('This page could not be loaded').waitFor()
    expect((await stylesOf(page)).some((path) => path.includes('/arbitrage-'))).toBe(false)
    await page.unroute(lost)
    await page.getByRole('link', { name: 'Market' }).first().click()
    await page.waitForURL('**/market/UAH')
    await toArbitrage(page)
    await page.locator('main h1').getByText('Round trips in').waitFor()
  })
})
