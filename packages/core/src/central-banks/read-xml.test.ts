import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { childrenNamed, elementAt, readXml, textAt } from './read-xml.js'

const seed = Number(process.env.SEED)

describe('readXml', () => {
  test('reads elements, attributes and text, with and without prefixes', () => {
    const root = readXml(
      `\ufeff<?xml version="1.0"?><!-- a list -->
      <s:list xmlns:s="urn:x" s:day='1'><row code="A&amp;B">1<b/>2</row><row><![CDATA[<3>]]></row></s:list>`.slice(1),
    )
    expect(root?.name).toBe('list')
    expect(root?.attributes).toEqual(new Map([['day', '1']]))
    const [first, second] = childrenNamed(root as never, 'row')
    expect(first).toMatchObject({ attributes: new Map([['code', 'A&B']]), text: '12' })
    expect(second?.text).toBe('<3>')
    expect(elementAt(root as never, 'row', 'b')?.name).toBe('b')
    expect(elementAt(root as never, 'row', 'c', 'd')).toBeNull()
    expect(textAt(root as never, 'nothing')).toBe('')
  })

  test('refuses malformed JSON', () =>
    checkEach(
      [
        ['nothing at all', ''],
        ['text alone', 'rates'],
        ['an element left open', '<a><b></b>'],
        ['elements that cross', '<a><b></a></b>'],
        ['a prefix that changes', '<x:a></y:a>'],
        ['two roots', '<a/><b/>'],
        ['text beside the root', '<a/>1'],
        ['data beside the root', '<a/><![CDATA[1]]>'],
        ['a mark left open', '<a'],
        ['a comment left open', '<a><!-- </a>'],
        ['an attribute without quotes', '<a b=1/>'],
        ['an attribute twice', '<a b="1" b="2"/>'],
        ['an unknown entity', '<a>&nbsp;</a>'],
        ['an ampersand alone', '<a>R & D</a>'],
        ['a character that is none', '<a>&#0;</a>'],
        ['a character beyond all', '<a>&#x110000;</a>'],
      ] as const,
      ([_, text]) => expect(readXml(text)).toBeNull(),
    ))

  test('characters may be written as numbers', () => {
    expect(readXml('<a b="&#233;">&#x20AC;&lt;</a>')).toMatchObject({ text: '€<', attributes: new Map([['b', 'é']]) })
  })

  test('whatever is declared is refused before it can grow or be fetched', () => {
    const laughs = `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>`
    const file = `<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>`
    for (const text of [laughs, file, '<!doctype html><html></html>', '<a><!ELEMENT b ANY></a>'])
      expect(readXml(text)).toBeNull()
  })

  test('sizes are capped: text, elements, depth, attributes', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    const wide = (count: number) => `<a>${'<b/>'.repeat(count)}</a>`
    const many = (count: number) => `<a ${Array.from({ length: count }, (_, at) => `b${at}="1"`).join(' ')}/>`
    expect(readXml(nested(16))).not.toBeNull()
    expect(readXml(nested(17))).toBeNull()
    expect(readXml(wide(4_999))).not.toBeNull()
    expect(readXml(wide(5_000))).toBeNull()
    expect(readXml(many(20))).not.toBeNull()
    expect(readXml(many(21))).toBeNull()
    expect(readXml(`<a>${'x'.repeat(499_993)}</a>`)).not.toBeNull()
    expect(readXml(`<a>${'x'.repeat(499_994)}</a>`)).toBeNull()
  })

  test('half a megabyte of the worst input takes at most 5 times as long as harmless text', () => {
    const msOf = (text: string) => {
      const startMs = performance.now()
      readXml(text)
      return performance.now() - startMs
    }
    const fastest = (text: string) => Math.min(msOf(text), msOf(text), msOf(text))
    const worst = [
      `<a${' '.repeat(499_000)}`,
      `<a ${'b '.repeat(249_000)}>`,
      '<'.repeat(499_000),
      '&'.repeat(499_000),
      `<a>${'&#1'.repeat(160_000)}`,
      `<a ${'b="'.repeat(160_000)}`,
      `<${'a'.repeat(499_000)}>`,
      '<!--'.repeat(120_000),
    ]
    const harmlessMs = fastest(`<list>${'<item a="b">text</item>'.repeat(21_000)}</list>`)
    for (const text of worst) {
      expect(readXml(text)).toBeNull()
      expect(fastest(text) / harmlessMs).toBeLessThan(5)
    }
  })

  test('anything is read or refused, and nothing thrown', () => {
    const scraps = [
      '<',
      '>',
      '/',
      '<a>',
      '</a>',
      '<a b="',
      '"',
      "'",
      '&',
      '&amp;',
      ';',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      ' ',
      'x',
      '<?',
      '?>',
      '=',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...scraps), fc.string()), { maxLength: 40 }), (parts) => {
        readXml(parts.join(''))
      }),
      { seed, numRuns: 2_000 },
    )
  })
})
