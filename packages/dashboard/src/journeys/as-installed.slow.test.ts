import type { Orderbook } from '@p2p-rates/contract'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages as allPages } from '../pages/all-pages.js'
import { allAnswered } from '../testing/all-answered.js'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { logIn } from '../testing/log-in.js'
import { person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf } from '../testing/visit.js'

/** Pages of one thing that is not there as the server is installed. */
const ofNothing = /^\/dev\/(webhooks|rules)\/$/
const addresses = allPages.map(({ route }) => route.print({})).filter((address) => !ofNothing.test(address))
const needsAccount = (address: string) => /^\/(dev|admin)/.test(address)

describe('a server with its default settings', needsChromium, () => {
  const stage = inBrowser(() => startPages({}, { historyDays: 3, fiats: ['UAH', 'EUR'], crossed: { UAH: 4 } }))

  async function refusalsOf(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
    const refused: string[] = []
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (response.status() === 403 || response.status() === 429) refused.push(`${response.status()} ${path}`)
    })
    await act()
    await page.locator('main h1').waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await allAnswered(page)
    const text = await page.locator('main').innerText()
    return [...refused, ...(text.match(/.*come[s]? with (Starter|Pro|Business).*/g) ?? [])]
  }

  test('refuses a visitor nothing on any page', async () => {
    for (const address of addresses.filter((one) => !needsAccount(one))) {
      const page = await stage().open({ path: address })
      expect([address, await refusalsOf(page, () => page.reload())]).toEqual([address, []])
      await page.close()
    }
    const market = await stage().open({ path: '/market/UAH?amount=20000' })
    await market.locator('.answer-sum').waitFor()
    await market.locator('.verdict .word').waitFor()
    await market.evaluate(() => window.scrollTo(0, 900))
    await market.locator('.past svg').first().waitFor()
    const arbitrage = await stage().open({ path: '/arbitrage/UAH' })
    await arbitrage.locator('.best-trip').waitFor()
  })

  test.each(['', '20000'])(
    'counts the whole order book for the amount "%s", and lists as many trusted ads as the plan has rows',
    async (amount) => {
      const { baseUrl, keys } = stage().pages
      const search = `exchange=binance&rows=50${amount === '' ? '' : `&amount=${amount}`}`
      const whole = await fetch(`${baseUrl}/orderbook?${search}`, { headers: { 'X-API-Key': keys.Business } })
      const { ads } = (await whole.json()) as Orderbook
      const trusted = ads.filter((ad) => ad.trusted).length
      expect(trusted).toBeGreaterThan(ads.slice(0, 20).filter((ad) => ad.trusted).length)
      const page = await stage().open({ path: `/ads/UAH/binance/buy${amount === '' ? '' : `?amount=${amount}`}` })
      await expect
        .poll(() => page.locator('.counted').innerText())
        .toMatch(new RegExp(`^${ads.length} ads\\b.*, ${trusted} trusted\\b`))
      await expect.poll(() => page.locator('table.ads tbody.trusted').count()).toBe(Math.min(20, trusted))
      expect(await page.locator('.cap').innerText()).toMatch(new RegExp(`^Shown: \\d+ of ${ads.length},`))
    },
  )

  test.each([1280, 360])(
    'takes an answer away with its amount or price, %i px wide, and moves nothing',
    async (width) => {
      const page = await stage().open({ path: '/market/UAH?amount=20000&offer=46', width })
      const heightOf = (selector: string) => page.locator(selector).evaluate((element) => element.clientHeight)
      for (const { input, answer, text, right } of [
        { input: '.asking input', answer: '.answer', text: '.answer-sum', right: '20000' },
        { input: '.offered input', answer: '.offered [aria-live]', text: '.offered [aria-live] b', right: '45,9' },
      ]) {
        await page.locator(text).waitFor()
        const before = await heightOf(answer)
        for (const wrong of ['0', '-3', 'abc', '1e99']) {
          await page.locator(input).fill(wrong)
          expect([wrong, await page.locator(text).isVisible(), await heightOf(answer)]).toEqual([wrong, false, before])
        }
        await page.locator(input).fill(right)
        await page.locator(text).waitFor()
      }
      await page.waitForURL('**offer=45.9')
    },
  )

  test.each([1280, 360])('keeps each digit that is typed slowly on the start page, %i px wide', async (width) => {
    const page = await stage().open({ path: '/', width })
    const field = page.locator('.asking input')
    await field.click()
    for (const typed of ['2', '20', '200', '2000', '20000']) {
      await page.keyboard.type(typed.slice(-1))
      await page.waitForURL(`**/market/UAH?amount=${typed}`)
    }
    expect(await page.locator('.asking input:focus').inputValue()).toBe('20000')
  })

  test('shows a visitor twenty markets within a minute', async () => {
    const page = await stage().open({ path: '/' })
    // Keys work from then on.
    await page.locator('.verdict .word').waitFor()
    const refused = await refusalsOf(page, async () => {
      for (let time = 0; time < 10; time++)
        for (const fiat of ['EUR', 'UAH']) {
          await page.keyboard.press('f')
          await page.locator('.pop-up input:focus').waitFor()
          await page.keyboard.type(fiat)
          await page.keyboard.press('Enter')
          await page.waitForURL(`**/market/${fiat}`)
          await page.locator('.verdict .word').waitFor()
        }
    })
    expect(refused).toEqual([])
  })

  test('lets a phone log in from every page, and a picker fits it', async () => {
    const page = await stage().open({ path: '/market/UAH', width: 360 })
    await page.locator('.picker button').first().click()
    await page.locator('.pop-up input:focus').waitFor()
    expect(await overflowOf(page)).toBe(0)
    const chosen = page.locator('[role="option"].current')
    expect(await chosen.evaluate((one) => getComputedStyle(one).display)).toBe('flex')
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByText('Log in').click()
    await page.waitForURL('**/login?next=*')
  })

  test('has one line of 48 px for each currency and each trip on a phone; a tap shows the rest', async () => {
    for (const path of ['/currencies', '/arbitrage/UAH']) {
      const page = await stage().open({ path, width: 360 })
      const first = page.locator('.records.short tbody tr').first()
      await first.waitFor()
      const before = (await first.boundingBox())?.height ?? 0
      expect([path, before <= 50, await overflowOf(page)]).toEqual([path, true, 0])
      await first.locator('.tap button').click()
      await expect.poll(async () => (await first.boundingBox())?.height ?? 0).toBeGreaterThan(before + 20)
      expect([path, await overflowOf(page)]).toEqual([path, 0])
    }
  })

  test.each(['/market/UAH', '/market/UAH?amount=20000'])(
    '%s moves by at most 0.02 while it loads and is read',
    async (path) => {
      const page = await stage().open({ path: '/login' })
      await page.addInitScript(() => {
        const seen = { shift: 0, told: [] as string[] }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: { node: Node | null }[]
          })[]) {
            if (entry.hadRecentInput) continue
            seen.shift += entry.value
            for (const { node } of entry.sources)
              seen.told.push(`${entry.value.toFixed(4)} ${(node as Element | null)?.outerHTML?.slice(0, 80)}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(stage().pages.url + path)
      await page.locator('.verdict .word').waitFor()
      for (let step = 0; step < 12; step++) {
        await page.mouse.wheel(0, 250)
        await allAnswered(page)
      }
      const { shift, told } = await page.evaluate(
        () => (window as unknown as { seen: { shift: number; told: string[] } }).seen,
      )
      expect(shift, told.join('\n')).toBeLessThanOrEqual(0.02)
    },
  )

  test('has nothing over anything else in Ukrainian', async () => {
    const page = await stage().open({ path: '/arbitrage/UAH', language: 'uk' })
    await page.locator('.pairs').waitFor()
    const [left, right] = [
      await page.locator('.trips .records').first().boundingBox(),
      await page.locator('.trips aside').boundingBox(),
    ]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
    expect(await overflowOf(page)).toBe(0)
  })

  test('refuses its admin nothing on any page', async () => {
    const { pages } = stage()
    const { link } = await pages.server.operator.setupLink()
    await fetch(`${pages.url}/web/v1/setup`, {
      method: 'POST',
      headers: { origin: pages.url, 'content-type': 'application/json' },
      body: JSON.stringify({ token: new URL(link).hash.slice(1), ...person }),
    })
    const page = await logIn(stage())
    for (const address of addresses.filter(needsAccount)) {
      const refused = await refusalsOf(page, () => page.goto(pages.url + address))
      expect([address, refused]).toEqual([address, []])
    }
    for (const address of ['/dev', '/dev/usage']) {
      const narrow = await stage().open({ path: address, width: 961, language: 'uk' })
      await narrow.locator('main h1').waitFor()
      await allAnswered(narrow)
      const over = await narrow.evaluate(() => {
        const parts = [...document.querySelectorAll('main section, main aside, main table')].filter((one) =>
          one.checkVisibility(),
        )
        return parts.flatMap((one) =>
          parts
            .filter((other) => !one.contains(other) && !other.contains(one))
            .filter((other) => {
              const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
              return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
            })
            .map((other) => `${one.outerHTML.slice(0, 60)} over ${other.outerHTML.slice(0, 60)}`),
        )
      })
      expect([address, over]).toEqual([address, []])
    }
  })
})
