import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../../tools/guide/links.js'
import { wholeGuide } from '../../guide/build-guide.js'
import { axeFindings } from '../../src/testing/axe.js'
import { needsChromium } from '../../src/testing/browser.js'
import { faintTexts } from '../../src/testing/contrast.js'
import { inBrowser } from '../../src/testing/in-browser.js'
import { overflowOf } from '../../src/testing/visit.js'
import { buildGuide, serveGuide } from './built-guide.js'

const addresses = wholeGuide().map(addressOf)
/** Together they have every part of a page. */
const withEveryPart = ['/docs/verify-a-signature', '/docs/errors', '/docs/uk/how-ads-are-judged']

type Look = { readonly width?: number; readonly script?: boolean }

describe('the guide in a browser', needsChromium, () => {
  const stage = inBrowser(async () => {
    const { folder, remove } = await buildGuide()
    const { url, close } = await serveGuide(folder)
    return {
      url,
      stop: async () => {
        close()
        remove()
      },
    }
  })

  async function open({ width = 1280, script = true }: Look = {}) {
    const { browser, pages } = stage()
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      javaScriptEnabled: script,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => !request.url().startsWith(pages.url) && faults.push(`asks ${request.url()}`))
    return { page, faults, go: (address: string) => page.goto(pages.url + address), url: pages.url }
  }

  test('no page is wider than a window or too faint, and axe finds nothing', async () => {
    const { page, faults, go } = await open()
    for (const address of addresses) {
      await go(address)
      const fault = (text: string) => faults.push(`${address}: ${text}`)
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await overflowOf(page)
        if (overflow > 0) fault(`${overflow} px to scroll sideways at ${width} px`)
        if (width === 360 && withEveryPart.includes(address)) (await findings(page)).map(fault)
      }
      ;(await findings(page)).map(fault)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const faint of await faintTexts(page)) fault(`${colorScheme}: too faint: ${faint}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('the search is entered by its key, finds, and leads to the chapter by keys alone', async () => {
    const { page, faults, go, url } = await open()
    await go('/docs/quick-start')
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(request.url()))
    await page.keyboard.press('/')
    await page.keyboard.type('signed byt')
    await page.locator('[role=option]').first().waitFor()
    expect(asked).toEqual([`${url}/docs/search.json`])
    expect(await page.locator('[role=status]').textContent()).toMatch(/^Found: \d/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/verify-a-signature#signed-bytes')

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
    const { page, go, url } = await open()
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

  test('focus is visible, and a linked chapter is at the top', async () => {
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

/** Contrast is checked apart, in both themes. */
const findings = (page: Page): Promise<readonly string[]> => axeFindings(page, 'html', ['color-contrast'])
