import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { type Reply, serveBuiltPages } from '../../testing/built-pages.js'
import { hostileNames } from '../../testing/hostile-names.js'
import { inBrowser } from '../../testing/in-browser.js'
import { aBook, anAd, buyAds, knownReply, refusal, theSources } from '../../testing/known-market.js'
import { layoutFaults } from '../../testing/layout-faults.js'
import { overflowOf, type Visit } from '../../testing/visit.js'

describe('the order book', needsChromium, () => {
  let own: (url: URL) => Reply | null = () => null
  // A stream without news: pages request again by themselves when the server answers, and here tests decide when.
  const stage = inBrowser(() =>
    serveBuiltPages(
      knownReply((url) => own(url)),
      {},
      () => {},
    ),
  )
  afterEach(() => {
    own = () => null
  })

  const open = (seen: Partial<Visit> = {}): Promise<Page> => stage().open({ path: '/ads/UAH/binance/buy', ...seen })
  const ofBook = (reply: Reply) => (url: URL) => (url.pathname === '/orderbook' ? reply : null)

  test('shows price, judgement and reasons of every ad, and which is the best for a normal order', async () => {
    const page = await open()
    const rows = page.locator('table.ads tbody')
    await rows.first().waitFor()
    const line = page.locator('.folded button')
    expect((await line.innerText()).trim()).toMatch(
      /^3 cheaper ads left out 36\.90: too far from the market · 41\.05: .* show$/,
    )
    expect(await rows.count()).toBe(1 + buyAds.length - 3)
    await line.press('Enter')
    expect(await rows.count()).toBe(1 + buyAds.length)
    expect(await rows.nth(1).innerText()).toMatch(/36\.90[\s\S]*too far from the market\s+0\.00/)
    expect(await page.locator('tbody.best').innerText()).toMatch(
      /41\.32\s+UAH per USDT\s+best[\s\S]*trusted\s+0\.96[\s\S]*Open/,
    )
    expect(await page.getByText('large orders only').count()).toBe(1)
    expect(await page.locator('.counted').innerText()).toMatch(
      /^10 ads, 6 trusted, 5 for normal orders\. Best: 41\.32\./,
    )
    expect(await page.locator('.cap').count()).toBe(0)
    expect(await page.title()).toBe('Ads on Binance for UAH · p2p-rates')
    await page.locator('tbody.best button').press('Enter')
    const link = page.getByRole('link', { name: 'Open on Binance' })
    expect(await link.getAttribute('href')).toBe('https://c2c.binance.com/en/adv?code=1')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await page.locator('.depth').getAttribute('aria-label')).toMatch(/41\.32.*41\.05.*0\.66/)
  })

  test('keeps side, filters and amount in the address, by keys alone', async () => {
    const page = await open()
    await page.locator('table.ads').waitFor()
    await page.keyboard.press('t')
    await page.waitForURL('**/ads/UAH/binance/buy?trusted=1')
    await page.keyboard.press('s')
    await page.waitForURL('**/ads/UAH/binance/sell?trusted=1')
    await page.keyboard.press('/')
    await page.locator('.asking input:focus').waitFor()
    await page.keyboard.type('20 000')
    await page.waitForURL('**/ads/UAH/binance/sell?amount=20000&trusted=1')
    expect(await page.locator('.depth .pin').textContent()).toBe('your 20,000 UAH')
    await page.goBack()
    await page.waitForURL('**/ads/UAH/binance/buy?trusted=1')
    expect(await page.getByLabel('Buy or sell').inputValue()).toBe('buy')
  })

  test('requests merchants alone if so chosen', async () => {
    const asked: URL[] = []
    own = (url) => {
      asked.push(url)
      return null
    }
    const page = await open({ path: '/ads/UAH/binance/buy?amount=20000' })
    await page.getByText('More filters').click()
    await page.getByLabel('Merchants only').check()
    await page.waitForURL('**/ads/UAH/binance/buy?amount=20000&merchants=1')
    await expect
      .poll(() => asked.some((url) => url.pathname === '/orderbook' && url.searchParams.get('merchant') === 'true'))
      .toBe(true)
  })

  test('asks for several ways to pay and for what an advertiser must have done, and keeps that in the address', async () => {
    const asked: URL[] = []
    own = (url) => {
      asked.push(url)
      return null
    }
    const page = await open({ path: '/ads/UAH/binance/buy?method=monobank' })
    await page.getByText('More filters').click()
    await page.getByRole('button', { name: 'Or another payment method' }).click()
    await page.keyboard.type('privat')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Not with' }).click()
    await page.keyboard.type('Cash in hand')
    await page.keyboard.press('Enter')
    await page.getByLabel('Min. orders').fill('100')
    await page.getByLabel('Min. completion, %').fill('97.5')
    await page.waitForURL('**completion=97.5**')
    const { searchParams: kept } = new URL(page.url())
    expect([kept.get('method'), kept.get('also'), kept.get('without'), kept.get('orders')]).toEqual([
      'monobank',
      'privatbank',
      'Cash in hand',
      '100',
    ])
    const wanted = { payment_method: 'monobank,privatbank', exclude_method: 'Cash in hand', min_orders: '100' }
    await expect
      .poll(() => Object.fromEntries(asked.findLast(({ pathname }) => pathname === '/orderbook')?.searchParams ?? []))
      .toMatchObject({ ...wanted, min_completion_pct: '97.5' })
    await page.getByRole('button', { name: 'Exclude Cash in hand' }).click()
    await page.waitForURL((url) => !url.searchParams.has('without'))
  })

  test('works out what an amount brings at each ad, and leads to the same question on all exchanges', async () => {
    const page = await open()
    await page.getByLabel('Amount', { exact: true }).fill('20 000')
    await page.waitForURL('**/ads/UAH/binance/buy?amount=20000')
    const sum = page.locator('.counted')
    await expect
      .poll(() => sum.innerText())
      .toBe('8 ads take 20,000 UAH, 4 trusted. Best: you get 484.02 USDT at 41.32. Compare all exchanges')
    expect(await page.locator('tbody.best .brings').innerText()).toBe('484.02')
    expect(await page.locator('.depth .pin').textContent()).toBe('your 20,000 UAH')
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await expect.poll(() => sum.innerText()).toContain('you give')
    await sum.getByRole('link').click()
    await page.waitForURL('**/market/UAH?side=sell&amount=20000')
  })

  test('with "About me" counts the ads for the user, and says what others ask for', async () => {
    const demands = { min_orders: 30, min_completion_pct: null, min_account_days: null, verified: false }
    own = ofBook({ body: aBook('BUY', [anAd(), anAd({ eligible: false, reasons: ['asks_for_orders'], demands })]) })
    const page = await open()
    await page.evaluate(() => localStorage.setItem('p2p-me', 'my_orders=20'))
    await page.reload()
    await page.locator('.counted', { hasText: /^2 ads, 2 trusted, 1 for you\./ }).waitFor()
    await page.getByRole('button', { name: 'asks for 30 orders' }).click()
    await page.getByText('You have 20 orders.').waitFor()
  })

  test('says which filter to drop where no ad is left', async () => {
    const page = await open({ path: '/ads/UAH/binance/buy?amount=999999999' })
    await page.getByText('No such ads now').waitFor()
    await page.getByRole('button', { name: 'any amount' }).click()
    await page.locator('table.ads').waitFor()
    expect(page.url()).toBe(`${stage().pages.url}/ads/UAH/binance/buy`)
  })

  test('shows the problem and the remedy, counts a wait down, and keeps the page to return to after log-in', async () => {
    own = ofBook(refusal(503, 'storage_unavailable'))
    const broken = await open()
    await broken.getByText('storage_unavailable · 7f3a9c').waitFor()
    own = () => null
    await broken.getByRole('button', { name: 'Try again' }).click()
    await broken.locator('table.ads').waitFor()
    own = ofBook(refusal(429, 'rate_limited', { 'retry-after': '60' }))
    const refused = await (await stage().browser.newContext()).newPage()
    await refused.clock.install()
    await refused.goto(`${stage().pages.url}/ads/UAH/binance/buy`)
    const wait = refused.getByText(/Continues by itself in \d+ s/)
    const secondsLeft = async () => Number(/in (\d+) s/.exec(await wait.innerText())?.[1])
    await expect.poll(secondsLeft).toBeLessThan(60)
    await refused.clock.fastForward(20_000)
    await expect.poll(secondsLeft).toBeLessThan(40)
    own = () => null
    // An event may request the book again and so restart the wait.
    await expect
      .poll(async () => {
        await refused.clock.fastForward(5_000)
        return refused.locator('table.ads').isVisible()
      })
      .toBe(true)
    own = ofBook(refusal(401, 'missing_key'))
    const closed = await open({ path: '/ads/UAH/binance/buy?trusted=1' })
    const login = closed.locator('.banner a')
    await login.waitFor()
    expect(await login.getAttribute('href')).toBe('/login?next=%2Fads%2FUAH%2Fbinance%2Fbuy%3Ftrusted%3D1')
  })

  test('dims the ads of an exchange that has stopped answering, with its state in words', async () => {
    own = (url) =>
      url.pathname === '/sources' ? { body: { sources: theSources({ state: 'stale' }).sources.slice(0, 1) } } : null
    const page = await open()
    await page.locator('table.ads.old').waitFor()
    expect(await page.locator('.source-trouble').innerText()).toMatch(/Binance: stale\. Its last answer is older/)
  })

  test('500 hostile names run nothing, break no policy and move nothing sideways', async () => {
    const ads = hostileNames(500).map((nickname, at) =>
      anAd({ nickname, price: 41 + at / 100, payment_methods: [nickname], url: nickname, reasons: [nickname] }),
    )
    own = ofBook({ body: aBook('BUY', ads) })
    const before = stage().pages.reports.length
    const page = await open({ width: 320 })
    await page.locator('table.ads').waitFor()
    // Opened, too: there a name is shown in full.
    await page.locator('.judgement button').evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
    await page.waitForFunction(() => document.querySelectorAll('.whole-name').length === 500)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await overflowOf(page)]).toEqual([width, 0])
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
      const foreign = 'main :is(script, img, style, iframe, a[href*="pwned"])'
      expect(await page.locator(foreign).count()).toBe(0)
    }
    expect(stage().pages.reports.slice(before)).toEqual([])
  })

  test('in each language, theme and width has no finding of axe and nothing to scroll sideways', async () => {
    const page = await open({ path: '/ads/UAH/binance/buy?amount=20000' })
    await page.locator('table.ads').waitFor()
    await page.locator('tbody.best button').click()
    await page.locator('.depth').waitFor()
    expect(await layoutFaults(page, 'main')).toEqual([])
  })
})
