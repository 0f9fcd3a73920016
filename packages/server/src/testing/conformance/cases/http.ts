import { type Endpoint, endpoints, fullPath } from '@p2p-rates/contract'
import type { Answer } from '../../ask.js'
import type { Case, Scene } from '../scene.js'
import { readable } from '../values.js'
import { plainAsk } from './keys.js'

/** What HTTP itself asks of every address: methods, addresses, caching, reading by browsers. */
export const httpCases = (): Case[] => [
  ...methodCases(),
  ...addressCases,
  ...wholeAddressCases,
  ...readable.flatMap(readingCases),
]

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'] as const

const methodCases = (): Case[] => {
  return [...groupByPath(endpoints)].flatMap(([path, here]) => {
    const known = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort()
    const concrete = path.replace('{id}', 'wh_none').replace('{delivery_id}', 'dl_none')
    const name = here[0]?.name ?? path
    return [
      ...everyMethod
        .filter((method) => !known.includes(method))
        .map((method): Case => {
          const allow = ({ headers }: Answer) =>
            headers.get('allow') === known.join(', ') ? null : `Allow is ${headers.get('allow')}`
          // Without a key: the address is judged first.
          return {
            endpoint: name,
            name: `${method} is not known`,
            ask: () => ({ method, path: concrete }),
            expected: { status: 405, code: 'method_not_allowed', also: allow },
          }
        }),
      {
        endpoint: name,
        name: 'a browser may ask first',
        ask: () => ({
          method: 'OPTIONS',
          path: concrete,
          headers: [
            ['Origin', 'https://elsewhere.example'],
            ['Access-Control-Request-Method', known[0] ?? 'GET'],
            ['Access-Control-Request-Headers', 'x-api-key'],
          ],
        }),
        expected: { status: 204, also: preflight },
      } satisfies Case,
    ]
  })
}

const groupByPath = (all: readonly Endpoint[]): Map<string, Endpoint[]> => {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of all) groups.set(fullPath(endpoint), [...(groups.get(fullPath(endpoint)) ?? []), endpoint])
  return groups
}

const preflight = ({ headers }: Answer): string | null => {
  const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
  const methods = headers.get('access-control-allow-methods') ?? ''
  const missing = [
    'x-api-key',
    'authorization',
    'content-type',
    'if-none-match',
    'idempotency-key',
    'last-event-id',
  ].filter((name) => !allowed.includes(name))
  if (missing.length > 0) return `does not allow ${missing.join()}`
  return ['GET', 'POST', 'PATCH', 'DELETE'].every((method) => methods.includes(method)) ? null : `methods ${methods}`
}

const nowhere = [
  '/',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v2/rates',
  '/api/v1/rates/',
  '/api/v1/Rates',
  '/API/v1/rates',
  '//api/v1/rates',
  '/api/v1//rates',
  '/api/v1/%72ates',
  '/api/v1/rates%00',
  '/api/v1/../v1/rates',
  '/api/v1/webhooks/a/b',
  '/api/v1/__proto__',
  '/api/v1/constructor',
  '/api/v1/rates.json',
  '/metrics',
  '/favicon.ico',
  `/${'a'.repeat(4_000)}`,
]
const addressCases: readonly Case[] = nowhere.map((path) => ({
  endpoint: 'nothing',
  name: path.length > 60 ? 'a very long address' : path,
  ask: () => ({ path, headers: [['X-API-Key', 'whatever']] }),
  expected: { status: 404, code: 'not_found' },
}))

/** As a proxy asks: with the whole address, which need not even be ours. */
const wholeAddressCases: readonly Case[] = (
  [
    ['http://elsewhere.example/api/v1/rates?fiat=EUR', 200],
    ['https://user:password@[::1]:99999/api/v1/rates', 200],
    ['http://elsewhere.example/api/v1/rates?fiat=XXX', 400],
    ['http://elsewhere.example', 404],
    ['http://[::1', 404],
    ['*', 404],
  ] as const
).map(([path, status]) => ({
  endpoint: 'nothing',
  name: `the whole address ${path}`,
  ask: ({ keys }) => ({ path, headers: [['X-API-Key', keys.Business]] }),
  expected: { status },
}))

const readingCases = (endpoint: Endpoint): Case[] => {
  const { name } = endpoint
  const asking = (scene: Scene, extra: readonly (readonly [string, string])[]) => ({
    ...plainAsk(endpoint),
    headers: [['Authorization', `Bearer ${scene.keys.Business}`] as const, ...extra],
  })
  const cases: Case[] = [
    {
      endpoint: name,
      name: 'HEAD',
      ask: (scene) => ({ ...asking(scene, []), method: 'HEAD' }),
      expected: { status: 200 },
    },
    {
      endpoint: name,
      name: 'a harmless request id comes back',
      ask: (scene) => asking(scene, [['X-Request-Id', 'my-request.1']]),
      expected: {
        status: 200,
        also: ({ headers }) => (headers.get('x-request-id') === 'my-request.1' ? null : 'request id is another'),
      },
    },
    {
      endpoint: name,
      name: 'a harmful request id does not',
      ask: (scene) => asking(scene, [['X-Request-Id', '<script>"']]),
      expected: { status: 200 },
    },
    {
      endpoint: name,
      name: 'the scheme in another case',
      ask: (scene) => ({ ...plainAsk(endpoint), headers: [['authorization', `bEaReR   ${scene.keys.Business}`]] }),
      expected: { status: 200 },
    },
    {
      endpoint: name,
      name: 'a good X-API-Key beside a wrong bearer token',
      ask: (scene) => ({
        ...plainAsk(endpoint),
        headers: [
          ['Authorization', 'Bearer wrong'],
          ['X-API-Key', scene.keys.Business],
        ],
      }),
      expected: { status: 200 },
    },
  ]
  if (!endpoint.cacheable) return cases
  const conditions: readonly (readonly [string, (etag: string) => string, number])[] = [
    ['the same ETag', (etag) => etag, 304],
    ['the same ETag, weak', (etag) => `W/${etag}`, 304],
    ['a list with it', (etag) => `"a", ${etag}, "b"`, 304],
    ['any', () => '*', 304],
    ['another ETag', () => '"another"', 200],
    ['rubbish', () => '",,W/', 200],
  ]
  return [
    ...cases,
    ...conditions.map(
      ([given, condition, status]): Case => ({
        endpoint: name,
        name: `If-None-Match with ${given}: ${status}`,
        ask: async (scene) => {
          const first = await scene.asker.ask(asking(scene, []))
          return asking(scene, [['If-None-Match', condition(first.headers.get('etag') ?? '')]])
        },
        expected: { status },
      }),
    ),
  ]
}
