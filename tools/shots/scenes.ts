import type { Page } from 'playwright-core'

export type Scene = {
  readonly name: string
  readonly path: string
  /** Selector of an element that appears once the page has its data. */
  readonly shows: string
  readonly member?: boolean
  readonly prepare?: (page: Page) => Promise<void>
}

export const scenes: readonly Scene[] = [
  { name: 'market', path: '/market/UAH', shows: '.elsewhere' },
  { name: 'market-quote', path: '/market/EUR?amount=20000', shows: '.answer-sum' },
  {
    name: 'book',
    path: '/ads/UAH/binance/buy?amount=20000',
    shows: 'table.ads',
    prepare: (page) => page.locator('table.ads .judgement button').first().click(),
  },
  { name: 'arbitrage', path: '/arbitrage/KZT', shows: 'main h2' },
  { name: 'banks', path: '/banks/UAH/buy?amount=20000&method=monobank', shows: 'main .records' },
  { name: 'track-record', path: '/track-record', shows: 'main .records' },
  { name: 'lures', path: '/lures/UAH/buy', shows: 'main .records' },
  { name: 'currencies', path: '/currencies?amount=20000', shows: 'main .records' },
  { name: 'status', path: '/status', shows: '.strip' },
  { name: 'dev', path: '/dev', shows: 'main h2', member: true },
  { name: 'keys', path: '/dev/keys', shows: 'table.records', member: true },
  { name: 'usage', path: '/dev/usage', shows: 'table', member: true },
  { name: 'webhooks', path: '/dev/webhooks', shows: 'table.records', member: true },
  { name: 'new-webhook', path: '/dev/webhooks/new?threshold=41', shows: 'form', member: true },
  {
    name: 'webhook',
    path: '/dev/webhooks',
    shows: 'table.records',
    member: true,
    prepare: async (page) => {
      await page.locator('table.records a').first().click()
      await page.waitForURL(/webhooks\/[^/]+$/)
      await page.locator('main table').first().waitFor()
    },
  },
  { name: 'rules', path: '/dev/rules', shows: 'main .empty, table.records', member: true },
  { name: 'new-rule', path: '/dev/rules/new', shows: '.rule-form', member: true },
  { name: 'account', path: '/dev/account', shows: 'main h2', member: true },
  { name: 'admin-accounts', path: '/admin/accounts', shows: 'table.records', member: true },
  { name: 'admin-invites', path: '/admin/invites', shows: 'main button', member: true },
  { name: 'admin-plans', path: '/admin/plans', shows: 'table', member: true },
  { name: 'admin-sources', path: '/admin/sources', shows: 'table', member: true },
  { name: 'docs', path: '/docs/', shows: 'main h1' },
  { name: 'docs-trust', path: '/docs/how-ads-are-judged', shows: 'main h1' },
  { name: 'login', path: '/login', shows: 'form' },
  { name: 'setup', path: '/setup', shows: 'main h1' },
  { name: 'no-page', path: '/nothing/here', shows: 'main h1' },
]
