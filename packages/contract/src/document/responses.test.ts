import { describe, expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.js'
import { defaultPlans } from '../plans.js'
import { buildOpenApi } from './build-openapi.js'

type Node = { readonly [key: string]: Node }

const build = () => JSON.parse(JSON.stringify(buildOpenApi({ plans: defaultPlans }))) as Node
const document = build()
const operations = new Map(
  Object.values(document.paths ?? {}).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) =>
      method === 'servers' ? [] : [[String(operation.operationId), operation] as const],
    ),
  ),
)
const whole = (node: Node | undefined): Node | undefined =>
  typeof node?.$ref === 'string'
    ? String(node.$ref)
        .slice(2)
        .split('/')
        .reduce<Node | undefined>((held, part) => held?.[part], document)
    : node

test('is the same document whenever it is built', () => {
  expect(build()).toEqual(document)
})

test('every component is referred to by something', () => {
  const text = JSON.stringify(document)
  for (const kind of ['schemas', 'responses', 'headers'])
    for (const name of Object.keys(document.components?.[kind] ?? {}))
      expect(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name}`).toBe(true)
})

describe.each(endpoints)('the answers of $name', (endpoint) => {
  const responses = operations.get(endpoint.name)?.responses ?? {}
  const headersOf = (status: number) => Object.keys(whole(responses[status])?.headers ?? {})

  test('begin with its own success, which has a body unless it is a 204', () => {
    expect(Object.keys(responses)).toContain(String(endpoint.status))
    const hasBody = whole(responses[endpoint.status])?.content !== undefined
    expect(hasBody).toBe(endpoint.status !== 204)
  })

  test('name a request in every case, so that it is found in the logs', () => {
    for (const status of Object.keys(responses)) expect(headersOf(Number(status))).toContain('X-Request-Id')
  })

  test('say how long to wait where waiting helps, and only there', () => {
    for (const status of Object.keys(responses).map(Number))
      expect([status, headersOf(status).includes('Retry-After')]).toEqual([status, status === 429 || status === 503])
  })

  test('say what was lowered, what is simulated and what may be kept exactly where that can be', () => {
    const headers = headersOf(endpoint.status)
    const isCapped = Object.values(endpoint.query).some(({ cap }) => cap !== undefined)
    expect(headers.includes('X-Clamped')).toBe(isCapped)
    expect(headers.includes('X-Simulated')).toBe(endpoint.carriesPrices)
    expect(headers.includes('ETag')).toBe(endpoint.cacheable)
    expect(Object.keys(responses).includes('304')).toBe(endpoint.cacheable)
    expect(headers.includes('Idempotency-Replayed')).toBe(endpoint.idempotent)
  })

  test('are errors of one shape, each with an example under its code', () => {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const examples = whole(response)?.content?.['application/json']?.examples ?? {}
      expect(Object.keys(examples).length).toBeGreaterThan(0)
      for (const [code, { value }] of Object.entries(examples)) expect(value?.detail?.code).toBe(code)
    }
  })
})
