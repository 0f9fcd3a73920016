import { type ExchangeId, type Fiat, fiats } from '@p2p-rates/core'
import { fillPlaceholders, type PageTitle } from './page-words.js'

export type KnownPage = {
  /** Variable parts stand in braces. Each value has one spelling; an unknown value matches no page. */
  readonly pattern: string
  readonly module: string
  /** Translation areas beyond the common one. */
  readonly words: readonly string[]
  readonly title: PageTitle
  /** Audience. `reader` includes visitors if pages are public; `session` requires a login. */
  readonly access: 'public' | 'reader' | 'session'
  /** Paths below `/web/v1` to embed, with parameters in alphabetical order. */
  readonly bootstrapRequests: (words: PageParts) => readonly string[]
}

export type PageParts = {
  readonly fiat: Fiat
  readonly exchange: string
  readonly side: string
  readonly id: string
}

type Rest = Pick<KnownPage, 'title' | 'words'> & { readonly requests?: readonly string[] }

/** `requests` have the parts of the address in braces, and the side as the API spells it. */
const page =
  (access: KnownPage['access']) =>
  (pattern: string, module: string, { title, words, requests = [] }: Rest): KnownPage => ({
    access,
    pattern,
    module: `pages/${module}.tsx`,
    title,
    words,
    bootstrapRequests: (parts) =>
      requests.map((request) => fillPlaceholders(request, { ...parts, SIDE: parts.side.toUpperCase() })),
  })
const reader = page('reader')
const session = page('session')
const publicPage = page('public')

const keysAndWebhooks = ['/keys', '/webhooks']
const webhooks: Rest = { title: 'webhooks', words: ['dev', 'webhooks'], requests: keysAndWebhooks }
const rules: Rest = { title: 'rules', words: ['dev', 'rules'], requests: ['/keys', '/rules', '/webhooks'] }

export const knownPages: readonly KnownPage[] = [
  reader('/market/{fiat}', 'market/market', {
    title: 'market',
    words: ['prices', 'doubts'],
    requests: [
      '/rates?fiat={fiat}&include=confidence',
      '/sources?fiat={fiat}',
      '/stats?fiat={fiat}',
      '/index?fiat={fiat}',
      '/markets',
    ],
  }),
  reader('/ads/{fiat}/{exchange}/{side}', 'book/book', {
    title: 'book',
    words: ['ads', 'book', 'doubts'],
    requests: [
      '/orderbook?exchange={exchange}&fiat={fiat}&include=trust%2Ccounts&rows=50&side={SIDE}',
      '/rates?fiat={fiat}&include=confidence',
      '/sources?exchange={exchange}&fiat={fiat}',
      '/markets',
    ],
  }),
  reader('/arbitrage/{fiat}', 'arbitrage/arbitrage', {
    title: 'arbitrage',
    words: ['arbitrage', 'doubts'],
    requests: ['/rates?fiat={fiat}&include=confidence', '/sources?fiat={fiat}'],
  }),
  reader('/banks/{fiat}/{side}', 'banks/banks', {
    title: 'banks',
    words: ['banks', 'book', 'doubts', 'outcome', 'prices'],
    requests: ['/rates?fiat={fiat}&include=confidence'],
  }),
  reader('/lures/{fiat}/{side}', 'lures/lures', {
    title: 'lures',
    words: ['ads', 'book', 'lures'],
    requests: [
      '/orderbook?exchange=all&fiat={fiat}&include=trust&rows=20&side={SIDE}',
      '/rates?fiat={fiat}&include=confidence',
    ],
  }),
  reader('/currencies', 'currencies/currencies', {
    title: 'currencies',
    words: ['currencies', 'doubts'],
    requests: ['/overview'],
  }),
  reader('/status', 'status/status', { title: 'status', words: ['status'], requests: ['/source-history', '/sources'] }),
  reader('/track-record', 'track-record/track-record', {
    title: 'track',
    words: ['track'],
    requests: ['/track-record'],
  }),
  session('/dev', 'dev/overview', {
    title: 'developer',
    words: ['dev'],
    requests: ['/account', '/keys', '/usage?days=31&include=recent_errors', '/webhooks'],
  }),
  session('/dev/keys', 'dev/keys', { title: 'keys', words: ['dev'], requests: keysAndWebhooks }),
  session('/dev/usage', 'dev/usage', {
    title: 'usage',
    words: ['dev'],
    requests: ['/keys', '/usage?days=90', '/webhooks'],
  }),
  session('/dev/account', 'dev/account', {
    title: 'account',
    words: ['account', 'dev', 'people'],
    requests: ['/account', '/keys', '/webhooks'],
  }),
  session('/dev/webhooks', 'webhooks/webhooks', webhooks),
  session('/dev/webhooks/new', 'webhooks/new-webhook', webhooks),
  session('/dev/webhooks/{id}', 'webhooks/one-webhook', webhooks),
  session('/dev/rules', 'rules/rules', rules),
  session('/dev/rules/new', 'rules/new-rule', rules),
  session('/dev/rules/{id}', 'rules/one-rule', { ...rules, requests: keysAndWebhooks }),
  session('/dev/boards', 'rules/boards/boards-page', { ...rules, title: 'boards', words: ['boards', 'dev', 'rules'] }),
  session('/admin/accounts', 'admin/accounts', { title: 'admin', words: ['account', 'dev'] }),
  session('/admin/invites', 'admin/invites', { title: 'admin', words: ['account', 'dev'] }),
  session('/admin/plans', 'admin/plans', { title: 'admin', words: ['account'] }),
  session('/admin/sources', 'admin/sources', { title: 'admin', words: ['account'] }),
  publicPage('/login', 'login/login', { title: 'login', words: ['people'], requests: ['/markets', '/registration'] }),
  publicPage('/setup', 'setup/setup', { title: 'setup', words: ['account', 'dev', 'people'] }),
  publicPage('/join', 'join/join', { title: 'join', words: ['people'], requests: ['/registration'] }),
  publicPage('/reset', 'reset/reset', { title: 'reset', words: ['people'], requests: ['/registration'] }),
  publicPage('/confirm', 'inboxes/confirm', { title: 'confirm', words: ['people'] }),
  publicPage('/stop/{id}', 'inboxes/stop-alerts', { title: 'stop', words: ['people'] }),
]

/** Addresses of the pages that anyone may read, those of one exchange left out. */
export const readerAddresses = (): readonly string[] =>
  knownPages
    .filter(({ access, pattern }) => access === 'reader' && !pattern.includes('{exchange}'))
    .flatMap(({ pattern }) =>
      pattern.includes('{fiat}') ? fiats.map((fiat) => pattern.replace('{fiat}', fiat)) : [pattern],
    )
    .flatMap((address) =>
      address.includes('{side}') ? ['buy', 'sell'].map((side) => address.replace('{side}', side)) : [address],
    )

export type FoundPage = { readonly page: KnownPage; readonly parts: PageParts; readonly address: string }

/** Returns the page at a path; `/` is the start page. Trailing parts with a default may be missing. */
export function findPage(path: string, startFiat: Fiat, exchanges: readonly ExchangeId[]): FoundPage | null {
  const given = path === '/' ? ['market'] : path.slice(1).replace(/\/$/, '').split('/')
  for (const page of knownPages) {
    const found = matched(page, given, startFiat, exchanges)
    if (found !== null) return path === '/' ? { ...found, address: '/' } : found
  }
  return null
}

function matched(
  page: KnownPage,
  given: readonly string[],
  startFiat: Fiat,
  exchanges: readonly ExchangeId[],
): FoundPage | null {
  const parsers = { ...partParsers, exchange: oneOf(exchanges) }
  const pattern = page.pattern.slice(1).split('/')
  if (given.length > pattern.length) return null
  const parts = { ...defaultParts, fiat: startFiat }
  const address: string[] = []
  for (const [at, part] of pattern.entries()) {
    const text = given[at]
    const name = /^\{(\w+)\}$/.exec(part)?.[1] as keyof PageParts | undefined
    if (name === undefined) {
      if (text !== part) return null
      address.push(part)
      continue
    }
    const word = text === undefined ? null : parsers[name](text)
    if (word === null && (text !== undefined || name === 'id')) return null
    Object.assign(parts, word === null ? {} : { [name]: word })
    address.push(parts[name])
  }
  return { page, parts, address: `/${address.join('/')}` }
}

const defaultParts: Omit<PageParts, 'fiat'> = { exchange: 'binance', side: 'buy', id: '' }

const oneOf =
  (words: readonly string[]) =>
  (text: string): string | null =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? null

const partParsers: Readonly<Record<Exclude<keyof PageParts, 'exchange'>, (text: string) => string | null>> = {
  fiat: oneOf(fiats),
  side: oneOf(['buy', 'sell']),
  id: (text) => (/^[\w-]{1,64}$/.test(text) ? text : null),
}
