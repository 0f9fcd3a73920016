import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTemplateFiller, type PageContent } from './fill-template.js'
import { plainPage } from './plain-page.js'

const template =
  '<!doctype html><html lang="en"><head><title>x</title><!--head--></head><body><!--first--><noscript><!--noscript--></noscript></body></html>'
const fill = createTemplateFiller(template)

const content = (facts: Partial<PageContent> = {}): PageContent => ({
  language: 'uk',
  title: 'Title',
  description: 'Description',
  canonical: 'https://rates.example/market/UAH?a=1&b',
  preview: { 'og:title': 'Preview' },
  chunks: ['assets/a-1.js'],
  styles: ['assets/a-1.css'],
  isPrivate: true,
  sentences: ['One.', 'Two.'],
  first: '{"a":1}',
  ...facts,
})

const hostile = [
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!--<script>',
  '--><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='x",
  '\u2028\u2029',
  '$&$`$1',
  '&lt;',
  '</noscript><b>',
  '</title>',
]
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme' }))

const tagsIn = (html: string): readonly string[] => html.match(/<[!/a-z][^>]*>/gi) ?? []

describe('a filled page', () => {
  test('has every part in its place', () => {
    expect(fill(content())).toBe(
      [
        '<!doctype html><html lang="uk"><head><title>Title</title><meta name="description" content="Description">',
        '<meta property="og:title" content="Preview">',
        '<link rel="canonical" href="https://rates.example/market/UAH?a=1&amp;b">',
        '<meta name="robots" content="noindex">',
        '<link rel="modulepreload" href="/assets/a-1.js">  <link rel="stylesheet" href="/assets/a-1.css">\n  </head><body><script type="application/json" id="first">{"a":1}</script><noscript><p>One.</p><p>Two.</p></noscript></body></html>',
      ].join('\n    '),
    )
  })

  test('has the same tags whatever texts say, and each text as it was meant', () => {
    const plain = tagsIn(fill(content()))
      .join()
      .replaceAll(/content="[^"]*"/g, '')
    fc.assert(
      fc.property(text, text, text, text, (title, description, sentence, name) => {
        const json = JSON.stringify({ name })
        const html = fill(
          content({ title, description, preview: { 'og:title': title }, sentences: [sentence, 'Two.'], first: json }),
        )
        const tags = tagsIn(html)
          .join()
          .replaceAll(/content="[^"]*"/g, '')
        expect(tags).toBe(plain)
        const [, first = ''] = /id="first">([^<]*)<\/script>/.exec(html) ?? []
        expect(JSON.parse(first)).toEqual({ name })
        expect(first).not.toMatch(/[<>&\u2028\u2029]/)
      }),
      { seed: Number(process.env.SEED), numRuns: 500 },
    )
  })

  test('is not begun where the build lacks a place', () => {
    expect(() => createTemplateFiller(template.replace('<!--first-->', ''))).toThrow(/lacks a place for: first/)
  })
})

test('a plain page is text', () => {
  const tagsOf = (text: string) => tagsIn(plainPage('en', { title: text, todo: text, home: text }))
  for (const text of hostile) expect(tagsOf(text)).toEqual(tagsOf('x'))
})
