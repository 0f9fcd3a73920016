import { checkEach } from '@p2p-rates/core/testing'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { endpoints, errorsOf } from '../endpoint/all-endpoints.js'
import type { Endpoint } from '../endpoint/define-endpoint.js'
import { limitHeaders } from '../endpoint/headers.js'
import { defaultPlans } from '../endpoint/plans.js'
import { type ErrorCode, errorCodes, errorStatus } from '../errors/error-codes.js'
import { buildOpenApi } from './build-openapi.js'

type Node = { readonly [key: string]: Node } & readonly Node[]

const text = JSON.stringify(buildOpenApi({ plans: defaultPlans, endpoints }))
const document = JSON.parse(text) as Node

const at = (pointer: string): Node | undefined =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<Node | undefined>((node, part) => node?.[part.replaceAll('~1', '/')], document)

function* walk(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  yield node as Node
  for (const child of Object.values(node)) yield* walk(child)
}

const resolved = (node: Node | undefined): Node | undefined =>
  typeof node?.$ref === 'string' ? at(node.$ref as unknown as string) : node

const jsonOf = (holder: Node | undefined) => {
  const json = holder?.content?.['application/json']
  return { schema: json?.schema, example: json?.example }
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', components: document.components })
const compiled = new Map<string, ValidateFunction>()
const isValid = (schema: Node | undefined, value: unknown) => {
  const local = JSON.stringify(schema).replaceAll('"#/components', '"api#/components')
  const validate = compiled.get(local) ?? ajv.compile(JSON.parse(local))
  compiled.set(local, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'servers')
    .map(([method, operation]) => ({ path, method, operation, name: String(operation.operationId) })),
)

const dotted = (name: string): string => name.replaceAll('-', '.')

test('every endpoint is an operation, and nothing else is', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(endpoints.map(({ name }) => dotted(name)).sort())
})

test('of itself it describes what programs may call, and no call of the pages', () => {
  const { paths, tags, components } = buildOpenApi({ plans: defaultPlans }) as Record<string, Record<string, unknown>>
  expect(Object.keys(paths ?? {}).filter((path) => path.startsWith('/web/'))).toEqual([])
  expect(Object.keys(paths ?? {})).toEqual(expect.arrayContaining(['/rates', '/webhooks/{id}', '/livez']))
  expect(JSON.stringify([tags, components?.securitySchemes])).not.toMatch(/pages|Session/)
})

test('every reference leads somewhere', () => {
  const lost = [...walk(document)].flatMap(({ $ref }) => (typeof $ref === 'string' && !at($ref) ? [$ref] : []))
  expect(lost).toEqual([])
})

test('nothing in it comes from the schema library rather than from the interface', () => {
  expect(text).not.toContain('9007199254740991')
  expect(text).not.toContain('$defs')
  const nodes = [...walk(document)]
  expect(nodes.filter((node) => String(node.format) === 'date-time' && 'pattern' in node)).toEqual([])
  expect(
    [...walk(document.components)].filter((node) => 'additionalProperties' in node && 'type' in node),
  ).not.toContainEqual(expect.objectContaining({ additionalProperties: false }))
})

test('a body says that unknown fields are refused', () => {
  const schema = at('#/paths/~1webhooks/post/requestBody/content')?.['application/json']?.schema
  expect(schema).toMatchObject({ additionalProperties: false, required: ['url', 'event', 'threshold'] })
})

test('is the same document whenever it is built', () => {
  expect(JSON.stringify(buildOpenApi({ plans: defaultPlans, endpoints }))).toBe(text)
})

test('every component is referred to by something', () => {
  const names = ['schemas', 'responses', 'headers'].flatMap((kind) =>
    Object.keys(document.components?.[kind] ?? {}).map((name) => `${kind}/${name}`),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !text.includes(`"#/components/${name}"`))).toEqual([])
})

describe('each operation', () => {
  const promise = (name: string, check: (one: (typeof operations)[number] & { endpoint: Endpoint }) => void) =>
    test(name, () =>
      checkEach(operations, (operation) => {
        const endpoint = endpoints.find(({ name }) => dotted(name) === operation.name)
        if (endpoint === undefined) throw new Error('is not an endpoint')
        check({ ...operation, endpoint })
      }),
    )

  promise('prints an example of its answer that its schema accepts', ({ operation, endpoint }) => {
    const success = operation.responses?.[String(endpoint.status)]
    expect(success).toBeDefined()
    const contents = Object.entries(success?.content ?? {})
    expect(contents.map(([type]) => type)).toEqual([
      ...(endpoint.status === 204 ? [] : [endpoint.mediaType]),
      ...(endpoint.table === undefined ? [] : ['text/csv']),
    ])
    for (const [, { schema, example }] of contents) expect(isValid(schema, example)).toBeNull()
  })

  promise(
    'prints every error that it lists, and no other, with its status and an example',
    ({ operation, endpoint }) => {
      const printed = Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
        if (Number(status) < 400) return []
        const content = resolved(response)?.content?.['application/json']
        expect(Object.keys(content?.examples ?? {})).not.toEqual([])
        return Object.entries(content?.examples ?? {}).map(([code, { value }]) => {
          expect(value?.detail).toMatchObject({ code, message: errorCodes[code as ErrorCode].when })
          expect(isValid(content?.schema, value)).toBeNull()
          return `${status} ${code}`
        })
      })
      const listed = errorsOf(endpoint).map((code) => `${errorStatus(code)} ${code}`)
      expect(printed).toEqual(expect.arrayContaining(listed))
      // Any request can be unreadable, or use a method that the address does not have.
      const unlisted = printed.filter(
        (error) => !listed.includes(error) && !/ (bad_request|method_not_allowed)$/.test(error),
      )
      expect(unlisted).toEqual([])
    },
  )

  promise('prints the headers of a known caller, and none of them to an unknown one', ({ operation, endpoint }) => {
    const headersAt = (status: string) => Object.keys(resolved(operation.responses?.[status])?.headers ?? {})
    const limits = Object.values(limitHeaders).map((header) => header.name)
    const shown = endpoint.access.kind === 'key' ? limits : []
    for (const status of [endpoint.status, ...(endpoint.cacheable ? [304] : [])])
      expect(headersAt(String(status)).filter((header) => limits.includes(header as never))).toEqual(shown)
    if (endpoint.access.kind !== 'key') return
    expect(headersAt('429')).toEqual(expect.arrayContaining([...limits, 'Retry-After', 'X-Request-Id']))
    expect(headersAt('401')).toEqual(['X-Request-Id', 'WWW-Authenticate'])
  })

  promise('prints the id of the request with every answer, and a wait where waiting helps', ({ operation }) => {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const headers = Object.keys(resolved(response)?.headers ?? {})
      expect([status, headers.includes('X-Request-Id')]).toEqual([status, true])
      expect([status, headers.includes('Retry-After')]).toEqual([status, status === '429' || status === '503'])
    }
  })

  promise('prints caps, simulation, caching and replay exactly where they can be', ({ operation, endpoint }) => {
    const headers = Object.keys(resolved(operation.responses?.[String(endpoint.status)])?.headers ?? {})
    const printed = ['X-Clamped', 'X-Hint', 'X-Simulated', 'ETag', 'Idempotency-Replayed'].map((name) =>
      headers.includes(name),
    )
    const { query, body, carriesPrices, cacheable, idempotent } = endpoint
    const isCapped = Object.values(query).some(({ cap }) => cap !== undefined)
    const isHinted = Object.values({ ...query, ...body }).some(({ hint }) => hint !== undefined)
    expect(printed).toEqual([isCapped, isHinted, carriesPrices, cacheable, idempotent])
    expect('304' in (operation.responses ?? {})).toBe(cacheable)
  })

  promise('prints parameters whose defaults and examples pass the schema they carry', ({ operation, endpoint }) => {
    const parameters = Object.values(operation.parameters ?? {})
    const names = parameters
      .filter((parameter) => String(parameter.in) !== 'header')
      .map((parameter) => String(parameter.name))
    expect(names).toEqual([...Object.keys(endpoint.params), ...Object.keys(endpoint.query)])
    for (const { schema, example } of parameters) {
      if (example !== undefined) expect(isValid(schema, example)).toBeNull()
      if (schema?.default !== undefined) expect(isValid(schema, schema.default)).toBeNull()
    }
  })

  promise('prints a body example that the service itself accepts', ({ operation, endpoint }) => {
    const { schema, example } = jsonOf(operation.requestBody)
    if (endpoint.body === null) return expect(schema).toBeUndefined()
    expect(isValid(schema, example)).toBeNull()
    for (const [field, value] of Object.entries(example ?? {}))
      expect([field, endpoint.body[field]?.schema.safeParse(value).success]).toEqual([field, true])
  })
})

test('which parameters are required is what the service requires', () => {
  const required = operations.flatMap(({ name, operation }) =>
    Object.values(operation.parameters ?? {}).flatMap((parameter) =>
      parameter.required === (true as unknown) && String(parameter.in) === 'query' ? [`${name} ${parameter.name}`] : [],
    ),
  )
  expect(required).toEqual([
    'orderbook exchange',
    ...['convert from', 'convert to', 'convert amount'],
    'price at',
    'fair price',
    'orderbook.web exchange',
    ...['convert.web from', 'convert.web to', 'convert.web amount'],
    'price.web at',
    'fair.web price',
  ])
})

test('the delivery of a webhook is described with its example and both signatures', () => {
  const delivery = document.webhooks?.delivery?.post
  const { schema, example } = jsonOf(delivery?.requestBody)
  expect(isValid(schema, example)).toBeNull()
  const names = Object.values(delivery?.parameters ?? {}).map(({ name }) => String(name))
  expect(names).toEqual(expect.arrayContaining(['X-Service-Signature', 'X-Service-Timestamp', 'webhook-signature']))
})

test('an answer with a field of the future is still valid, a wrong type is not', () => {
  const rates = endpoints.find(({ name }) => name === 'rates')
  const schema = { $ref: '#/components/schemas/Rates' } as unknown as Node
  const example = rates?.example as object
  expect(isValid(schema, { ...example, invented_later: true })).toBeNull()
  expect(isValid(schema, { ...example, best_buy: { price: '41.32', exchange: 'okx' } })).not.toBeNull()
  expect(isValid(schema, { ...example, updated_at: 'yesterday' })).not.toBeNull()
})

test('who may call an operation follows its access', () => {
  const schemes = (node: Node | undefined) => Object.values(node ?? {}).flatMap((one) => Object.keys(one))
  const { paths, security, components } = document
  expect(schemes(security)).toEqual(['ApiKey', 'Bearer'])
  expect(paths?.['/rates']?.get).not.toHaveProperty('security')
  expect(schemes(paths?.['/livez']?.get?.security)).toEqual([])
  expect(schemes(paths?.['/web/v1/sessions']?.post?.security)).toEqual([])
  expect(schemes(paths?.['/web/v1/account']?.get?.security)).toEqual(['Session'])
  expect(components?.securitySchemes).toHaveProperty('Session.in', 'cookie')
})

test('health is next to the interface, wherever the service is', () => {
  const servers = (baseUrl: string) => {
    const built = JSON.parse(JSON.stringify(buildOpenApi({ baseUrl, plans: defaultPlans }))) as Node
    return [built.servers?.[0]?.url, built.paths?.['/livez']?.servers?.[0]?.url]
  }
  expect(servers('https://rates.example/api/v1')).toEqual(['https://rates.example/api/v1', 'https://rates.example'])
  expect(servers('/api/v1')).toEqual(['/api/v1', '/'])
})
