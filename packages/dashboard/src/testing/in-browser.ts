import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.js'

type Stage<Pages> = { readonly pages: Pages; readonly browser: Browser }

/** Pages and a browser for the tests of one block; what a test has opened is closed after it. */
export function inBrowser<Pages extends { stop(): Promise<void> }>(start: () => Promise<Pages>): () => Stage<Pages> {
  let pages: Pages | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    pages = await start()
    browser = await openBrowser()
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.stop()
  })
  return () => {
    if (pages === undefined || browser === undefined) throw new Error('nothing is open before the first test')
    return { pages, browser }
  }
}
