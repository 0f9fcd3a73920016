import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf, visit } from '../testing/visit.js'

describe('the first start', needsChromium, () => {
  const stage = inBrowser(() => startPages())

  test('without a link the page says which command prints one', async () => {
    const { pages, browser } = stage()
    const page = await visit(browser, pages.url, { path: '/setup' })
    await page.getByText('p2p-server setup-link').waitFor()
    expect(await page.locator('input').count()).toBe(0)
  })

  test('leads from the link to the first price, by the new key alone, and then into the dashboard', async () => {
    const { pages, browser } = stage()
    const { link } = await pages.server.operator.setupLink()
    const page = await visit(browser, pages.url, { path: link.slice(pages.url.length), width: 360 })
    await page.getByLabel('E-mail').fill('olena@example.com')
    expect(page.url()).toBe(`${pages.url}/setup`)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Make me the admin' }).click()
    await page.locator('.text-field-error').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Make me the admin' }).click()
    await page.getByText('You are the admin').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await page.locator('a.brand').click()
    await page.getByText('You have not copied the key').waitFor()
    await page.getByRole('button', { name: 'Stay here' }).click()
    const key = await page.locator('.secret-box code').innerText()
    // Requests are seen from the first time on that the page has asked for them.
    const watching = page.waitForResponse('**/web/v1/requests')
    await page.locator('.secret-box button').click()
    await page.getByText('Waiting for your first request…').waitFor()
    await watching
    const sample = await page.locator('.code-box code').innerText()
    expect(sample).toContain(key)

    const ask = (given: string, path = '/rates?fiat=UAH') =>
      fetch(pages.baseUrl + path, { headers: { 'X-API-Key': given } })
    // Requests with another account's key stay hidden; a wrong key from this machine may be a typo and is shown.
    expect((await ask(pages.keys.Free)).status).toBe(200)
    expect((await ask(`${key}x`)).status).toBe(401)
    const seen = page.locator('.seen')
    await seen.getByText('GET /api/v1/rates 401').waitFor()
    expect(await seen.innerText()).toContain('Copy all of it')
    expect((await ask(key, '/rates?fiat=nonsense')).status).toBe(400)
    await seen.getByText('GET /api/v1/rates 400').waitFor()

    const rates = (await (await ask(key)).json()) as { best_buy: { price: number } }
    await seen.getByText('GET /api/v1/rates 200').waitFor()
    expect(await seen.innerText()).toMatch(/^First request seen[\s\S]*from 127\.0\.0\.1/)
    const facts = page.locator('dl.facts')
    await facts.getByText('Left this month').waitFor()
    expect(await facts.innerText()).toContain(`${rates.best_buy.price.toFixed(2)} UAH`)
    expect(await facts.innerText()).toMatch(/[\d,]+99 of [\d,]+000/)
    expect(await overflowOf(page)).toBe(0)

    await page.getByRole('link', { name: 'Open the dashboard' }).click()
    await page.waitForURL('**/dev')
    await page.locator('.bottom').getByText('Developer').waitFor()
  })
})
