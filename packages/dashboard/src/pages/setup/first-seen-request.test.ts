import type { RecentRequest } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { firstSeenRequest } from './first-request.js'

const mine = 'p2p_7Hk2QzX9'
const request = (key_prefix: string, status: number, path = '/api/v1/rates'): RecentRequest => ({
  requested_at: '2026-11-21T10:05:12.000Z',
  method: 'GET',
  path,
  status,
  took_ms: status === 401 ? null : 0.4,
  address: '127.0.0.1',
  key_prefix,
  code: status < 400 ? null : 'invalid_key',
})

test('nothing is seen before the first request, or with requests of another key of the account', () => {
  expect(firstSeenRequest([], mine)).toBeNull()
  expect(firstSeenRequest([request('p2p_other000', 200)], mine)).toBeNull()
})

test('what the new key got an answer to is shown, the first of it, whatever failed before or since', () => {
  const first = request(mine, 200, '/api/v1/first')
  const all = [request(mine, 401), request('p2p_other000', 200), request(mine, 200), first, request(mine, 400)]
  expect(firstSeenRequest(all, mine)).toBe(first)
})

test('until then the newest failure is shown: with the key, or with one that begins alike', () => {
  const wrong = request(mine, 400)
  const mistyped = request(mine, 401)
  expect(firstSeenRequest([wrong, mistyped], mine)).toBe(wrong)
  expect(firstSeenRequest([request('p2p_other000', 403), mistyped, wrong], mine)).toBe(mistyped)
})
