import { expect, test } from 'vitest'
import { type LinkHosts, safeAdUrl } from './safe-ad-url.js'

const hosts: LinkHosts = new Map([
  ['okx', undefined],
  ['bazaar', ['bazaar.io', 'bazaar.example']],
])

test.each([
  ['okx', 'https://www.okx.com/ad', true],
  ['bazaar', 'https://bazaar.io/ad', true],
  ['bazaar', 'https://p2p.bazaar.example/ad', true],
  ['bazaar', 'https://bazaar.com/ad', false],
  ['bazaar', 'https://bazaar.io.evil.example/ad', false],
  ['bazaar', 'https://evilbazaar.io/ad', false],
  ['other', 'https://other.com/ad', false],
])('an ad of %s at %s is linked: %s', (exchange, url, isLinked) => {
  expect(safeAdUrl(exchange, url, hosts)).toBe(isLinked ? url : null)
})
