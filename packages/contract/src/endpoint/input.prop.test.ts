import { checkEach } from '@p2p-rates/core/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSchemas } from '../document/schemas.js'
import { errorStatus } from '../errors/error-codes.js'
import { endpoints } from './all-endpoints.js'
import { type Input, readBody, readQuery } from './input.js'
import { defaultPlans } from './plans.js'

const runs = { seed: Number(process.env.SEED), numRuns: 40 }

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

const expectProblem = (problem: { code: string; message: string; param?: string }, name: string, sent: unknown) => {
  const status = errorStatus(problem.code as Parameters<typeof errorStatus>[0])
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  if (problem.code !== 'not_found') expect(problem.param).toBe(name)
  expect(problem.message).toMatch(/[.?]$/)
  if (typeof sent === 'string' && sent.length > 40) expect(problem.message).not.toContain(sent)
}

const anyJson = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.double(), fc.constant(undefined))

/** Every input with the endpoint it belongs to. Pages use the inputs of the endpoints for programs. */
const inputsOf = (part: 'query' | 'body') =>
  endpoints.flatMap(({ name: endpoint, mirrorOf, [part]: inputs }) =>
    mirrorOf === undefined
      ? Object.entries(inputs ?? {}).map(([field, input]) => ({ name: `${endpoint} ${field}`, field, input }))
      : [],
  )

const expectDocumented = <Sent>(
  field: string,
  input: Input,
  anything: fc.Arbitrary<Sent>,
  read: (sent: Sent) => Read,
) => {
  const fits = documented(input)
  fc.assert(
    fc.property(anything, (sent) => {
      const answer = read(sent)
      if (!answer.ok) return expectProblem(answer.problem, field, sent)
      const value = answer.values[field]
      expect([sent, value, value === undefined || fits(value)]).toEqual([sent, value, true])
    }),
    runs,
  )
}
type Read = ReturnType<typeof readBody>

test('each parameter is read as documented, or refused by name, whatever is sent', () =>
  checkEach(inputsOf('query'), ({ field, input }) =>
    expectDocumented(field, input, text, (sent) =>
      readQuery({ [field]: input }, new URLSearchParams([[field, sent]]), defaultPlans.Business),
    ),
  ))

test('each field of a body is read as documented, or refused by name, whatever is sent', () =>
  checkEach(inputsOf('body'), ({ field, input }) =>
    expectDocumented(field, input, anyJson, (sent) =>
      readBody({ [field]: input }, { [field]: sent }, defaultPlans.Business),
    ),
  ))

test('a body is an object of fields that are known; nothing of a prototype is a field', () =>
  checkEach(
    endpoints.filter(({ body }) => body !== null),
    ({ body }) => {
      for (const sent of [null, [], 'text', 1, true])
        expect(readBody(body ?? {}, sent, defaultPlans.Pro)).toMatchObject({ problem: { code: 'invalid_json' } })
      for (const param of ['constructor', 'toString', 'hasOwnProperty', 'constructor.prototype'])
        expect(readBody(body ?? {}, { [param]: 1 }, defaultPlans.Pro)).toMatchObject({
          problem: { code: 'invalid_parameter', param },
        })
      const polluting = JSON.parse('{"__proto__":{"url":"https://evil.example"}}')
      expect(readBody(body ?? {}, polluting, defaultPlans.Pro)).toMatchObject({ problem: { param: '__proto__' } })
    },
  ))

test('an address of a webhook is a whole address of the web', () =>
  checkEach(['A:', 'x', 'ftp://example.com/hook', ' https://example.com', '//example.com'], (sent) => {
    const create = endpoints.find(({ name }) => name === 'webhooks.create')
    const read = readBody({ url: create?.body?.url as Input }, { url: sent }, defaultPlans.Business)
    expect(read).toMatchObject({ ok: false, problem: { code: 'invalid_webhook_url', param: 'url' } })
  }))
