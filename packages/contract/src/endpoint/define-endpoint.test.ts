import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './all-endpoints.js'
import { tableOf } from './csv.js'
import { apiPrefix, defineEndpoint, featureOf, fullPath, webPrefix } from './define-endpoint.js'
import { planNames } from './plans.js'

const least = {
  name: 'weather',
  method: 'GET',
  path: '/weather',
  access: { kind: 'public' },
  summary: 'Weather',
  description: 'Made for this test.',
  answer: z.object({ sunny: z.boolean() }),
  example: { sunny: true },
} as const

describe('an endpoint', () => {
  test('that says the least is a plain read below the interface that promises nothing more', () => {
    expect(defineEndpoint(least)).toEqual({
      ...least,
      root: '/api/v1',
      params: {},
      query: {},
      body: null,
      bodyOptional: false,
      status: 200,
      mediaType: 'application/json',
      errors: [],
      carriesPrices: false,
      quotaFree: false,
      cacheable: false,
      idempotent: false,
    })
  })

  test('whose answer is a table takes the form in which it is wanted', () => {
    const query = { city: { schema: z.string(), expects: 'a city' } }
    expect(Object.keys(defineEndpoint({ ...least, query }).query)).toEqual(['city'])
    const table = tableOf(['sunny'], (answer: { readonly sunny: boolean }) => [answer])
    expect(Object.keys(defineEndpoint({ ...least, query, table }).query)).toEqual(['city', 'format'])
  })

  test('keeps every word that it says itself', () => {
    const own = {
      ...least,
      root: webPrefix,
      method: 'POST',
      status: 202,
      bodyOptional: true,
      errors: ['not_found'],
      carriesPrices: true,
      quotaFree: true,
      cacheable: true,
      idempotent: true,
    } as const
    expect(defineEndpoint(own)).toMatchObject(own)
  })

  test('is below its root, or next to the interface without a root', () => {
    expect(fullPath(defineEndpoint(least))).toBe(`${apiPrefix}/weather`)
    expect(fullPath(defineEndpoint({ ...least, root: webPrefix }))).toBe('/web/v1/weather')
    expect(fullPath(defineEndpoint({ ...least, root: '' }))).toBe('/weather')
  })

  test('belongs to the feature before its dot', () => {
    expect(['webhooks.create', 'webhooks.a.b', 'rates'].map((name) => featureOf({ name }))).toEqual([
      'webhooks',
      'webhooks',
      'rates',
    ])
  })
})

describe('all endpoints together', () => {
  test('have addresses of their own, also where two roots know one path', () => {
    const addresses = endpoints.map((endpoint) => `${endpoint.method} ${fullPath(endpoint)}`)
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  test('lie in plain lower case without a slash at the end', () => {
    const paths = endpoints.map(fullPath).filter((path) => path !== '/')
    expect(paths.filter((path) => !/^(\/([a-z0-9.-]+|\{[a-z_]+\}))+$/.test(path))).toEqual([])
  })

  test('take a key below the interface and nowhere else', () => {
    for (const { name, root, access } of endpoints)
      expect([name, access.kind === 'key']).toEqual([name, root === apiPrefix])
  })

  test('ask for a plan that exists, the same for everything of one feature', () => {
    const plans = new Map<string, Set<string>>()
    for (const endpoint of endpoints) {
      if (endpoint.access.kind !== 'key') continue
      const feature = featureOf(endpoint)
      plans.set(feature, (plans.get(feature) ?? new Set()).add(endpoint.access.plan))
    }
    expect([...plans].filter(([, asked]) => asked.size > 1)).toEqual([])
    for (const [plan] of plans.values()) expect(planNames).toContain(plan)
  })

  test('reads change nothing: bodies and idempotency keys belong to other methods', () => {
    for (const { name, method, body, idempotent, cacheable, status } of endpoints) {
      if (method === 'GET') expect([name, body, idempotent, status]).toEqual([name, null, false, 200])
      else expect([name, cacheable]).toEqual([name, false])
    }
  })

  test('have a summary of one line and a description in sentences', () => {
    for (const { name, summary, description } of endpoints) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z][^\n]{2,60}[^.\n]$/)])
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z`].*\.$/s)])
    }
  })

  test('that carry prices may be without data, and only those that a probe asks besides them', () => {
    const silent = endpoints.filter(
      ({ carriesPrices, errors }) => !carriesPrices && errors.includes('data_unavailable'),
    )
    expect(silent.map(({ name }) => name)).toEqual(['readyz'])
  })
})
