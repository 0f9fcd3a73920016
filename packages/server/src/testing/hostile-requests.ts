import { type Endpoint, endpoints, featureOf, fullPath } from '@p2p-rates/contract'
import type { Random } from '@p2p-rates/core/internal'
import { valuesOf } from './conformance/values.js'
import type { TestRequest } from './test-client.js'

export type Keyring = {
  readonly good: readonly string[]
  readonly bad: readonly string[]
  readonly ids: readonly string[]
}

const pages = [
  '/market/UAH',
  '/market/eur',
  '/ads/UAH/okx/sell',
  '/status',
  '/dev/keys',
  '/login',
  '/robots.txt',
  '/assets/index-1.js',
  '/docs/quick-start',
  '/docs/../index.html',
  '/nothing',
]

export const hostileRequest = (random: Random, keys: Keyring): TestRequest => {
  const endpoint = random.pick(endpoints)
  const method = random.next() < 0.9 ? endpoint.method : random.pick(methods)
  const anyPath = (random.next() < 0.1 ? random.pick(pages) : pathOf(random, endpoint, keys)) + queryOf(random)
  // An unreadable path gets an error with a body, which clients don't expect after HEAD.
  const path = method === 'HEAD' ? anyPath.replace(/[\x80-\xff]/g, '') : anyPath
  const body = method === 'GET' || method === 'HEAD' || random.next() < 0.2 ? undefined : bodyOf(random)
  return {
    method,
    path,
    headers: [...credentials(random, keys), ...otherHeaders(random, body !== undefined)],
    ...(body === undefined ? {} : { body, chunked: random.next() < 0.2 }),
  }
}

/** A GET of one of our addresses, well or badly asked: what both doors may see. */
export const getRequest = (random: Random, keys: Keyring): TestRequest => ({
  path: readingPath(random, keys) + queryOf(random),
  headers: [...credentials(random, keys), ...otherHeaders(random, false), ...heldAnswer(random)],
})

const readingPath = (random: Random, keys: Keyring): string => {
  if (random.next() < 0.05) return random.pick(pages)
  const endpoint = random.pick(fixedAddresses)
  return random.next() < 0.9 ? fullPath(endpoint) : pathOf(random, endpoint, keys)
}

const heldAnswer = (random: Random): [string, string][] => (random.next() < 0.1 ? [['If-None-Match', '*']] : [])

const methods = ['HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE']
const fixedAddresses = endpoints.filter(
  ({ method, path, name }) => method === 'GET' && !path.includes('{') && featureOf({ name }) !== 'stream',
)

const pathOf = (random: Random, endpoint: Endpoint, { ids }: Keyring): string => {
  const name = () => (random.next() < 0.6 && ids.length > 0 ? random.pick(ids) : segment(random))
  const path = fullPath(endpoint).replace('{id}', name).replace('{delivery_id}', name)
  if (random.next() < 0.8) return path
  return random.pick<(path: string) => string>([
    (own) => `${own}/`,
    (own) => own.toUpperCase(),
    (own) => `/${own}`,
    (own) => own.replace('/v1/', '/v1//'),
    (own) => own.replace('/v1/', '/v1/./'),
    (own) => own.replace('/v1/', '/v1/../v1/'),
    (own) => `${own}%00`,
    (own) => `${own};x=1`,
    (own) => `${own}${encodeURIComponent(text(random))}`,
    (own) => `${own}/${segment(random)}`,
    (own) => own.slice(0, random.below(own.length) + 1),
    (own) => `http://elsewhere.example${own}`,
    () => '*',
    () => `/${'x'.repeat(random.below(6_000))}`,
  ])(path)
}

const segment = (random: Random): string =>
  random.pick([
    'wh_none',
    '..',
    '%2e%2e',
    '%00',
    '%E0%A4%A',
    '__proto__',
    'constructor',
    '%F0%9F%98%80',
    '%2F',
    "'--",
    ':id',
    '{id}',
    '\u00fc',
  ]) + (random.next() < 0.1 ? encodeURIComponent(text(random)) : '')

const parameters = [...new Set(endpoints.flatMap(({ query }) => Object.keys(query)))]

const queryOf = (random: Random): string => {
  if (random.next() < 0.15) return ''
  const parts: string[] = []
  for (let count = random.below(5); count > 0; count--) parts.push(partOf(random))
  return `?${parts.join(random.next() < 0.95 ? '&' : random.pick([';', '&&', '?', '&amp;']))}`
}

const partOf = (random: Random): string => {
  const name = random.next() < 0.9 ? random.pick(parameters) : encodeURIComponent(text(random))
  const dice = random.next()
  if (dice < 0.55)
    return `${name}=${encodeURIComponent(random.pick(valuesOf('', name === 'exchange' ? 'exchange' : known(name)).good))}`
  if (dice < 0.75) return `${name}=${encodeURIComponent(text(random))}`
  return random.pick([
    name,
    `${name}=`,
    `=${name}`,
    `${name}[]=1`,
    `${name}[a]=1`,
    `${name}=%`,
    `${name}=%zz`,
    `${name}=%ff%fe`,
    `${name}=%u0041`,
    `${name}=a+b`,
    `${name}=UAH#fragment`,
    `${name}="quoted"`,
    `${name}={x}|\\^\``,
    `${name}=\u00a0\u00ff`,
    `${name}=${'9'.repeat(random.below(3_000))}`,
    `__proto__[x]=1&${name}=2`,
  ])
}

const known = (name: string): string => (parameters.includes(name) ? name : 'fiat')

const credentials = (random: Random, { good, bad }: Keyring): [string, string][] => {
  const key = random.next() < 0.85 ? random.pick(good) : random.pick(bad)
  const dice = random.next()
  // From anywhere, so that the budget of wrong keys of one address does not hide the rest.
  const from: [string, string] = ['X-Forwarded-For', `203.0.${random.below(256)}.${random.below(256)}`]
  if (dice < 0.6) return [['X-API-Key', key], from]
  if (dice < 0.9) return [['Authorization', `${random.pick(['Bearer', 'bearer', 'BEARER'])} ${key}`], from]
  if (dice < 0.94) return [['X-API-Key', key], ['Authorization', `Bearer ${random.pick(bad)}`], from]
  if (dice < 0.97) return [['X-API-Key', latin(text(random))], from]
  return [from]
}

const otherHeaders = (random: Random, hasBody: boolean): [string, string][] => {
  const headers: [string, string][] = []
  if (hasBody)
    headers.push([
      'Content-Type',
      random.next() < 0.8
        ? 'application/json'
        : random.pick(['text/plain', 'application/json;;', '', 'multipart/form-data']),
    ])
  // Frequent enough that every run gets some 304 answers.
  if (random.next() < 0.08) headers.push(['If-None-Match', '*'])
  if (random.next() < 0.3)
    headers.push(
      random.pick<[string, string]>([
        ['If-None-Match', 'W/"x", "y"'],
        ['If-None-Match', latin(text(random))],
        ['X-Request-Id', latin(text(random))],
        ['Idempotency-Key', latin(text(random))],
        ['Idempotency-Key', 'same'],
        ['Last-Event-ID', '99999999999999999999'],
        ['Accept', 'text/html'],
        ['Accept-Encoding', 'gzip, br'],
        ['Accept-Encoding', 'gzip;q=0.9, br;q=0.1, identity;q=0'],
        ['Accept-Encoding', latin(text(random))],
        ['Range', 'bytes=0-1'],
        ['Expect', 'the-unexpected'],
        ['Upgrade', 'websocket'],
        ['X-HTTP-Method-Override', 'DELETE'],
        ['X-Forwarded-Host', 'evil.example'],
        ['Cookie', `a=${latin(text(random))}`],
        ['Content-Encoding', 'gzip'],
        ['X-Long', 'y'.repeat(random.below(3_000))],
      ]),
    )
  return headers
}

const bodyOf = (random: Random): string | Buffer => {
  const dice = random.next()
  if (dice < 0.6) return JSON.stringify(objectOf(random))
  if (dice < 0.7) return Buffer.from(Array.from({ length: random.below(64) }, () => random.below(256)))
  return random.pick([
    '{',
    'null',
    '[]',
    '1e999',
    '"\\ud800"',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"url":"a","url":"b"}',
    '\ufeff{}',
    `${'['.repeat(random.below(9_000))}`,
    `{"a":"${'x'.repeat(random.below(40_000))}"}`,
  ])
}

const fields = [
  'url',
  'event',
  'threshold',
  'amount',
  'fiat',
  'exchange',
  'payment_method',
  'hysteresis',
  'description',
  'enabled',
  'id',
]

const objectOf = (random: Random): Record<string, unknown> => {
  const sound = random.next() < 0.7
  const base = sound ? { url: 'https://hooks.example.com/', event: 'spread', threshold: 1, amount: 5_000 } : {}
  const extra: [string, unknown][] = []
  for (let count = random.below(4); count > 0; count--) extra.push([random.pick(fields), anyValue(random)])
  return { ...base, ...Object.fromEntries(extra) }
}

const anyValue = (random: Random): unknown =>
  random.pick<unknown>([
    0,
    -1,
    1.5,
    1e308,
    true,
    null,
    [],
    {},
    'spread',
    'best_buy',
    'UAH',
    'okx',
    'https://127.0.0.1/',
    'https://[::1]:1/',
    'javascript:alert(1)',
    text(random),
  ])

const pieces = [
  'UAH',
  'a',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '../../etc/passwd',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '\ud83d\ude00',
  '\u0130',
  '١',
  '%',
  '%25',
  '$' + '{7*7}',
  '__proto__',
  '\r\nSet-Cookie: x=1',
  '\\',
  '"',
  '(((((a+)+)+)+)+)$',
  'Z\u0338\u0322',
]

const text = (random: Random): string => {
  let made = ''
  for (let count = random.below(4); count >= 0; count--) made += random.pick(pieces)
  return random.next() < 0.05 ? made.repeat(random.below(60)) : made
}

const latin = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
