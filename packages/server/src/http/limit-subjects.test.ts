import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createAddressOf, networkOf } from './limit-subjects.js'

const forwarded = (header: string, hops = 1): string =>
  createAddressOf(hops)({
    headers: { 'x-forwarded-for': header },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as IncomingMessage)

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000::0001', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('a port that a proxy forwards makes no other network', () => {
  expect(['1.2.3.4', '1.2.3.4:1111', '1.2.3.4:2222'].map((entry) => forwarded(entry))).toEqual(Array(3).fill('1.2.3.4'))
  const one = ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '[2001:db8::2]:8080']
  expect(one.map((entry) => forwarded(entry))).toEqual(Array(4).fill('2001:db8:0:0::/64'))
})

test('all texts that are no address count as one network', () => {
  const texts = ['unknown', '_hidden', '1.2.3', '1.2.3.4.5:6', 'evil.example', '[::1', '999.1.1.1:80', '1.2.3.4:port']
  expect(new Set(texts.map((entry) => forwarded(entry)))).toEqual(new Set(['unknown']))
})

test('the entry that the outermost trusted proxy wrote decides, and without one the socket', () => {
  expect(forwarded('6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
  expect(forwarded('6.6.6.6, 1.2.3.4, 10.1.1.1', 2)).toBe('1.2.3.4')
  expect([forwarded('', 1), forwarded('1.2.3.4', 2), forwarded('1.2.3.4', 0)]).toEqual(Array(3).fill('10.0.0.1'))
})
