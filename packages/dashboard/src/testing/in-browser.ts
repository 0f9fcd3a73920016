import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { watchRequests } from './all-answered.js'
import { openBrowser } from './browser.js'
import type { Visit } from './visit.js'

export type BrowserSession<Pages> = {
  readonly pages: Pages
  readonly browser: Browser
  /** Opens a page in one context for the tests of the block, as a new context costs more than the page. */
  readonly open: (seen: Visit) => Promise<Page>
}

/** Test files of a process share one browser, which ends with the process. */
let shared: Promise<Browser> | undefined

export function inBrowser<Pages extends { readonly url?: string; stop(): Promise<void> }>(
  start: () => Promise<Pages>,
): () => BrowserSession<Pages> {
  let session: BrowserSession<Pages> | undefined
  let context: BrowserContext | undefined

  beforeAll(async () => {
    shared ??= openBrowser()
    const browser = await shared
    const pages = await start()
    const open = async ({ path, width = 1280, theme = 'light', language = 'en' }: Visit): Promise<Page> => {
      context ??= await browser.newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      page.setDefaultTimeout(90_000)
      watchRequests(page)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.addInitScript((chosen) => localStorage.setItem('p2p-language', chosen), language)
      await page.goto(`${pages.url}${path}`)
      return page
    }
    session = { pages, browser, open }
  })
  afterEach(async () => {
    for (const page of context?.pages() ?? []) {
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
    for (const one of session?.browser.contexts() ?? []) if (one !== context) await one.close()
  })
  afterAll(async () => {
    await context?.close()
    await session?.pages.stop()
  })

  return () => {
    if (session === undefined) throw new Error('nothing is open before the first test')
    return session
  }
}
