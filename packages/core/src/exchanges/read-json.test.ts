import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { readJson } from './read-json.js'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('readJson', () => {
  test('reads what JSON.parse reads', () => {
    for (const text of ['{"a":[1,"x",null]}', 'null', '"text"', '12', '[]', '{"a":"]]]]{{{{\\"["}']) {
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
    }
  })

  test('refuses text other than JSON', () =>
    checkEach(['', ' ', '{', '{"a":}', 'undefined', '<html>', '\ufeff{}', '{"a":1}}', "{'a':1}"], (text) =>
      expect(readJson(text)).toEqual({ ok: false, why: 'invalid' }),
    ))

  test('forgives raw control characters inside text, as advertisers paste them', () => {
    expect(readJson('{\n\t"remark": "first\nsecond\u0007\tthird"\r\n}')).toEqual({
      ok: true,
      value: { remark: 'first second  third' },
    })
  })

  test('keeps escaped line breaks', () => {
    expect(readJson('{"remark":"first\\nsecond\u0001"}')).toEqual({ ok: true, value: { remark: 'first\nsecond ' } })
  })

  test('nests 32 levels and no deeper', () => {
    expect(readJson(nested(32)).ok).toBe(true)
    expect(readJson(nested(33))).toEqual({ ok: false, why: 'too-deep' })
    expect(readJson(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toEqual({ ok: false, why: 'too-deep' })
  })

  test('gives up on a million brackets instead of building them', () => {
    expect(readJson('['.repeat(1_000_000))).toEqual({ ok: false, why: 'too-deep' })
  })

  test('does not count brackets inside text, whatever escapes stand before its end', () => {
    const brackets = '['.repeat(100)
    for (const text of [brackets, `\\"${brackets}`, `${brackets}\\\\`, `\\\\\\"${brackets}\\\\`]) {
      expect(readJson(`{"a":"${text}"}`).ok).toBe(true)
    }
    expect(readJson(`{"a":"\\\\","b":${nested(32)}}`)).toEqual({ ok: false, why: 'too-deep' })
  })

  test('takes time that grows with the text only, for endless quotes and backslashes', () => {
    expect(readJson('"\\'.repeat(500_000)).ok).toBe(false)
    expect(readJson(`"${'\\'.repeat(1_000_000)}`).ok).toBe(false)
  })
})
