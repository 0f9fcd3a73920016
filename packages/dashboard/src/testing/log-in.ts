import type { TestServer } from '@p2p-rates/server/testing'
import type { Page } from 'playwright-core'
import type { BrowserSession } from './in-browser.js'
import { person } from './make-admin.js'

/** Logs the admin in by a link, for all pages that the block opens afterwards. */
export async function logIn({ pages, open }: BrowserSession<TestServer>): Promise<Page> {
  const { link } = await pages.server.operator.loginLink(person.email)
  const page = await open({ path: link.slice(pages.url.length) })
  await page.waitForURL(`${pages.url}/dev`)
  return page
}
