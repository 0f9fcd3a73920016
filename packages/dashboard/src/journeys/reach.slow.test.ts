import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { startPages } from '../testing/start-pages.js'

describe('what the interface knows beyond prices', needsChromium, () => {
  const stage = inBrowser(() => startPages({ P2P_VISITOR_PLAN: 'Business' }, { fiats: ['UAH', 'EUR'], historyDays: 3 }))

  const ask = async <Answer>(path: string): Promise<Answer> => {
    const { baseUrl, keys } = stage().pages
    const headers = { 'X-API-Key': keys.Business }
    return (await (await fetch(`${baseUrl}${path}`, { headers })).json()) as Answer
  }

  test('from the market to all currencies, from one to another, and back to a moment of the past', async () => {
    const page = await stage().open({ path: '/market/UAH' })
    await page.getByRole('link', { name: 'All currencies at once' }).click()
    const table = page.getByRole('table', { name: 'All currencies' })
    await table.waitFor()
    const { currencies } = await ask<{ currencies: { fiat: string; index: number }[] }>('/overview')
    const rows = await table.getByRole('row').allTextContents()
    expect(rows).toHaveLength(1 + currencies.length)
    for (const [at, { fiat, index }] of currencies.entries()) {
      expect(rows[at + 1]).toContain(fiat)
      expect(rows[at + 1]?.replaceAll(',', '')).toContain(String(index))
    }

    await page.getByLabel('Amount in UAH').fill('20000')
    const outcome = page.locator('.converter .arrives')
    await outcome.waitFor()
    const { received } = await ask<{ received: number }>('/convert?from=UAH&to=EUR&amount=20000')
    const euros = Number.isInteger(received) ? received : received.toFixed(2)
    expect((await outcome.textContent())?.replaceAll(',', '')).toContain(`20000 UAH becomes ${euros} EUR`)
    expect(await page.locator('.converter .facts').textContent()).toMatch(
      /Compared with both indices(costs|gains) .*of which buying(costs|gains) .*of which transfer(costs|gains) .*of which selling(costs|gains) /,
    )
    await page.getByLabel('Transfer fee, in USDT').fill('7')
    await page.waitForURL('**fee=7**')
    await page.locator('.converter .old').waitFor({ state: 'detached' })
    expect(await outcome.textContent()).toContain('become')

    const [point] = (await ask<{ points: { t: string; buy: number }[] }>('/history?fiat=UAH&hours=24')).points
    const slot = new Date(point?.t ?? 0)
    const local = new Date(slot.getTime() - slot.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await page.getByLabel('When (your time)').fill(local)
    await page.locator('.past-price .facts').waitFor()
    expect((await page.locator('.past-price .facts').textContent())?.replaceAll(',', '')).toContain(`${point?.buy}`)
  })

  test('the index on the market page, prices by size and method below the ads, completeness on the status page', async () => {
    const page = await stage().open({ path: '/market/UAH' })
    const shown = async (path: string, place: string): Promise<string> => {
      await page.goto(stage().pages.url + path)
      await page.locator('main h1').waitFor()
      for (;;) {
        await page.mouse.wheel(0, 600)
        if ((await page.locator(place).count()) > 0) break
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      }
      await page.locator(`${place} .skeleton`).first().waitFor({ state: 'detached' })
      return (await page.locator(place).allTextContents()).join(' ')
    }
    const { value } = await ask<{ value: number }>('/index?fiat=UAH')
    expect(await shown('/market/UAH', '.reference dl')).toContain('Typical buy price')
    expect(await page.locator('.index-card .card-figure').textContent()).toContain(String(value))
    // Three days are no pattern, and the server says so rather than refusing.
    expect(await shown('/market/UAH', '.cheap-hours .heat-place.quiet')).toBe('Needs about three weeks of prices.')
    const offers = await shown('/ads/UAH/binance/buy', '.book-offers table')
    for (const size of ['50', '10,000']) expect(offers).toContain(size)
    const [method] = (await ask<{ methods: { name: string }[] }>('/methods?fiat=UAH')).methods
    await page
      .locator('.book-offers table')
      .getByText(method?.name ?? 'none')
      .first()
      .waitFor()
    expect(await shown('/status', '.record-quality table')).toMatch(/Best of all.*Reference index/)
  })
})
