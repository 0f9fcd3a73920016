import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../endpoint/all-endpoints.js'
import { defineEndpoint, webPrefix } from '../endpoint/define-endpoint.js'
import { requestHeaders } from '../endpoint/headers.js'
import type { Input } from '../endpoint/input.js'
import { defaultPlans, planNames } from '../endpoint/plans.js'
import { buildOpenApi } from './build-openapi.js'
import { bodyOf, headerParameter, parametersOf } from './parameters.js'
import { createSchemas } from './schemas.js'
import { keyRequired, securityOf, securitySchemesOf } from './security.js'

const input = (schema: z.ZodType): Input => ({ schema, expects: 'what it is' })
const least = {
  name: 'weather',
  method: 'GET',
  path: '/weather/{town}',
  access: { kind: 'public' },
  summary: 'Weather',
  description: 'Made for this test.',
  answer: z.object({}),
  example: {},
  params: { town: input(z.string().meta({ description: 'Where.', examples: ['kyiv', 'lviv'] })) },
  query: {
    days: input(z.int().min(1).default(3).meta({ description: 'How long.' })),
    kinds: input(z.array(z.enum(['rain', 'wind'])).optional()),
    unit: input(z.enum(['c', 'f'])),
  },
} as const
const parametersByName = (more: object = {}) =>
  new Map(
    parametersOf(defineEndpoint({ ...least, ...more }), createSchemas()).map((parameter) => [
      parameter.name,
      parameter,
    ]),
  )

describe('the parameters of an operation', () => {
  test('stand in the order path, query, each where it is sent', () => {
    expect([...parametersByName()].map(([name, { in: place }]) => `${place} ${name}`)).toEqual([
      'path town',
      'query days',
      'query kinds',
      'query unit',
    ])
  })

  test('are required exactly where the schema takes no absence', () => {
    const required = [...parametersByName()].map(([name, { required }]) => [name, required])
    expect(Object.fromEntries(required)).toEqual({ town: true, days: false, kinds: false, unit: true })
  })

  test('carry their description and first example next to the schema, not in it', () => {
    expect(parametersByName().get('town')).toEqual({
      name: 'town',
      in: 'path',
      required: true,
      description: 'Where.',
      schema: { type: 'string' },
      example: 'kyiv',
    })
    expect(parametersByName().get('days')).toMatchObject({ schema: { type: 'integer', minimum: 1, default: 3 } })
    expect(parametersByName().get('unit')).not.toHaveProperty('example')
  })

  test('that are lists say that commas separate them, as they are read', () => {
    expect(parametersByName().get('kinds')).toMatchObject({ style: 'form', explode: false })
    expect(parametersByName().get('unit')).not.toHaveProperty('explode')
  })

  test.each([
    [{ cacheable: true }, ['If-None-Match', 'X-Min-Data-Version']],
    [{ idempotent: true }, ['Idempotency-Key']],
    [{ mediaType: 'text/event-stream' }, ['Last-Event-ID', 'X-Min-Data-Version']],
  ])('with %j gain the headers %j, which are optional', (more, names) => {
    for (const name of names) {
      expect(parametersByName().has(name)).toBe(false)
      expect(parametersByName(more).get(name)).toMatchObject({ in: 'header', required: false })
    }
    expect(parametersByName(more).size).toBe(parametersByName().size + names.length)
  })

  test('that are headers have the type and example of the header', () => {
    const { name, description, example } = requestHeaders.idempotencyKey
    expect(headerParameter(requestHeaders.idempotencyKey)).toEqual({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
      example,
    })
  })
})

describe('the body of an operation', () => {
  const body = {
    url: input(z.string().meta({ examples: ['https://example.com'] })),
    note: input(z.string().optional()),
    wait: input(
      z
        .int()
        .default(5)
        .meta({ examples: [5] }),
    ),
  }
  const printed = (isOptional: boolean) => JSON.parse(JSON.stringify(bodyOf(body, isOptional, createSchemas())))

  test('requires every field that is always present, accepts no unknown field, and has an example of each field', () => {
    const { schema, example } = printed(false).content['application/json']
    expect(schema).toMatchObject({ type: 'object', required: ['url'], additionalProperties: false })
    expect(Object.keys(schema.properties)).toEqual(['url', 'note', 'wait'])
    expect(example).toEqual({ url: 'https://example.com', wait: 5 })
  })

  test('may be absent where the endpoint says so', () => {
    expect([printed(false).required, printed(true).required]).toEqual([true, false])
  })

  test('that requires nothing lists nothing as required', () => {
    const loose = bodyOf({ note: body.note }, true, createSchemas())
    expect(loose).not.toHaveProperty('content.application/json.schema.required')
  })
})

describe('schemas', () => {
  const town = z.object({ name: z.string() }).meta({ id: 'Town' })

  test('with an id are printed once, as components that others refer to', () => {
    const schemas = createSchemas()
    const printed = schemas.print(z.object({ from: town, to: town.nullable() }))
    expect(schemas.components).toEqual({ Town: expect.objectContaining({ type: 'object', required: ['name'] }) })
    expect(printed).toMatchObject({ properties: { from: { $ref: '#/components/schemas/Town' } } })
    expect(schemas.print(town)).toEqual({ $ref: '#/components/schemas/Town' })
  })

  test('are the same print each time, and two documents share none', () => {
    const schemas = createSchemas()
    const schema = z.object({ name: z.string() })
    expect(schemas.print(schema)).toBe(schemas.print(schema))
    expect(createSchemas().components).toEqual({})
  })

  test('say of a pair what a reader expects in items, and of whole numbers no bounds of the machine', () => {
    const schemas = createSchemas()
    expect(schemas.print(z.tuple([z.number().min(0), z.number().min(0)]))).toMatchObject({
      items: { type: 'number', minimum: 0 },
    })
    expect(schemas.print(z.int())).toEqual({ type: 'integer' })
    expect(schemas.print(z.int().max(7))).toMatchObject({ maximum: 7 })
  })

  test('let answers gain fields later, and print no pattern next to the name of a format', () => {
    const schemas = createSchemas()
    expect(schemas.print(z.object({ at: z.iso.datetime() }))).toEqual({
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' } },
      required: ['at'],
    })
  })
})

describe('who may call', () => {
  test('is stated if it differs from the key that all other endpoints take', () => {
    expect(securityOf({ kind: 'key', plan: 'Pro' })).toEqual({})
    expect(securityOf({ kind: 'public' })).toEqual({ security: [] })
    expect(securityOf({ kind: 'session' })).toEqual({ security: [{ Session: [] }] })
  })

  test('names only schemes that are described', () => {
    const described = Object.keys(securitySchemesOf(endpoints))
    for (const scheme of keyRequired.flatMap((way) => Object.keys(way))) expect(described).toContain(scheme)
  })
})

describe('the whole document', () => {
  const webWeather = { ...least, name: 'web-weather', root: webPrefix, path: '/weather', params: {} } as const
  const weather = defineEndpoint({ ...least, path: '/weather', params: {}, access: { kind: 'key', plan: 'Pro' } })
  const paths = (baseUrl: string) => {
    const list = [weather, defineEndpoint(webWeather), defineEndpoint({ ...webWeather, name: 'post', method: 'POST' })]
    return JSON.parse(JSON.stringify(buildOpenApi({ baseUrl, plans: defaultPlans, endpoints: list }).paths))
  }

  test('keeps one path below two roots apart, and two methods of one address together', () => {
    const { '/weather': api, '/web/v1/weather': web, ...others } = paths('https://rates.example/api/v1')
    expect(others).toEqual({})
    expect(api).toEqual({ get: expect.objectContaining({ operationId: 'weather' }) })
    expect(web).toMatchObject({
      servers: [{ url: 'https://rates.example' }],
      get: { operationId: 'web.weather' },
      post: { operationId: 'post' },
    })
  })

  test('says of each plan what the operator allows, in one row', () => {
    const plans = { ...defaultPlans, Pro: { ...defaultPlans.Pro, requestsPerMinute: 31_337 } }
    const { description } = JSON.parse(JSON.stringify(buildOpenApi({ plans }).info))
    const rows = description
      .split('\n')
      .filter((line: string) => planNames.some((name) => line.startsWith(`| ${name} `)))
    expect(rows).toHaveLength(planNames.length)
    expect(rows[2]).toBe('| Pro | 2000000 | 31337 | 20 | 720 | 5 | 2 |')
  })

  test('says which plan an operation needs, and that a higher one will do', () => {
    const planOf = (plan: (typeof planNames)[number]) => {
      const endpoint = defineEndpoint({ ...least, access: { kind: 'key', plan } })
      const built = JSON.parse(JSON.stringify(buildOpenApi({ plans: defaultPlans, endpoints: [endpoint] })))
      return built.paths['/weather/{town}'].get.description.split('\n').at(-1)
    }
    expect(planOf('Starter')).toBe('Plan: Starter or higher.')
    expect(planOf('Business')).toBe('Plan: Business.')
  })

  test('sorts every operation under a heading that exists', () => {
    const built = JSON.parse(JSON.stringify(buildOpenApi({ plans: defaultPlans })))
    const headings = built.tags.map(({ name }: { name: string }) => name)
    for (const item of Object.values<Record<string, { tags?: string[] }>>(built.paths))
      for (const { tags } of Object.values(item).filter((part) => !Array.isArray(part)))
        expect(headings).toEqual(expect.arrayContaining(tags ?? ['none']))
  })
})
