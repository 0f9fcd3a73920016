import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { type Reply, serveBuiltPages } from '../../testing/built-pages.js'
import { inBrowser } from '../../testing/in-browser.js'
import { refusal } from '../../testing/known-market.js'
import { allSources, strip, theHistory } from '../../testing/known-status.js'
import { layoutFaults } from '../../testing/layout-faults.js'
import type { Visit } from '../../testing/visit.js'

describe('the status page', needsChromium, () => {
  let own: (url: URL) => Reply | null = () => null
  const asked: string[] = []
  const brought: Record<string, unknown> = {}
  const stage = inBrowser(() => {
    const reply = (url: URL): Reply => {
      asked.push(url.pathname + url.search)
      const answered = own(url)
      if (answered !== null) return answered
      if (url.pathname === '/source-history')
        return { body: theHistory(Date.now(), { fiat: url.searchParams.get('fiat') }) }
      return url.pathname === '/sources' ? { body: { sources: allSources(Date.now()) } } : refusal(404, 'not_found')
    }
    return serveBuiltPages(reply, { answers: brought })
  })
  afterEach(() => {
    own = () => null
    asked.splice(0)
    for (const path of Object.keys(brought)) delete brought[path]
  })

  const open = (seen: Partial<Visit> = {}): Promise<Page> => stage().open({ path: '/status', ...seen })
  const ofHistory = (reply: Reply) => (url: URL) => (url.pathname === '/source-history' ? reply : null)

  test('says in a sentence where prices are missing, since when, and what goes on', async () => {
    const page = await open()
    await page.getByRole('heading', { name: 'Prices are current in 18 of 19 currencies.' }).waitFor()
    const details = (await page.locator('.in-short p').textContent()) ?? ''
    expect(details).toMatch(/^Bybit refuses this server since [^.]*\. MEXC is excluded in UAH since /)
    expect(details).toContain('MDL has too few trusted ads for a sell price.')
    expect(await page.title()).toBe('Status · p2p-rates')
  })

  test('asks nothing before its first number: the page brings it', async () => {
    brought['/source-history'] = theHistory(Date.now())
    brought['/sources'] = { sources: allSources(Date.now()) }
    const page = await open()
    await page.getByRole('heading', { name: /18 of 19/ }).waitFor()
    await page.getByRole('table', { name: 'By currency, now' }).waitFor()
    // Completeness of the history loads separately, further down the page.
    expect(asked.filter((path) => !path.startsWith('/quality?'))).toEqual([])
  })

  test('draws every exchange over time, says it in words, and has the same as a table', async () => {
    const page = await open()
    const bybit = page.getByRole('img', {
      name: /^Bybit: live 84\.38\s%, blocked 12\.50\s%, stale 3\.13\s%\.$/,
    })
    await bybit.waitFor()
    const rows = page.getByRole('table', { name: 'Exchanges, last 24 hours' }).getByRole('row')
    expect(await rows.count()).toBe(7)
    expect(await rows.nth(2).textContent()).toMatch(/^Bybit blocked.*85\.10\u00a0%2 h 54 min so far$/)
    expect(await rows.nth(5).textContent()).toContain('live in 9 of 11')
    await page.keyboard.press('v')
    const table = page.getByRole('table', { name: 'Exchanges, last 24 hours' })
    await table.getByText('not observed').or(table.getByText('excluded')).first().waitFor()
    expect(await table.locator('tbody').nth(1).locator('tr').allTextContents()).toEqual([
      expect.stringMatching(/^Bybit.* to nowblocked(2 h \d+ min|3 h)$/),
      expect.stringMatching(/live5 h$/),
      expect.stringMatching(/stale45 min$/),
      expect.stringMatching(/live15 h 15 min$/),
    ])
    await page.getByRole('button', { name: 'Chart' }).click()
    await bybit.waitFor()
  })

  test('shows each exchange in each currency by a sign and a word, and follows the one that is chosen', async () => {
    const page = await open()
    const matrix = page.getByRole('table', { name: 'By currency, now' })
    await matrix.waitFor()
    expect(await matrix.getByRole('row').count()).toBe(7)
    expect(await matrix.getByRole('row', { name: /^MEXC/ }).getByRole('cell').first().textContent()).toBe('excluded')
    await matrix.getByRole('link', { name: 'UAH' }).click()
    await page.waitForURL('**/status?fiat=UAH')
    await page.getByRole('heading', { name: 'Prices in UAH are current on 3 of 6 exchanges that trade it.' }).waitFor()
    expect(asked).toContain('/source-history?fiat=UAH')
    await page.keyboard.press('3')
    await page.waitForURL('**/status?fiat=UAH&window=30d')
    await expect.poll(() => asked).toContain('/source-history?fiat=UAH&window=30d')
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: /18 of 19/ }).waitFor()
    await page.keyboard.press('f')
    await page.keyboard.type('грив')
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).search).toBe('')
  })

  test('shows incidents, ongoing ones first, with cause and remedy', async () => {
    const page = await open()
    const told = page.locator('.happened li')
    await told.first().waitFor()
    const texts = await told.allTextContents()
    expect(texts).toEqual([
      expect.stringMatching(
        /^Bybit refuses this server since (?:\d+ \w+, )?\d\d:\d\d.*It refuses all requests.*Next try in 8 min\./,
      ),
      expect.stringMatching(/^MEXC is excluded in UAH since .*Its prices contradict the other exchanges/),
      expect.stringMatching(/^This server had no network.* to \d\d:\d\d.*No exchange could be reached for 40 min\./),
    ])
    expect(await page.locator('.this-server').textContent()).toMatch(
      /every 5 min, UAH every 60 s.*writable.*14.*1\.3\.0/,
    )
    expect(await page.getByRole('link', { name: 'As JSON' }).getAttribute('href')).toBe(
      '/web/v1/source-history?window=24h',
    )
  })

  test('of a long list shows the newest, and all on demand', async () => {
    const nowMs = Date.now()
    const [one] = theHistory(nowMs).incidents.slice(2)
    const incidents = Array.from({ length: 30 }, (_, at) => ({
      ...one,
      kind: 'from_the_future',
      exchange: '<b>new</b>',
      cause: 'moon',
      started_at: new Date(nowMs - at * 3_600_000).toISOString(),
    }))
    own = ofHistory({ body: theHistory(nowMs, { incidents: incidents as never }) })
    const page = await open()
    expect(await page.locator('.happened li').first().textContent()).toContain('An incident on <b>new</b>')
    expect(await page.locator('.happened li').count()).toBe(8)
    await page.getByRole('button', { name: 'Show all 30' }).click()
    expect(await page.locator('.happened li').count()).toBe(30)
  })

  test('of a server that has just started says that it has not looked yet', async () => {
    const nothing = { parts: strip('.96'), answered_pct: null, longest_gap: null }
    const history = theHistory(Date.now())
    own = ofHistory({
      body: {
        ...history,
        observed_at: null,
        incidents: [],
        exchanges: history.exchanges.map((one) => ({ ...one, ...nothing })),
        currencies: history.currencies.map(({ fiat }) => ({ fiat, buy: false, sell: false })),
        server: { ...history.server, history_from_at: null, storage_works: false },
      },
    })
    const page = await open()
    await page.getByRole('heading', { name: 'The first prices are being collected.' }).waitFor()
    expect(await page.getByRole('img', { name: 'OKX: not checked yet.' }).count()).toBe(1)
    expect(await page.locator('.happened').textContent()).toContain('No incidents.')
    expect(await page.locator('.this-server').textContent()).toMatch(
      /no price yet.*cannot be written|cannot be written.*no price yet/,
    )
  })

  test('a failed answer is shown in its place, with a button to retry', async () => {
    own = ofHistory(refusal(503, 'storage_unavailable'))
    const page = await open()
    await page.getByText('storage_unavailable · 7f3a9c').waitFor()
    own = () => null
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /18 of 19/ }).waitFor()
  })

  test('shows the reader’s own time, and prints with its address and without its buttons', async () => {
    const page = await open()
    await page.locator('.happened li').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.printed').textContent()).toContain('/status')
    expect(await page.locator('.exchange-strips .button').isVisible()).toBe(false)
    expect(await page.locator('svg.strip').first().isVisible()).toBe(true)
  })

  test('on a small phone breaks no line between a number and its unit', async () => {
    const page = await open({ width: 360 })
    const rhythm = page.locator('.this-server dd').first()
    await rhythm.scrollIntoViewIfNeeded()
    const lines = await rhythm
      .locator('.nowrap')
      .evaluateAll((all) =>
        all.map((one) => new Set([...one.getClientRects()].map(({ bottom }) => Math.round(bottom))).size),
      )
    expect(lines.length).toBeGreaterThan(1)
    expect(new Set(lines)).toEqual(new Set([1]))
  })

  test('in each language, theme and width has no finding of axe and nothing to scroll sideways', async () => {
    const page = await open()
    await page.locator('.happened li').first().waitFor()
    expect(await layoutFaults(page, 'main')).toEqual([])
    expect(stage().pages.reports).toEqual([])
  })
})
