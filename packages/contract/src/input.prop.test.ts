import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from './all-endpoints.js'
import { createSchemas } from './document/schemas.js'
import { errorStatus } from './error-codes.js'
import { type Input, readBody, readQuery } from './input.js'
import { defaultPlans } from './plans.js'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const runs = { seed, numRuns: 200 }
console.log(`inputs from seed ${seed}`)

const schemas = createSchemas()
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** Judges by the document that callers read, not by the schema that enforces. */
const documented = (input: Input): ((value: unknown) => boolean) => {
  const schema = JSON.stringify(schemas.print(input.schema)).replaceAll('#/components/schemas/', '#/$defs/')
  const $defs = JSON.parse(JSON.stringify(schemas.components).replaceAll('#/components/schemas/', '#/$defs/'))
  return ajv.compile({ ...JSON.parse(schema), $defs })
}

const words = fc.constantFrom('', ' ', '0', '1', '-1', '1e3', '007', '12.50', 'uah', 'UAH', 'okx', 'OKX', 'best', 'BUY')
const odd = fc.constantFrom(
  'true',
  'null',
  'NaN',
  'Infinity',
  '٣',
  '１',
  '1,5',
  '0x10',
  '__proto__',
  'ſell',
  'csv',
  'trust',
)
const text = fc.oneof(
  words,
  odd,
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.stringMatching(/^\d{1,20}(\.\d{1,10})?$/),
)

/** What an answer to a bad request promises. */
const expectProblem = (problem: { code: string; message: string; param?: string }, name: string, sent: unknown) => {
  const status = errorStatus(problem.code as Parameters<typeof errorStatus>[0])
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  if (problem.code !== 'not_found') expect(problem.param).toBe(name)
  expect(problem.message).toMatch(/[.?]$/)
  if (typeof sent === 'string' && sent.length > 40) expect(problem.message).not.toContain(sent)
}

describe.each(endpoints.filter(({ query }) => Object.keys(query).length > 0))('the query of $name', ({ query }) => {
  test.each(Object.keys(query))('%s is read as documented, or refused by name, whatever is sent', (name) => {
    const input = query[name]
    if (input === undefined) throw new Error(name)
    const fits = documented(input)
    fc.assert(
      fc.property(text, (sent) => {
        const read = readQuery({ [name]: input }, new URLSearchParams([[name, sent]]), defaultPlans.Business)
        if (!read.ok) return expectProblem(read.problem, name, sent)
        const value = read.values[name]
        expect([sent, value, value === undefined || fits(value)]).toEqual([sent, value, true])
      }),
      runs,
    )
  })
})

const anyJson = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.double(), fc.constant(undefined))

describe.each(endpoints.filter(({ body }) => body !== null))('the body of $name', ({ body }) => {
  test.each(Object.keys(body ?? {}))('%s is read as documented, or refused by name, whatever is sent', (name) => {
    const input = body?.[name]
    if (input === undefined) throw new Error(name)
    const fits = documented(input)
    fc.assert(
      fc.property(anyJson, (sent) => {
        const read = readBody({ [name]: input }, { [name]: sent }, defaultPlans.Business)
        if (!read.ok) return expectProblem(read.problem, name, sent)
        const value = read.values[name]
        expect([sent, value, value === undefined || fits(value)]).toEqual([sent, value, true])
      }),
      runs,
    )
  })

  test('is an object of fields that are known; nothing of a prototype is a field', () => {
    for (const sent of [null, [], 'text', 1, true])
      expect(readBody(body ?? {}, sent, defaultPlans.Pro)).toMatchObject({
        ok: false,
        problem: { code: 'invalid_json' },
      })
    for (const field of ['constructor', 'toString', 'hasOwnProperty', 'constructor.prototype'])
      expect(readBody(body ?? {}, { [field]: 1 }, defaultPlans.Pro)).toMatchObject({
        ok: false,
        problem: { code: 'invalid_parameter', param: field },
      })
    const polluting = JSON.parse('{"__proto__":{"url":"https://evil.example"}}')
    expect(readBody(body ?? {}, polluting, defaultPlans.Pro)).toMatchObject({
      ok: false,
      problem: { param: '__proto__' },
    })
  })
})

test.each(['A:', 'x', 'ftp://example.com/hook', ' https://example.com', '//example.com'])(
  'what only looks like an address is none: %s',
  (sent) => {
    const create = endpoints.find(({ name }) => name === 'webhooks.create')
    const read = readBody({ url: create?.body?.url as Input }, { url: sent }, defaultPlans.Business)
    expect(read).toMatchObject({ ok: false, problem: { code: 'invalid_webhook_url', param: 'url' } })
  },
)
