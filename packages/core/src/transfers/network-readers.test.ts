import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { htxNetworks, kucoinNetworks, readNetworks } from './network-readers.js'

const page = fixture('networks/kucoin.json')
const read = (text: string, answer = {}, reader = kucoinNetworks) =>
  readNetworks(reader, { status: 200, contentType: null, retryAfter: null, text, ...answer }, observedAt)
const networksIn = (text: string, reader = kucoinNetworks) => {
  const reading = read(text, {}, reader)
  return reading.state === 'read' ? reading.networks : reading.fault.kind
}

test('KuCoin tells fee, least amount and state of each network; of one listed twice the open entry counts', () => {
  const known = { exchange: 'kucoin', observedAtMs: observedAt, source: 'exchange' }
  expect(networksIn(page)).toEqual({
    withdrawals: [
      { ...known, network: 'TRC20', isOpen: true, feeUsdt: 1.5, leastUsdt: 4 },
      { ...known, network: 'ERC20', isOpen: false, feeUsdt: 5, leastUsdt: 10 },
      { ...known, network: 'BEP20', isOpen: true, feeUsdt: 0.8, leastUsdt: 10 },
      { ...known, network: 'TON', isOpen: true, feeUsdt: 0.4, leastUsdt: 2 },
    ],
    deposits: [
      { ...known, network: 'TRC20', isOpen: true },
      { ...known, network: 'ERC20', isOpen: true },
      { ...known, network: 'BEP20', isOpen: false },
      { ...known, network: 'TON', isOpen: true },
    ],
  })
  expect(read(page, { simulated: true })).toMatchObject({ state: 'read', simulated: true })
})

test('HTX shows fee, least amount and state of each network; a fee that is a share of the amount is unknown', () => {
  const known = { exchange: 'htx', observedAtMs: observedAt, source: 'exchange' }
  expect(networksIn(fixture('networks/htx.json'), htxNetworks)).toEqual({
    withdrawals: [
      { ...known, network: 'TRC20', isOpen: true, feeUsdt: 0.6, leastUsdt: 5 },
      { ...known, network: 'ERC20', isOpen: true, feeUsdt: null, leastUsdt: 12 },
      { ...known, network: 'BEP20', isOpen: false, feeUsdt: 0.02, leastUsdt: 2 },
    ],
    deposits: [
      { ...known, network: 'TRC20', isOpen: true },
      { ...known, network: 'ERC20', isOpen: false },
      { ...known, network: 'BEP20', isOpen: true },
    ],
  })
})

test.each([
  ['another coin', '"currency": "usdt"', '"currency": "btc"'],
  ['a failure', '"code": 200', '"code": 500'],
  ['unknown states', 'allowed', 'maybe'],
])('HTX with %s has an unknown shape', (_, before, after) => {
  const text = fixture('networks/htx.json').replaceAll(before, after).replaceAll('prohibited', 'maybe')
  expect(networksIn(text, htxNetworks)).toBe('schema_drift')
})

describe('hostile answers', () => {
  test('are faults', () =>
    checkEach(
      [
        ['', 'schema_drift'],
        ['<!doctype html><p>Robot?', 'schema_drift'],
        ['[]', 'schema_drift'],
        ['{"code":"400100","msg":"no"}', 'schema_drift'],
        [page.replace('"currency": "USDT"', '"currency": "BTC"'), 'schema_drift'],
        [`{"code":"200000","data":{"currency":"USDT","chains":[${'{},'.repeat(300)}{}]}}`, 'schema_drift'],
        [page + ' '.repeat(600_000), 'schema_drift'],
      ] as const,
      ([text, kind]) => expect(networksIn(text)).toBe(kind),
    ))

  test('a refusal is one, too', () => {
    expect(read('', { status: 429, retryAfter: '60' })).toMatchObject({ fault: { kind: 'rate_limited' } })
    expect(read('', { status: 403 })).toMatchObject({ fault: { kind: 'blocked' } })
  })

  test('cost one network each', () =>
    checkEach(
      [
        ['"chainName": "TRC20"', '"chainName": "<b>"'],
        ['"chainName": "TRC20"', '"chainName": "TRC20, or pay me directly at this address"'],
        ['"withdrawalMinFee": "1.5"', '"withdrawalMinFee": "-1.5"'],
        ['"withdrawalMinFee": "1.5"', '"withdrawalMinFee": "1e9"'],
        ['"withdrawalMinFee": "1.5"', '"withdrawalMinFee": 100000'],
        ['"withdrawalMinSize": "4"', '"withdrawalMinSize": null'],
        ['"isWithdrawEnabled": true', '"isWithdrawEnabled": "true"'],
      ] as const,
      ([before, after]) => {
        const networks = networksIn(page.replace(before, after))
        expect(typeof networks === 'string' ? networks : networks.withdrawals.map(({ network }) => network)).toEqual([
          ...['ERC20', 'BEP20', 'TON'],
        ])
      },
    ))

  test('never throw', () => {
    for (const reader of [kucoinNetworks, htxNetworks])
      fc.assert(fc.property(fc.json(), (text) => typeof networksIn(text, reader) === 'string'))
  })
})
