import { type ExchangeId, type Fiat, fiats } from '@p2p-rates/core'
import type { PageTitle } from './page-words.js'

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

const reader = { access: 'reader' } as const
const session = { access: 'session', words: ['dev'], bootstrapRequests: () => [] } as const
const developer = { access: 'session', words: ['dev'], bootstrapRequests: () => ['/keys', '/webhooks'] } as const
const publicPage = { access: 'public', words: [], bootstrapRequests: () => [] } as const

export const knownPages: readonly KnownPage[] = [
  {
    ...reader,
    pattern: '/market/{fiat}',
    module: 'pages/market/market.tsx',
    words: ['prices', 'doubts'],
    title: 'market',
    bootstrapRequests: ({ fiat }) => [
      `/rates?fiat=${fiat}&include=confidence`,
      `/sources?fiat=${fiat}`,
      `/stats?fiat=${fiat}`,
      '/markets',
    ],
  },
  {
    ...reader,
    pattern: '/ads/{fiat}/{exchange}/{side}',
    module: 'pages/book/book.tsx',
    words: ['ads', 'book', 'doubts'],
    title: 'book',
    bootstrapRequests: ({ fiat, exchange, side }) => [
      `/orderbook?exchange=${exchange}&fiat=${fiat}&include=trust&rows=50&side=${side.toUpperCase()}`,
      `/rates?fiat=${fiat}&include=confidence`,
      `/sources?exchange=${exchange}&fiat=${fiat}`,
      '/markets',
    ],
  },
  {
    ...reader,
    pattern: '/arbitrage/{fiat}',
    module: 'pages/arbitrage/arbitrage.tsx',
    words: ['arbitrage', 'doubts'],
    title: 'arbitrage',
    bootstrapRequests: ({ fiat }) => [`/rates?fiat=${fiat}&include=confidence`, `/sources?fiat=${fiat}`],
  },
  {
    ...reader,
    pattern: '/currencies',
    module: 'pages/currencies/currencies.tsx',
    words: ['currencies', 'doubts'],
    title: 'currencies',
    bootstrapRequests: () => ['/overview'],
  },
  {
    ...reader,
    pattern: '/status',
    module: 'pages/status/status.tsx',
    words: ['status'],
    title: 'status',
    bootstrapRequests: () => ['/source-history', '/sources'],
  },
  {
    ...session,
    pattern: '/dev',
    module: 'pages/dev/overview.tsx',
    title: 'developer',
    bootstrapRequests: () => ['/account', '/keys', '/usage?days=31&include=recent_errors', '/webhooks'],
  },
  { ...developer, pattern: '/dev/keys', module: 'pages/dev/keys.tsx', title: 'keys' },
  {
    ...session,
    pattern: '/dev/usage',
    module: 'pages/dev/usage.tsx',
    title: 'usage',
    bootstrapRequests: () => ['/keys', '/usage?days=90', '/webhooks'],
  },
  {
    ...session,
    pattern: '/dev/account',
    module: 'pages/dev/account.tsx',
    words: ['account', 'dev', 'people'],
    title: 'account',
    bootstrapRequests: () => ['/account', '/keys', '/webhooks'],
  },
  {
    ...developer,
    pattern: '/dev/webhooks',
    module: 'pages/webhooks/webhooks.tsx',
    words: ['dev', 'webhooks'],
    title: 'webhooks',
  },
  {
    ...developer,
    pattern: '/dev/webhooks/new',
    module: 'pages/webhooks/new-webhook.tsx',
    words: ['dev', 'webhooks'],
    title: 'webhooks',
  },
  {
    ...developer,
    pattern: '/dev/webhooks/{id}',
    module: 'pages/webhooks/one-webhook.tsx',
    words: ['dev', 'webhooks'],
    title: 'webhooks',
  },
  {
    ...developer,
    pattern: '/dev/rules',
    module: 'pages/rules/rules.tsx',
    words: ['dev', 'rules'],
    title: 'rules',
    bootstrapRequests: () => ['/keys', '/rules', '/webhooks'],
  },
  {
    ...developer,
    pattern: '/dev/rules/new',
    module: 'pages/rules/new-rule.tsx',
    words: ['dev', 'rules'],
    title: 'rules',
    bootstrapRequests: () => ['/keys', '/rules', '/webhooks'],
  },
  {
    ...developer,
    pattern: '/dev/rules/{id}',
    module: 'pages/rules/one-rule.tsx',
    words: ['dev', 'rules'],
    title: 'rules',
  },
  {
    ...developer,
    pattern: '/dev/boards',
    module: 'pages/rules/boards/boards-page.tsx',
    words: ['boards', 'dev', 'rules'],
    title: 'boards',
    bootstrapRequests: () => ['/keys', '/rules', '/webhooks'],
  },
  ...(
    [
      ['accounts', ['account', 'dev']],
      ['invites', ['account', 'dev']],
      ['plans', ['account']],
      ['sources', ['account']],
    ] as const
  ).map(
    ([room, words]): KnownPage => ({
      ...session,
      pattern: `/admin/${room}`,
      module: `pages/admin/${room}.tsx`,
      words,
      title: 'admin',
    }),
  ),
  {
    ...publicPage,
    pattern: '/login',
    module: 'pages/login/login.tsx',
    words: ['people'],
    title: 'login',
    bootstrapRequests: () => ['/markets', '/registration'],
  },
  {
    ...publicPage,
    pattern: '/setup',
    module: 'pages/setup/setup.tsx',
    words: ['account', 'dev', 'people'],
    title: 'setup',
  },
  {
    ...publicPage,
    pattern: '/join',
    module: 'pages/join/join.tsx',
    words: ['people'],
    title: 'join',
    bootstrapRequests: () => ['/registration'],
  },
  {
    ...publicPage,
    pattern: '/reset',
    module: 'pages/reset/reset.tsx',
    words: ['people'],
    title: 'reset',
    bootstrapRequests: () => ['/registration'],
  },
  { ...publicPage, pattern: '/confirm', module: 'pages/inboxes/confirm.tsx', words: ['people'], title: 'confirm' },
  { ...publicPage, pattern: '/stop/{id}', module: 'pages/inboxes/stop-alerts.tsx', words: ['people'], title: 'stop' },
]

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
