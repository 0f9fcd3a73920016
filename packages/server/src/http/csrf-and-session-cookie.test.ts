import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createCsrfCheck } from './csrf-and-session-cookie.js'

const admits = (publicUrl: string | undefined, host: string, origin?: string): boolean => {
  const headers = { host, 'content-type': 'application/json', ...(origin && { origin }) }
  try {
    createCsrfCheck(publicUrl).requireSameOrigin({ method: 'POST', headers } as unknown as IncomingMessage)
    return true
  } catch {
    return false
  }
}

test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.1.5:8080', '[fd00::5]'])(
  'a server without a public address takes changes from its own pages at %s',
  (host) => {
    expect(admits(undefined, host, `http://${host}`)).toBe(true)
  },
)

test.each([
  ['a name that its owner bound to our address', 'evil.example', 'http://evil.example'],
  ['a name that begins like this machine', '127.evil.example', 'http://127.evil.example'],
  ['another scheme', 'localhost:8080', 'https://localhost:8080'],
  ['another port', 'localhost:8080', 'http://localhost:9000'],
  ['another machine', '127.0.0.1:8080', 'http://192.168.1.5:8080'],
  ['no page', 'localhost:8080', undefined],
  ['an opaque origin', 'localhost:8080', 'null'],
] as const)('it takes none from %s', (_, host, origin) => {
  expect(admits(undefined, host, origin)).toBe(false)
})

test('with a public address only that origin is ours, with its scheme, whatever the host', () => {
  const own = 'https://rates.example.com'
  expect([admits(own, 'internal:8080', own), admits(own, 'rates.example.com', 'http://rates.example.com')]).toEqual([
    true,
    false,
  ])
})
