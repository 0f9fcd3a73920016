import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../../../tools/guide/links.js'
import { wholeGuide } from '../../guide/build-guide.js'
import { needsChromium, openBrowser } from '../../src/testing/browser.js'
import { buildGuide, serveGuide } from './built-guide.js'

const addresses = wholeGuide().map(addressOf)
/** Together they have every part of a page. */
const withEveryPart = ['/docs/verify-a-signature', '/docs/errors', '/docs/uk/how-ads-are-judged']

type Look = { readonly width?: number; readonly theme?: 'light' | 'dark'; readonly script?: boolean }

describe('the guide in a browser', needsChromium, () => {
  let browser: Browser
  let url: string
  let close: () => Promise<void>

  beforeAll(async () => {
    const { folder, remove } = await buildGuide()
    const server = await serveGuide(folder)
    browser = await openBrowser()
    url = server.url
    close = async () => {
      await browser.close()
      server.close()
      remove()
    }
  })
  afterAll(() => close?.())

  /** A page, and all that it complains of. */
  async function open({ width = 1280, theme = 'light', script = true }: Look = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: theme,
      javaScriptEnabled: script,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => !request.url().startsWith(url) && faults.push(`asks ${request.url()}`))
    return { page, faults, go: (address: string) => page.goto(url + address) }
  }

  test.each([
    { width: 1280, theme: 'light', those: addresses },
    { width: 1280, theme: 'dark', those: withEveryPart },
    { width: 360, theme: 'light', those: withEveryPart },
  ] as const)('axe finds nothing ($width, $theme)', async ({ those, ...look }) => {
    const { page, faults, go } = await open(look)
    for (const address of those) {
      await go(address)
      expect([address, await findings(page)]).toEqual([address, []])
    }
    expect(faults).toEqual([])
  })

  test.each([320, 360, 768, 1280])('no page is wider than a window of %i', async (width) => {
    const { page, go } = await open({ width })
    for (const address of addresses) {
      await go(address)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([address, over]).toEqual([address, 0])
    }
  })

  test('the search is entered by its key, finds, and leads to the chapter by keys alone', async () => {
    const { page, faults, go } = await open()
    await go('/docs/quick-start')
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(request.url()))
    await page.keyboard.press('/')
    await page.keyboard.type('what is sign')
    await page.locator('[role=option]').first().waitFor()
    expect(asked).toEqual([`${url}/docs/search.json`])
    expect(await page.locator('[role=status]').textContent()).toMatch(/^Found: \d/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/verify-a-signature#what-is-signed')

    await page.keyboard.press('/')
    await page.keyboard.type('xyzzy')
    await page.getByText('Nothing found.').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('[role=listbox]:visible').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('on a phone the search is in the menu, which its key opens', async () => {
    const { page, go } = await open({ width: 360 })
    await go('/docs/uk/quick-start')
    await page.keyboard.press('/')
    await page.keyboard.type('оцінюються')
    await page.locator('[role=option]:visible').first().click()
    await page.waitForURL('**/docs/uk/how-ads-are-judged*')
  })

  test('samples change together, are remembered, and are copied as they are read', async () => {
    const { page, go } = await open()
    await go('/docs/verify-a-signature')
    await page.locator('.samples input').first().focus()
    await page.keyboard.press('ArrowRight')
    const seen = page.locator('.samples section:visible code').first()
    expect(await seen.textContent()).toContain('import hashlib')
    await page.locator('.samples section:visible .copy-code').first().click()
    await page.getByText('Copied').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await seen.textContent())
    await go('/docs/webhooks')
    expect(await page.locator('.samples section:visible code').first().textContent()).toContain('urlopen')
  })

  test('the address of the server in the samples is that of the page, except where a server is started', async () => {
    const { page, go } = await open()
    await go('/docs/quick-start')
    const text = await page.locator('article').textContent()
    expect(text).toContain(`export P2P_BASE_URL=${url}`)
    expect(text).toContain('http://127.0.0.1:8080/readyz')
  })

  test('theme, language and keys are chosen for all pages', async () => {
    const { page, go } = await open()
    await go('/docs/quick-start')
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page.locator('.foot .theme').click()
    await page.locator('.foot .theme').click()
    expect([await theme(), await page.locator('.foot .theme').textContent()]).toEqual(['dark', 'Appearance: dark'])
    await page.keyboard.press('?')
    await page.locator('dialog[open] input').uncheck()
    await page.keyboard.press('Escape')
    await page.locator('.corner .language').click()
    await page.waitForURL('**/docs/uk/quick-start')
    expect(await theme()).toBe('dark')
    expect(await page.evaluate(() => localStorage.getItem('p2p-language'))).toBe('uk')
    await page.keyboard.press('?')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  test('without scripts everything is there to be read', async () => {
    const { page, go } = await open({ script: false })
    await go('/docs/verify-a-signature')
    await page.getByText('PHP', { exact: true }).click()
    expect(await page.locator('.samples section:visible code').first().textContent()).toContain('<?php')
    expect(await page.locator('.copy-code:visible, .guide-search:visible').count()).toBe(0)
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    expect(await page.locator('h1').textContent()).toBe('Webhooks')
  })

  test('on paper the text stands alone, with the samples of all languages', async () => {
    const { page, go } = await open()
    await go('/docs/verify-a-signature')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.samples').first().locator('section:visible').count()).toBe(4)
    for (const part of ['.guide-side', '.guide-chapters', '.copy-code', '.sections', '.neighbours', '.bottom'])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false])
  })

  test('what is named is seen: focus shows, and a chapter that is linked to is on top', async () => {
    const { page, go } = await open()
    await go('/docs/errors#all-codes')
    const top = await page.locator('#all-codes').evaluate((heading) => heading.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(200)
    await go('/docs/errors')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
  })
})

async function findings(page: Page): Promise<readonly string[]> {
  // The policy allows no script in the text of a page; this one comes from the test.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: judge } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> }
    }
    const { violations } = await judge.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  })
}
