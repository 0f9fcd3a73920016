import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { type Reply, serveBuiltPages } from '../../testing/built-pages.js'
import { hostileNames } from '../../testing/hostile-names.js'
import { inBrowser } from '../../testing/in-browser.js'
import { aBook, anAd, buyAds, knownReply, refusal, theMarkets, theSources } from '../../testing/known-market.js'
import { everyFeature, theQuote } from '../../testing/known-prices.js'
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
    expect(await rows.count()).toBe(buyAds.length)
    expect(await rows.first().innerText()).toMatch(/36\.90[\s\S]*not trusted[\s\S]*0\.00[\s\S]*too far from the market/)
    expect(await page.locator('tbody.best').innerText()).toMatch(/41\.32\s+UAH per USDT\s+best price/)
    expect(await page.getByText('large orders only').count()).toBe(1)
    expect(await page.locator('.counted').innerText()).toBe('10 ads, 6 trusted, 5 for normal orders')
    expect(await page.locator('.cap').innerText()).toMatch(/^Your plan shows the 10 best prices of a list\./)
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
    await page.locator('.filters input:focus').waitFor()
    await page.keyboard.type('20 000')
    await page.waitForURL('**/ads/UAH/binance/sell?amount=20000&trusted=1')
    expect(await page.locator('.depth .pin').textContent()).toBe('your 20,000 UAH')
    await page.goBack()
    await page.waitForURL('**/ads/UAH/binance/buy?trusted=1')
    expect(await page.locator('.segments input').first().isChecked()).toBe(true)
  })

  test('requests merchants alone if so chosen, for the list and for the quote next to it', async () => {
    const asked: URL[] = []
    own = (url) => {
      asked.push(url)
      if (url.pathname !== '/markets') return null
      return { body: { ...theMarkets(), plan: { ...theMarkets().plan, features: everyFeature } } }
    }
    const page = await open({ path: '/ads/UAH/binance/buy?amount=20000' })
    await page.getByLabel('Merchants only').check()
    await page.waitForURL('**/ads/UAH/binance/buy?amount=20000&merchants=1')
    const wanting = (path: string) =>
      asked.filter(({ pathname, searchParams }) => pathname === path && searchParams.get('merchant') === 'true').length
    await expect.poll(() => [wanting('/orderbook') > 0, wanting('/quote') > 0]).toEqual([true, true])
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

  test('says what an amount costs here, what all exchanges would give together, and which plan it needs', async () => {
    const free = await open()
    await free.getByText('Quotes need Starter.').waitFor()
    own = (url) => {
      if (url.pathname === '/markets')
        return { body: { ...theMarkets(), plan: { ...theMarkets().plan, features: everyFeature } } }
      if (url.pathname !== '/quote') return null
      const [first] = theQuote().fills.slice(1)
      const here = { fills: [first], total_usdt: 484.027106, average_price: 41.32, alternatives: [] }
      return { body: url.searchParams.get('exchange') === 'binance' ? { ...theQuote(), ...here } : theQuote() }
    }
    const page = await open()
    const box = page.locator('.quote')
    await page.getByLabel('Amount in UAH').fill('20 000')
    await page.waitForURL('**/ads/UAH/binance/buy?amount=20000')
    await box.getByText('484.02').first().waitFor()
    expect(await box.locator('.trade-list').innerText()).toMatch(/41\.32[\s\S]*5,000 UAH = [\s\S]*Honest Trader/)
    await box.getByText('On all exchanges together: 0.18 USDT more, in 2 trades.').waitFor()
    expect(await page.locator('.depth .pin').textContent()).toBe('your 20,000 UAH')
    await box.getByRole('button', { name: 'Compare' }).click()
    await box.getByText('The same on one exchange').waitFor()
    expect(await box.getByLabel('All exchanges').isChecked()).toBe(true)
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
    await refused.clock.fastForward(45_000)
    await refused.locator('table.ads').waitFor()
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
    await page.locator('.opener button').evaluateAll((buttons) => {
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
