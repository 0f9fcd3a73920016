import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../testing/axe.js'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf, visit } from '../testing/visit.js'

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })

describe('a visitor of the market', needsChromium, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-market-'))
  // Hooks run in reverse order: declared first, this one runs last.
  afterAll(() => rmSync(dataDir, { recursive: true }))
  const stage = inBrowser(async () => {
    const settings = {
      P2P_PORT: String(await freePort()),
      P2P_VISITOR_PLAN: 'Business',
      P2P_FIATS: 'UAH,EUR',
      P2P_CYCLE_SECONDS: '1',
    }
    const start = () => startPages(settings, { dataDir })
    let now = await start()
    return {
      now: () => now,
      startAnew: async () => {
        now = await start()
      },
      stop: () => now.stop(),
    }
  })

  const showsPriceOf = (page: Page, fiat: string) =>
    expect
      .poll(async () => {
        const { baseUrl, keys } = stage().pages.now()
        const response = await fetch(`${baseUrl}/rates?fiat=${fiat}`, {
          headers: { 'X-API-Key': keys.Business },
        })
        if (!response.ok) return response.status
        const { best_buy: best } = (await response.json()) as { best_buy: { price: number } }
        return (await page.title()).includes(`${best.price}`)
      })
      .toBe(true)

  test.each([
    ['en', 1280],
    ['uk', 360],
  ] as const)(
    'reads an answer to a usual amount before the first click, in %s and %i px wide',
    async (language, width) => {
      const page = await visit(stage().browser, stage().pages.now().url, { path: '/', width, language })
      await page.setViewportSize({ width, height: 740 })
      const amount = page.locator('.asking input')
      await page.locator('.answer-sum').waitFor()
      expect((await amount.inputValue()).replace(/\D/g, '')).toBe('20000')
      const openAd = await page.locator('.open-ad').boundingBox()
      const bottomBar = width === 360 ? 56 : 0
      expect((openAd?.y ?? 740) + (openAd?.height ?? 0)).toBeLessThanOrEqual(740 - bottomBar)
      expect(await page.locator('.believe li').count()).toBeGreaterThanOrEqual(3)
      expect(await page.locator('.elsewhere li').count()).toBeGreaterThan(1)

      await page.keyboard.press('s')
      await page.waitForURL('**/market/UAH?side=sell')
      expect(await amount.inputValue()).toBe('500')
      await expect.poll(() => page.locator('.answer-sum').innerText()).toMatch(/UAH$/)
      await page.locator('.asking button.link').click()
      await page.waitForURL('**/market/UAH?side=sell&unit=fiat')
      expect((await amount.inputValue()).replace(/\D/g, '')).toBe('20000')
    },
  )

  test.each([1280, 360])('starts at the front page, types with pauses and chooses there, %i px wide', async (width) => {
    const page = await visit(stage().browser, stage().pages.now().url, { path: '/', width })
    await page.locator('.answer-now').getByText('UAH').first().waitFor()
    await page.keyboard.press('/')
    for (const digit of '20000') {
      await page.keyboard.type(digit)
      const typed = (await page.locator('.asking input:focus').inputValue()).replace(/\D/g, '')
      await page.waitForURL(`**/market/UAH?amount=${typed}`)
    }
    await page.waitForURL('**/market/UAH?amount=20000')
    expect(await page.locator('.asking input:focus').count()).toBe(1)

    await page.goto(`${stage().pages.now().url}/`)
    const week = page.getByRole('radio', { name: '7 d' })
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollBy(0, 300))
        return week.isVisible()
      })
      .toBe(true)
    await week.click()
    await page.waitForURL('**range=7d*')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  test('chooses a currency, asks for a sum, and by keyboard alone finds its way', async () => {
    const page = await visit(stage().browser, stage().pages.now().url, { path: '/' })
    await page.locator('.answer-now').getByText('UAH').first().waitFor()
    await page.keyboard.press('f')
    await page.locator('.pop-up input:focus').waitFor()
    await page.keyboard.type('euro')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/market/EUR')
    await showsPriceOf(page, 'EUR')

    await page.keyboard.press('/')
    await page.keyboard.type('5')
    await page.waitForURL('**/market/EUR?amount=5')
    await page.keyboard.type('00')
    await page.waitForURL('**/market/EUR?amount=500')
    await page.keyboard.type('x')
    await page.waitForURL('**/market/EUR')
    await page.keyboard.press('Backspace')
    await page.waitForURL('**/market/EUR?amount=500')
    const headline = page.locator('.answer-headline')
    await expect.poll(() => headline.innerText()).toMatch(/You get\s+[\d.]+ USDT\s+at [\d.]+ EUR .*in \d trades? on/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.waitForURL('**/market/EUR?side=sell&amount=500')
    await expect.poll(() => headline.innerText()).toMatch(/You give\s+[\d.]+ USDT/)
    await page.keyboard.press('/')
    await page.keyboard.type('x')
    await page.waitForURL('**/market/EUR?side=sell&unit=fiat')
  })

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'fills in “About me”, which every later price is for, until it is forgotten, %s',
    async (theme, width) => {
      const page = await visit(stage().browser, stage().pages.now().url, { path: '/market/UAH', theme, width })
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      const about = page.locator('.about-me')
      await page.locator('.answer-sum').waitFor()
      await about.getByText('a usual caller').waitFor()
      await about.getByRole('button', { name: 'change' }).press('Enter')
      await page.keyboard.type('12')
      await about.getByLabel('Binance').check()
      expect(await axeFindings(page, '.about-me')).toEqual([])
      expect(await overflowOf(page)).toBe(0)
      await about.getByRole('button', { name: 'Show my prices' }).click()
      await about.getByText('12 orders, on Binance').waitFor()
      await expect.poll(() => page.locator('.elsewhere li').count()).toBeLessThanOrEqual(1)
      await expect.poll(() => page.title()).toMatch(/UAH/)
      const ofMe = asked.filter((url) => url.includes('my_exchanges=binance&my_orders=12'))
      expect(new Set(ofMe.map((url) => new URL(url).pathname))).toEqual(new Set(['/web/v1/rates', '/web/v1/quote']))
      expect(new URL(page.url()).search).toBe('')

      asked.length = 0
      await page.reload()
      await about.getByText('12 orders, on Binance').waitFor()
      await expect.poll(() => asked.some((url) => url.includes('/rates?') && url.includes('my_orders=12'))).toBe(true)
      await about.getByRole('button', { name: 'change' }).click()
      await about.getByRole('button', { name: 'Forget' }).click()
      await about.getByText('a usual caller').waitFor()
      asked.length = 0
      await page.reload()
      await page.locator('.answer-sum').waitFor()
      await page.locator('.offered input').waitFor()
      expect(asked.filter((url) => url.includes('my_'))).toEqual([])
    },
  )

  test('types an offered price with pauses, and reads a verdict for the trade of the sentence', async () => {
    const page = await visit(stage().browser, stage().pages.now().url, { path: '/market/UAH?amount=20000' })
    const box = page.locator('.offered')
    const field = box.getByRole('textbox')
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
    await field.click()
    for (const typed of ['6', '60', '60.', '60.5', '60.55']) {
      await page.keyboard.type(typed.slice(-1))
      await page.waitForTimeout(500)
      expect(await field.inputValue()).toBe(typed)
    }
    await page.waitForURL('**/market/UAH?amount=20000&offer=60.55')
    await expect
      .poll(() => box.innerText())
      .toMatch(/Worse than usual\.\s+[\d.]+\s%\sabove the usual [\d.]+ UAH\. \d+ of \d+ trusted ads are/)
    expect(await axeFindings(page, '.offered')).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await expect.poll(() => box.innerText()).toMatch(/Too good: most likely bait\./)
  })

  test('sees prices continue automatically after a restart of the server', async () => {
    const page = await visit(stage().browser, stage().pages.now().url, { path: '/market/UAH' })
    const indicator = page.locator('.live-indicator')
    await indicator.getByText('Live').waitFor()
    await stage().pages.stop()
    await expect.poll(() => indicator.innerText()).not.toMatch(/^Live/)
    await stage().pages.startAnew()
    await indicator.getByText('Live').waitFor()
    const before = await page.locator('.elsewhere').innerText()
    await expect.poll(() => page.locator('.elsewhere').innerText()).not.toBe(before)
  })

  test('comes back whole after an outage in which another page was opened', async () => {
    const page = await visit(stage().browser, stage().pages.now().url, { path: '/market/UAH' })
    await page.locator('.live-indicator').getByText('Live').waitFor()
    await stage().pages.stop()
    await page.getByRole('banner').getByText('Arbitrage').click()
    await page.getByText('This page could not be loaded').waitFor()
    await stage().pages.startAnew()
    await page.locator('.best-trip').waitFor()
    await expect.poll(() => page.locator('main .banner.bad').count()).toBe(0)
  })
})
