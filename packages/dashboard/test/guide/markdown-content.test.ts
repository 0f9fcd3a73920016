import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { MarkdownContent } from '../../guide/markdown-content.js'
import { guideWords } from '../../guide/words.js'

test.each([
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', 'onerror=alert(1)'],
  ['text <b onclick="alert(1)">bold</b>', 'alert(1)'],
  ['[go](javascript:alert(1))', 'go'],
  ['[go](data:text/html,<script>alert(1)</script>)', 'go'],
  ['![picture](https://elsewhere.example/x.png)', 'picture'],
  ['| a |\n|---|\n| <script>alert(1)</script> |', 'alert(1)'],
  ['# <script>alert(1)</script>', 'alert(1)'],
  ['```ts\n</code></pre><script>alert(1)</script>\n```', 'alert(1)'],
  ['`</code><script>alert(1)</script>`', 'alert(1)'],
  ['<https://elsewhere.example/"onmouseover="alert(1)>', 'onmouseover'],
])('what looks like HTML in a page is shown, never obeyed: %s', (body, shown) => {
  const text = render(h(MarkdownContent, { body, leadTo: () => null, words: guideWords.en, isTried: false }))
  expect(text).not.toMatch(/<script|<img|<b |javascript:|data:text|<a [^>]*href="(?!#)/)
  expect(text).toContain(shown)
})

test('on a phone each cell after the first has its heading, except the text of a pair and a last sentence', () => {
  const headingsOf = (body: string) => {
    const text = render(h(MarkdownContent, { body, leadTo: () => null, words: guideWords.en, isTried: false }))
    return [...text.matchAll(/data-heading="([^"]*)"/g)].map(([, heading]) => heading)
  }
  expect(headingsOf('| You | Needs | Stores |\n|---|---|---|\n| a | b | c |\n| a | b | It does. |')).toEqual([
    'Needs',
    'Stores',
    'Needs',
  ])
  expect(headingsOf('| Field | Meaning |\n|---|---|\n| a | b |')).toEqual([])
  expect(headingsOf('| Field | Count |\n|---|---:|\n| a | 1 |')).toEqual(['Count'])
})
