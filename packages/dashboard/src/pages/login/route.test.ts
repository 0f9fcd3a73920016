import { expect, test } from 'vitest'
import { sameOriginPath } from './route.js'

const { read } = sameOriginPath('/dev')
const here = 'https://rates.example.com'

test.each(['/', '/dev/keys', '/market/UAH?range=7d&amount=20000', '/docs/stream#life'])(
  '%s is of this server',
  (own) => {
    expect(read(own)).toBe(own)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\\/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'dev',
  '',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
])('%j is not', (other) => {
  expect(read(other)).toBeNull()
})

test('whatever is read leads to this server, as a browser understands it', () => {
  const pieces = ['/', '\\', '.', '..', '\t', ' ', '@', ':', '?', '#', '%2f', '%5c', 'evil.example', 'dev', 'http']
  let known = 0
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces)
        for (const four of pieces) {
          const address = read(`/${one}${two}${three}${four}`)
          if (address === null) continue
          known += 1
          if (new URL(address, here).origin !== here) expect(address).toBe('an address of this server')
        }
  expect(known).toBeGreaterThan(10_000)
})
