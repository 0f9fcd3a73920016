import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pages as allPages } from '../pages/all-pages.js'
import { allAnswered } from '../testing/all-answered.js'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { layoutFaults } from '../testing/layout-faults.js'
import { logIn } from '../testing/log-in.js'
import { makeAdmin } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { unlinkedStyleRules } from '../testing/unlinked-style-rules.js'
import { overflowOf } from '../testing/visit.js'

const addresses = allPages.map(({ route }) =>
  route
    .print({})
    .replace(/\/dev\/webhooks\/$/, '/dev/webhooks/{webhook}')
    .replace(/\/dev\/rules\/$/, '/dev/rules/{rule}'),
)

describe('every page', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages({ P2P_VISITOR_PLAN: 'Business', P2P_PRIVATE_RECEIVERS: 'true' }, { historyDays: 3 })
    await makeAdmin(pages, 'Pro')
    return pages
  })
  const faults: string[] = []
  let webhook: string
  let rule: string
  beforeAll(async () => {
    const page = await logIn(stage())
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
    watch(page.context())
  })

  /** Notes what no page may do: ask another server, break the policy, fail. */
  const watch = (context: BrowserContext): void => {
    context.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(stage().pages.url) && !url.startsWith('data:')) faults.push(`asked ${url}`)
    })
    context.on('weberror', (error) => faults.push(`failed: ${error.error().message}`))
    context.on('console', (line) => {
      // Failed requests are expected here; the page shows a message for them.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
    })
  }

  /** Buttons and links that still look as if they could be pressed; those of a form belong to it. */
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
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await allAnswered(page)
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  }

  /** On paper nothing can be pressed, and nothing is cut. */
  const faultsOnPaper = async (page: Page) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await page.setViewportSize({ width: 720, height: 900 })
    const pressed = await controlsOn(page)
    const cut = await overflowOf(page)
    await page.emulateMedia({ media: null })
    return [...pressed, ...(cut > 0 ? [`${cut} px are cut`] : [])].map((fault) => `print: ${fault}`)
  }

  test.each(addresses)(
    '%s can be read without an account, in each language and theme, and requests nothing from other hosts',
    async (path) => {
      faults.splice(0)
      const page = await stage().open({ path: path.replace('{webhook}', webhook).replace('{rule}', rule) })
      await isReady(page)
      for (const strange of await unlinkedStyleRules(page)) faults.push(`not of this page: ${strange}`)
      faults.push(...(await faultsOnPaper(page)))
      faults.push(...(await layoutFaults(page)))
      faults.push(...(await faultsOnPaper(page)))
      expect(faults).toEqual([])
    },
  )
})
