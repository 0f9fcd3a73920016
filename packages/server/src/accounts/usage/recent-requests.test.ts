import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createRecentRequests, maskedAddress, type SeenRequest } from './recent-requests.js'

const seen = (path: string): SeenRequest => ({
  method: 'GET',
  path,
  status: 200,
  tookMs: 1,
  keyPrefix: 'p2p_12345678',
  code: null,
})
const open = () => {
  const clock = createFakeClock()
  const requests = createRecentRequests(clock, { accounts: 3 })
  const paths = (accountId: string) => requests.watch(accountId, [`p2p_of_${accountId}`]).map(({ path }) => path)
  return { clock, requests, paths }
}

test('keeps nothing of an account whose page is closed', () => {
  const { requests, paths } = open()
  expect(requests.isWatched('a')).toBe(false)
  requests.recordRequest('a', '203.0.113.9', seen('/1'))
  expect(paths('a')).toEqual([])
  requests.recordRequest('a', '203.0.113.9', seen('/2'))
  requests.recordRequest('b', '203.0.113.9', seen('/3'))
  expect(paths('a')).toEqual(['/2'])
})

test('a viewer gets the last twenty, newest first', () => {
  const { requests, paths } = open()
  paths('a')
  for (let count = 1; count <= 30; count++) requests.recordRequest('a', 'there', seen(`/${count}`))
  expect(paths('a')).toEqual(Array.from({ length: 20 }, (_, index) => `/${30 - index}`))
})

test('ten minutes after the last look everything is forgotten', () => {
  const { clock, requests, paths } = open()
  paths('a')
  requests.recordRequest('a', 'there', seen('/1'))
  clock.advance(599_999)
  expect([requests.isWatched('a'), paths('a')]).toEqual([true, ['/1']])
  clock.advance(600_000)
  expect(requests.isWatched('a')).toBe(false)
  requests.recordRequest('a', 'there', seen('/2'))
  expect(paths('a')).toEqual([])
})

test('a request with a wrong key is shown to the account with a key of its prefix, and to no other', () => {
  const { requests, paths } = open()
  for (const accountId of ['a', 'b']) paths(accountId)
  requests.recordWithWrongKey('here', { ...seen('/1'), keyPrefix: 'p2p_of_a' })
  requests.recordWithWrongKey('here', { ...seen('/2'), keyPrefix: 'p2p_of_c' })
  expect([paths('a'), paths('b')]).toEqual([['/1'], []])
})

test('of many who look at once those are forgotten who looked first', () => {
  const { requests } = open()
  for (const accountId of ['a', 'b', 'c', 'd']) requests.watch(accountId, [])
  expect(['a', 'b', 'c', 'd'].map(requests.isWatched)).toEqual([false, true, true, true])
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '::1'],
  ['unknown', 'unknown'],
])('the network %s is shown as %s', (network, told) => {
  expect(maskedAddress(network)).toBe(told)
})
