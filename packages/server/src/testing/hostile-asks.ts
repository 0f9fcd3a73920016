import { type Endpoint, endpoints, fullPath } from '@p2p-rates/contract'
import type { Ask } from './ask.js'
import type { Chance } from './chance.js'
import { valuesOf } from './conformance/values.js'

export type Keyring = {
  readonly good: readonly string[]
  readonly bad: readonly string[]
  /** Of webhooks and deliveries that exist. */
  readonly ids: readonly string[]
}

/** A request as a friend, a fool or an enemy would send it. Everything comes from `chance`. */
export const hostileAsk = (chance: Chance, keys: Keyring): Ask => {
  const endpoint = chance.pick(endpoints)
  const method = chance.next() < 0.9 ? endpoint.method : chance.pick(methods)
  const anyPath = pathOf(chance, endpoint, keys) + queryOf(chance)
  // What cannot be read is refused with a body, which no client expects after HEAD.
  const path = method === 'HEAD' ? anyPath.replace(/[\x80-\xff]/g, '') : anyPath
  const body = method === 'GET' || method === 'HEAD' || chance.next() < 0.2 ? undefined : bodyOf(chance)
  return {
    method,
    path,
    headers: [...credentials(chance, keys), ...otherHeaders(chance, body !== undefined)],
    ...(body === undefined ? {} : { body, chunked: chance.next() < 0.2 }),
  }
}

/** A GET of one of our addresses, well or badly asked: what both doors may see. */
export const readingAsk = (chance: Chance, keys: Keyring): Ask => ({
  path:
    (chance.next() < 0.9 ? fullPath : (one: Endpoint) => pathOf(chance, one, keys))(chance.pick(fixedAddresses)) +
    queryOf(chance),
  headers: [...credentials(chance, keys), ...otherHeaders(chance, false)],
})

const methods = ['HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE']
const fixedAddresses = endpoints.filter(
  ({ method, path, name }) => method === 'GET' && !path.includes('{') && name !== 'stream',
)

const pathOf = (chance: Chance, endpoint: Endpoint, { ids }: Keyring): string => {
  const name = () => (chance.next() < 0.6 && ids.length > 0 ? chance.pick(ids) : segment(chance))
  const path = fullPath(endpoint).replace('{id}', name).replace('{delivery_id}', name)
  if (chance.next() < 0.8) return path
  return chance.pick<(path: string) => string>([
    (own) => `${own}/`,
    (own) => own.toUpperCase(),
    (own) => `/${own}`,
    (own) => own.replace('/v1/', '/v1//'),
    (own) => own.replace('/v1/', '/v1/./'),
    (own) => own.replace('/v1/', '/v1/../v1/'),
    (own) => `${own}%00`,
    (own) => `${own};x=1`,
    (own) => `${own}${encodeURIComponent(text(chance))}`,
    (own) => `${own}/${segment(chance)}`,
    (own) => own.slice(0, chance.below(own.length) + 1),
    (own) => `http://elsewhere.example${own}`,
    () => '*',
    () => `/${'x'.repeat(chance.below(6_000))}`,
  ])(path)
}

const segment = (chance: Chance): string =>
  chance.pick([
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
  ]) + (chance.next() < 0.1 ? encodeURIComponent(text(chance)) : '')

const parameters = [...new Set(endpoints.flatMap(({ query }) => Object.keys(query)))]

const queryOf = (chance: Chance): string => {
  if (chance.next() < 0.15) return ''
  const parts: string[] = []
  for (let count = chance.below(5); count > 0; count--) parts.push(partOf(chance))
  return `?${parts.join(chance.next() < 0.95 ? '&' : chance.pick([';', '&&', '?', '&amp;']))}`
}

const partOf = (chance: Chance): string => {
  const name = chance.next() < 0.9 ? chance.pick(parameters) : encodeURIComponent(text(chance))
  const dice = chance.next()
  if (dice < 0.55)
    return `${name}=${encodeURIComponent(chance.pick(valuesOf('', name === 'exchange' ? 'exchange' : known(name)).good))}`
  if (dice < 0.75) return `${name}=${encodeURIComponent(text(chance))}`
  return chance.pick([
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
    `${name}=${'9'.repeat(chance.below(3_000))}`,
    `__proto__[x]=1&${name}=2`,
  ])
}

const known = (name: string): string => (parameters.includes(name) ? name : 'fiat')

const credentials = (chance: Chance, { good, bad }: Keyring): [string, string][] => {
  const key = chance.next() < 0.85 ? chance.pick(good) : chance.pick(bad)
  const dice = chance.next()
  // From anywhere, so that the budget of wrong keys of one address does not hide the rest.
  const from: [string, string] = ['X-Forwarded-For', `203.0.${chance.below(256)}.${chance.below(256)}`]
  if (dice < 0.6) return [['X-API-Key', key], from]
  if (dice < 0.9) return [['Authorization', `${chance.pick(['Bearer', 'bearer', 'BEARER'])} ${key}`], from]
  if (dice < 0.94) return [['X-API-Key', key], ['Authorization', `Bearer ${chance.pick(bad)}`], from]
  if (dice < 0.97) return [['X-API-Key', latin(text(chance))], from]
  return [from]
}

const otherHeaders = (chance: Chance, hasBody: boolean): [string, string][] => {
  const headers: [string, string][] = []
  if (hasBody)
    headers.push([
      'Content-Type',
      chance.next() < 0.8
        ? 'application/json'
        : chance.pick(['text/plain', 'application/json;;', '', 'multipart/form-data']),
    ])
  if (chance.next() < 0.3)
    headers.push(
      chance.pick<[string, string]>([
        ['If-None-Match', '*'],
        ['If-None-Match', 'W/"x", "y"'],
        ['If-None-Match', latin(text(chance))],
        ['X-Request-Id', latin(text(chance))],
        ['Idempotency-Key', latin(text(chance))],
        ['Idempotency-Key', 'same'],
        ['Last-Event-ID', '99999999999999999999'],
        ['Accept', 'text/html'],
        ['Accept-Encoding', 'gzip, br'],
        ['Accept-Encoding', 'gzip;q=0.9, br;q=0.1, identity;q=0'],
        ['Accept-Encoding', latin(text(chance))],
        ['Range', 'bytes=0-1'],
        ['Expect', 'the-unexpected'],
        ['Upgrade', 'websocket'],
        ['X-HTTP-Method-Override', 'DELETE'],
        ['X-Forwarded-Host', 'evil.example'],
        ['Cookie', `a=${latin(text(chance))}`],
        ['Content-Encoding', 'gzip'],
        ['X-Long', 'y'.repeat(chance.below(3_000))],
      ]),
    )
  return headers
}

const bodyOf = (chance: Chance): string | Buffer => {
  const dice = chance.next()
  if (dice < 0.6) return JSON.stringify(objectOf(chance))
  if (dice < 0.7) return Buffer.from(Array.from({ length: chance.below(64) }, () => chance.below(256)))
  return chance.pick([
    '{',
    'null',
    '[]',
    '1e999',
    '"\\ud800"',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"url":"a","url":"b"}',
    '\ufeff{}',
    `${'['.repeat(chance.below(9_000))}`,
    `{"a":"${'x'.repeat(chance.below(40_000))}"}`,
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

const objectOf = (chance: Chance): Record<string, unknown> => {
  const sound = chance.next() < 0.7
  const base = sound ? { url: 'https://hooks.example.com/', event: 'spread', threshold: 1, amount: 5_000 } : {}
  const extra: [string, unknown][] = []
  for (let count = chance.below(4); count > 0; count--) extra.push([chance.pick(fields), anyValue(chance)])
  return { ...base, ...Object.fromEntries(extra) }
}

const anyValue = (chance: Chance): unknown =>
  chance.pick<unknown>([
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
    text(chance),
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

/** Anything a keyboard, a script or a bug may produce. */
const text = (chance: Chance): string => {
  let made = ''
  for (let count = chance.below(4); count >= 0; count--) made += chance.pick(pieces)
  return chance.next() < 0.05 ? made.repeat(chance.below(60)) : made
}

/** What a header may carry at all. */
const latin = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
