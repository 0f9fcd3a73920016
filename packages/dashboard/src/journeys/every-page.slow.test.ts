import type { TestServer } from '@p2p-rates/server/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages as allPages } from '../pages/all.js'
import { axeFindings } from '../testing/axe.js'
import { chromiumPath, openBrowser } from '../testing/browser.js'
import { faintTexts } from '../testing/contrast.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { strangeRules } from '../testing/strange-styles.js'
import { overflowOf } from '../testing/visit.js'

/** With what makes the page show most. */
const addresses = allPages.map(({ route }) =>
  route
    .print({})
    .replace(/\/dev\/webhooks\/$/, '/dev/webhooks/{webhook}')
    .replace(/\/dev\/rules\/$/, '/dev/rules/{rule}'),
)

const looks = [
  ['light', [1280, 320]],
  ['dark', [360, 768]],
] as const

describe.skipIf(chromiumPath === null)('every page', () => {
  let server: TestServer
  let browser: Browser
  let member: Awaited<ReturnType<BrowserContext['storageState']>>
  let webhook: string
  let rule: string
  beforeAll(async () => {
    server = await startPages({ P2P_VISITOR_PLAN: 'Business', P2P_PRIVATE_RECEIVERS: 'true' }, { historyDays: 3 })
    await makeAdmin(server, 'Pro')
    browser = await openBrowser()
    const context = await browser.newContext()
    const page = await context.newPage()
    const { link } = await server.server.operator.loginLink(person.email)
    await page.goto(link)
    await page.waitForURL(`${server.url}/dev`)
    member = await context.storageState()
    const make = (path: string, body: object): Promise<string> =>
      page.evaluate(
        async ([where, text]) => {
          const headers = { 'content-type': 'application/json' }
          const made = await fetch(where, { method: 'POST', headers, body: text })
          return ((await made.json()) as { id: string }).id
        },
        [`/web/v1${path}`, JSON.stringify(body)] as const,
      )
    const url = 'http://127.0.0.1:9/hook'
    webhook = await make('/webhooks', { url, event: 'best_buy', fiat: 'UAH', threshold: 1, description: 'desk' })
    rule = await make('/rules', { name: 'desk', base: 'median', offset_pct: 1.5, step: 0.05, floor: 1 })
    await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** What a page does that none may: asks somebody else, breaks the policy, fails. */
  const watch = (page: Page, tell: (finding: string) => void): void => {
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(server.url) && !url.startsWith('data:')) tell(`asked ${url}`)
    })
    page.on('pageerror', (error) => tell(`failed: ${error.message}`))
    page.on('console', (line) => {
      // An answer that is no 200 is told to the page, which has words for it.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) tell(line.text())
    })
  }

  /** What still looks as if it could be pressed; a form is what it is. */
  const controlsOn = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, summary, nav a')]
        .filter((one) => one.checkVisibility() && one.closest('form') === null)
        .filter((one) => getComputedStyle(one).borderTopWidth !== '0px' || one.querySelector('svg')?.checkVisibility())
        .map((one) => one.outerHTML.slice(0, 90)),
    )

  const isReady = async (page: Page) => {
    await page.locator('main h1').waitFor()
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
    // What comes near comes later.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle', { timeout: 600 }).catch(() => {})
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  }

  test.each(addresses)(
    '%s can be read by everybody, in each language and theme, and asks nobody else',
    async (path) => {
      const findings: string[] = []
      for (const language of ['en', 'uk'] as const) {
        const context = await browser.newContext({ storageState: member, reducedMotion: 'reduce' })
        await context.addInitScript((chosen) => localStorage.setItem('p2p-language', chosen), language)
        const page = await context.newPage()
        watch(page, (finding) => findings.push(finding))
        await page.goto(server.url + path.replace('{webhook}', webhook).replace('{rule}', rule))
        await isReady(page)
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
        for (const rule of await strangeRules(page)) findings.push(`not of this page: ${rule}`)
        for (const [theme, widths] of looks) {
          const add = (finding: string) => findings.push(`${language}, ${theme}: ${finding}`)
          await page.emulateMedia({ colorScheme: theme })
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 })
            const overflow = await overflowOf(page)
            if (overflow > 0) add(`${overflow} px to scroll sideways at ${width} px`)
            for (const faint of await faintTexts(page)) add(`too faint at ${width} px: ${faint}`)
          }
          for (const finding of await axeFindings(page)) add(finding)
        }
        // On paper nothing can be pressed, and nothing is cut.
        await page.emulateMedia({ media: 'print', colorScheme: 'light' })
        await page.setViewportSize({ width: 720, height: 900 })
        for (const pressed of await controlsOn(page)) findings.push(`${language}, print: ${pressed}`)
        const cut = await overflowOf(page)
        if (cut > 0) findings.push(`${language}, print: ${cut} px are cut`)
        await context.close()
      }
      expect(findings).toEqual([])
    },
  )
})
