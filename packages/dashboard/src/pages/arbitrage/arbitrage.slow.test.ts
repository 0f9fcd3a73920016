import type { Arbitrage, WireOpportunity } from '@p2p-rates/contract'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { type Reply, serveBuiltPages } from '../../testing/built-pages.js'
import { hostileNames } from '../../testing/hostile-names.js'
import { inBrowser } from '../../testing/in-browser.js'
import { knownReply, refusal } from '../../testing/known-market.js'
import { layoutFaults } from '../../testing/layout-faults.js'
import { overflowOf, type Visit } from '../../testing/visit.js'

const trip = (buy: string, sell: string, buyPrice: number, sellPrice: number, url: URL): WireOpportunity => {
  const [amount, fee] = [Number(url.searchParams.get('amount')), Number(url.searchParams.get('transfer_fee_usdt'))]
  const net = (amount / buyPrice - fee) * sellPrice - amount
  return {
    buy_exchange: buy,
    sell_exchange: sell,
    buy_price: buyPrice,
    sell_price: sellPrice,
    gross_spread_pct: Math.round((sellPrice / buyPrice - 1) * 10_000) / 100,
    net_profit_pct: Math.round((net / amount) * 10_000) / 100,
    net_profit: Math.round(net * 100) / 100,
    buy_limits: [20_000, 900_000],
    sell_limits: [10_000, 1_200_000],
    buy_methods: ['Kaspi', 'Halyk Bank'],
    sell_methods: ['Halyk Bank'],
  }
}

const theAnswer = (url: URL, trips: readonly WireOpportunity[], same?: readonly WireOpportunity[]): Arbitrage => ({
  asset: 'USDT',
  fiat: 'UAH',
  amount: Number(url.searchParams.get('amount')),
  transfer_fee_usdt: Number(url.searchParams.get('transfer_fee_usdt')),
  opportunities: trips,
  ...(same && { same_exchange: same }),
})

const someTrips = (url: URL) => [
  trip('okx', 'bitget', 521.4, 525.3, url),
  trip('binance', 'bitget', 522.1, 525.3, url),
  trip('binance', 'okx', 522.1, 522.45, url),
]

describe('round trips', needsChromium, () => {
  let reply: (url: URL) => Reply = () => refusal(404, 'not_found')
  const stage = inBrowser(() =>
    serveBuiltPages(knownReply((url) => (url.pathname === '/arbitrage' ? reply(url) : null))),
  )

  const open = (seen: Partial<Visit> = {}): Promise<Page> =>
    stage().open({ path: '/arbitrage/UAH?amount=500000', ...seen })

  test('show the remainder of the best, the effect of the fee on each, and the reason for a loss', async () => {
    reply = (url) => {
      const since = url.searchParams.get('include')?.split(',').includes('age')
        ? new Date(Date.now() - 2 * 3_600_000 - 60_000).toISOString()
        : null
      const [first, ...others] = someTrips(url)
      const trips = first === undefined ? [] : [{ ...first, since }, ...others.map((one) => ({ ...one, since: null }))]
      return { body: theAnswer(url, trips, [trip('mexc', 'mexc', 520, 523, url)]) }
    }
    const page = await open()
    await page.locator('.trips').waitFor()
    expect(await page.getByText(/^profitable since (\d\d:\d\d|\d+ \w{3,4})$/).count()).toBe(1)
    expect(await page.locator('.best-trip').textContent()).toBe(
      'Best now: buy on OKX, sell on Bitget. You are left with +3,214.63 UAH (+0.64\u00a0%) after the fee.',
    )
    const rows = page.getByRole('table', { name: 'Round trips in UAH' }).getByRole('row')
    expect(await rows.count()).toBe(4)
    expect(await rows.nth(3).textContent()).toMatch(/−187\.27a loss, −0\.04\u00a0%.*522\.45 fee, −187\.27 net/)
    expect(await page.locator('.pairs tbody tr').nth(2).textContent()).toBe('OKX··╱+0.64··')
    expect(await page.locator('.why-die').textContent()).toContain(
      'The fee of 1 USDT is 522.45 UAH; the spread earns only 335.18 UAH.',
    )
    expect(await page.locator('.same').textContent()).toMatch(/no transfer.*MEXC/)
  })

  test('are requested again for typed input, which stays in the address', async () => {
    reply = (url) => ({ body: theAnswer(url, someTrips(url)) })
    const page = await open({ path: '/arbitrage/UAH' })
    await page.locator('.trips').waitFor()
    expect(await page.getByLabel('Amount in UAH').inputValue()).toBe('10,000')
    await page.getByLabel('Amount in UAH').fill('500000')
    await page.getByLabel('Transfer fee, in USDT').fill('0')
    await page.waitForURL('**/arbitrage/UAH?amount=500000&fee=0')
    await page.getByText('+3,739.93').first().waitFor()
  })

  test('that all lose are shown as losses, and no trip at all is an answer, too', async () => {
    reply = (url) => ({ body: theAnswer(url, [trip('binance', 'okx', 522.1, 522.45, url)]) })
    const losing = await open()
    await losing.getByRole('heading', { name: 'No round trip is profitable in UAH now' }).waitFor()
    expect(await losing.locator('.best-trip').textContent()).toContain(
      'The best pair loses 0.04\u00a0%: buy on Binance',
    )
    reply = (url) => ({ body: theAnswer(url, []) })
    const none = await open()
    await none.getByText('No pair of exchanges takes this amount with a positive spread.').waitFor()
  })

  test('that a plan does not include are no dead end', async () => {
    reply = () => refusal(403, 'plan_required')
    const page = await open()
    await page.getByRole('heading', { name: 'Round trips need Pro.' }).waitFor()
    expect(await page.locator('.nothing').textContent()).toContain('buy on Binance at 41.32')
    expect(await page.getByRole('link', { name: 'See what each plan includes' }).getAttribute('href')).toBe(
      '/docs/keys-and-plans',
    )
  })

  test('with hostile names of payment methods run nothing and move nothing sideways', async () => {
    const names = hostileNames(500)
    reply = (url) => ({
      body: theAnswer(
        url,
        someTrips(url).map((one) => ({ ...one, buy_methods: names.slice(0, 250), sell_methods: names.slice(250) })),
      ),
    })
    const page = await open({ width: 320 })
    await page.locator('.trips').waitFor()
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect(await overflowOf(page)).toBe(0)
    expect(stage().pages.reports).toEqual([])
  })

  test('on paper nothing is cut, also where every pair pays and each has a word to say about it', async () => {
    const since = '2026-11-24T10:05:00.000Z'
    reply = (url) => ({
      body: theAnswer(
        url,
        someTrips(url).map((one) => ({ ...one, since, buy_price: 12_521.4567 })),
      ),
    })
    for (const language of ['en', 'uk'] as const) {
      const page = await open({ language })
      await page.locator('.trips table').first().waitFor()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 720, height: 900 })
      expect([language, await overflowOf(page)]).toEqual([language, 0])
    }
  })

  test('in each language, theme and width have no finding of axe and nothing to scroll sideways', async () => {
    reply = (url) => ({ body: theAnswer(url, someTrips(url)) })
    const page = await open()
    await page.locator('.trips').waitFor()
    expect(await layoutFaults(page, 'main')).toEqual([])
  })
})
