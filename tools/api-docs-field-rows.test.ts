import { expect, test } from 'vitest'
import { fieldRows, shortJson, typeOf } from './api-docs-field-rows.js'
import { apiDocs, webApiDocs } from './api-docs-text.js'

test('fields are listed at every depth, with their possible values', () => {
  const components = {
    Side: { enum: ['BUY', 'SELL'] },
    Ad: { type: 'object', description: 'One ad.', properties: { price: { type: 'number', description: 'Fiat.' } } },
  }
  const schema = {
    type: 'object',
    properties: {
      side: { $ref: '#/components/schemas/Side' },
      ads: { type: 'array', items: { $ref: '#/components/schemas/Ad' } },
      best: { anyOf: [{ $ref: '#/components/schemas/Ad' }, { type: 'null' }] },
    },
  }
  expect(fieldRows(schema, components).map(({ path, type }) => `${path}: ${type}`)).toEqual([
    'side: `BUY` `SELL`',
    'ads: list of object',
    'ads[].price: number',
    'best: object or null',
    'best.price: number',
  ])
  expect(typeOf({ const: 'USDT' }, components)).toBe('`USDT`')
})

test('short JSON shows the full value, and fits', () => {
  const value = { a: [1, { b: null }], long: Array.from({ length: 60 }, (_, at) => ({ at })), none: {}, text: 'a "b"' }
  const { long: _, ...short } = value
  expect(JSON.parse(shortJson(short))).toEqual(short)
  expect(shortJson(value)).toContain('    { "at": 1 },\n    … 58 more\n')
  for (const line of shortJson(value).split('\n')) expect(line.length).toBeLessThanOrEqual(101)
})

test('the page for people has answers, bodies and a line to try for every address, and no sentence ends twice', () => {
  const page = `${apiDocs()}${webApiDocs()}`
  const sections = page.split('\n### ').filter((text) => /^(GET|POST|PATCH|DELETE) /.test(text))
  for (const text of sections) {
    expect(text).toMatch(/```sh\ncurl /)
    expect(text).toMatch(/\nAnswers \d{3}/)
  }
  expect(sections.find((text) => text.startsWith('POST /api/v1/webhooks\n'))).toContain(
    '| `threshold` | number | required |',
  )
  expect(page).not.toMatch(/[?!]\.|[^.]\.\.[^.]|\. \. /)
})
