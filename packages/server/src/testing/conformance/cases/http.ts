import { type Endpoint, endpoints, fullPath, isForPages } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { findPage } from '../../../http/web/known-pages.js'
import type { TestResponse } from '../../test-client.js'
import { type Case, type ConformanceServer, tinyFree } from '../conformance-server.js'
import { readable } from '../values.js'
import { plainAsk } from './keys.js'

export const httpCases = (): Case[] => [
  ...methodCases(),
  ...addressCases,
  ...strangerCases,
  ...costCases,
  ...wholeAddressCases,
  ...readable.flatMap(readingCases),
]

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'] as const

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const methodCases = (): Case[] => {
  return [...groupByPath(endpoints)].flatMap(([path, here]) => {
    const concrete = path.replace('{id}', 'wh_none').replace('{delivery_id}', 'dl_none')
    // If a page has the same address, browsers may GET it.
    const page = findPage(concrete, 'UAH', exchangeIds) === null ? [] : ['GET']
    // A fixed name may also be read as an id.
    const there = endpoints.filter((endpoint) => patternOf(fullPath(endpoint)).test(concrete))
    const methods = [...there.map(({ method }) => method), ...page]
    const known = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
    const name = here[0]?.name ?? path
    return [
      ...everyMethod
        .filter((method) => !known.includes(method))
        .map((method): Case => {
          const allow = ({ headers }: TestResponse) =>
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
        expected: here.some(({ access }) => isForPages(access.kind))
          ? { status: 405, code: 'method_not_allowed' }
          : { status: 204, also: preflight },
      } satisfies Case,
    ]
  })
}

const groupByPath = (all: readonly Endpoint[]): Map<string, Endpoint[]> => {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of all) groups.set(fullPath(endpoint), [...(groups.get(fullPath(endpoint)) ?? []), endpoint])
  return groups
}

const preflight = ({ headers }: TestResponse): string | null => {
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
  '/api',
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
const addressCases: readonly Case[] = nowhere.flatMap((path) => {
  const name = path.length > 60 ? 'a very long address' : path
  return (['GET', 'OPTIONS'] as const).map((method) => ({
    endpoint: 'nothing',
    name: `${method} ${name}`,
    ask: (scene) => ({ method, path, headers: [['X-API-Key', scene.keys.Pro]] }),
    expected: {
      status: 404,
      code: 'not_found',
      also: ({ headers }) => (headers.get('x-plan') === 'Pro' ? null : 'does not tell a known caller his limits'),
    },
  }))
})

/** A known caller gets its limits, an unknown one gets none, and neither uses quota. */
const strangerCases: readonly Case[] = (
  [
    ['/api/v1/nothing', 'GET', 404],
    ['/api/v1/rates', 'DELETE', 405],
  ] as const
).flatMap(([path, method, status]) => [
  ...(['none', 'p2p_wrong'] as const).map(
    (key): Case => ({
      endpoint: 'nothing',
      name: `${method} ${path} with ${key === 'none' ? 'no key' : 'a wrong key'}`,
      ask: () => ({
        path,
        method,
        headers: [['X-Forwarded-For', '198.51.100.7'], ...(key === 'none' ? [] : ([['X-API-Key', key]] as const))],
      }),
      expected: { status, also: ({ headers }) => (headers.has('x-plan') ? 'tells a plan to a stranger' : null) },
    }),
  ),
  {
    endpoint: 'nothing',
    name: `${method} ${path} takes nothing of minute and month`,
    ask: async (scene) => {
      const key = await scene.freshKey('Free')
      for (let time = 0; time < 20; time++)
        await scene.asker.ask({ path, method, headers: [['Authorization', `Bearer ${key}`]] })
      return { path: '/api/v1/rates', headers: [['X-API-Key', key]] }
    },
    expected: {
      status: 200,
      also: ({ headers }) => {
        const left = [headers.get('x-ratelimit-remaining-minute'), headers.get('x-quota-remaining')].join(' ')
        return left === `${tinyFree.requestsPerMinute - 1} ${tinyFree.monthlyQuota - 1}` ? null : `left is ${left}`
      },
    },
  } satisfies Case,
])

const costCases: readonly Case[] = [
  {
    endpoint: 'stream',
    name: 'HEAD takes nothing of the month',
    ask: async (scene) => {
      const key = await scene.freshKey('Business')
      await scene.asker.ask({ method: 'HEAD', path: '/api/v1/stream', headers: [['X-API-Key', key]] })
      return { path: '/api/v1/me', headers: [['X-API-Key', key]] }
    },
    expected: {
      status: 200,
      also: ({ text }) => (text.includes('"used_this_month":1,') ? null : `says ${text}`),
    },
  },
]

/** As a proxy asks: with the whole address, which need not even be ours. */
const wholeAddressCases: readonly Case[] = (
  [
    ['http://elsewhere.example/api/v1/rates?fiat=EUR', 200],
    ['https://user:password@[::1]:99999/api/v1/rates', 200],
    ['http://elsewhere.example/api/v1/rates?fiat=XXX', 400],
    ['http://elsewhere.example', 200],
    ['http://elsewhere.example/nothing', 404],
    ['http://[::1', 200],
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
  const asking = (scene: ConformanceServer, extra: readonly (readonly [string, string])[]) => ({
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
  const clampable = Object.entries(endpoint.query).filter(([, input]) => input.cap !== undefined)
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
    ...clampable.map(([parameter]): Case => {
      const more = (ask: { readonly path: string }) => ({
        path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}${parameter}=999999`,
      })
      return {
        endpoint: name,
        name: `304 says that ${parameter} was lowered`,
        ask: async (scene) => {
          const asked = asking(scene, [])
          const first = await scene.asker.ask({ ...asked, ...more(asked) })
          return { ...asking(scene, [['If-None-Match', first.headers.get('etag') ?? '']]), ...more(asked) }
        },
        expected: { status: 304, clamped: parameter },
        mayTurn: true,
      }
    }),
    ...conditions.map(
      ([given, condition, status]): Case => ({
        endpoint: name,
        name: `If-None-Match with ${given}: ${status}`,
        ask: async (scene) => {
          const first = await scene.asker.ask(asking(scene, []))
          return asking(scene, [['If-None-Match', condition(first.headers.get('etag') ?? '')]])
        },
        expected: { status },
        mayTurn: true,
      }),
    ),
  ]
}
