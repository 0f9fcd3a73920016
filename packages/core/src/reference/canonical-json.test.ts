import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.js'

test('canonical JSON has its fields in one order, and numbers and texts in one form', () => {
  expect(canonicalJson({ b: [1, 2.5, 1e21, -0], a: { d: null, c: 'ü\n"' }, '€': true })).toBe(
    '{"a":{"c":"ü\\n\\"","d":null},"b":[1,2.5,1e+21,0],"€":true}',
  )
  expect(() => canonicalJson(Number.NaN)).toThrow(RangeError)
})
