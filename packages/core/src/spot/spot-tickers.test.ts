import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { readUsdtUsd, spotTickers } from './spot-tickers.js'

const nowMs = Date.UTC(2026, 10, 25, 12)
const kraken = '{"error":[],"result":{"USDTZUSD":{"a":["0.99991","1","1.0"],"c":["0.99990","12.5"],"o":"0.99980"}}}'
const coinbase = '{"price":"0.9999","time":"2026-11-25T11:59:58.123456Z","size":"5"}'

const read = (id: string, text: string, answer = {}) => {
  const ticker = spotTickers.find((known) => known.id === id)
  if (ticker === undefined) throw new Error(`There is no ${id}.`)
  return readUsdtUsd(ticker, { status: 200, contentType: null, retryAfter: null, text, ...answer }, nowMs)
}
const faultOf = (id: string, text: string, answer = {}) => {
  const reading = read(id, text, answer)
  return reading.state === 'failed' ? reading.fault.kind : null
}

test('both tickers give the last price, with name and receive time', () => {
  const usdtUsd = { rate: 0.9999, observedAtMs: nowMs }
  expect(read('kraken', kraken)).toEqual({ state: 'read', usdtUsd: { ...usdtUsd, source: 'Kraken' } })
  expect(read('coinbase', coinbase)).toEqual({ state: 'read', usdtUsd: { ...usdtUsd, source: 'Coinbase' } })
  expect(read('kraken', kraken, { simulated: true })).toMatchObject({ simulated: true })
})

describe('hostile answers', () => {
  test('are faults', () =>
    checkEach(
      [
        ['kraken', '', 'schema_drift'],
        ['kraken', '<!doctype html><p>Robot?', 'schema_drift'],
        ['kraken', '{"error":["EAPI:Rate limit exceeded"]}', 'schema_drift'],
        ['kraken', kraken.replace('[]', '["EGeneral:Internal error"]'), 'schema_drift'],
        ['kraken', kraken.replace('USDTZUSD', 'XXBTZUSD'), 'schema_drift'],
        ['kraken', kraken.replace('"0.99990"', '"1e0"'), 'schema_drift'],
        ['kraken', kraken.replace('"0.99990"', '"-1"'), 'schema_drift'],
        ['kraken', kraken.replace('"0.99990"', '"0.4999"'), 'bad_response'],
        ['kraken', kraken.replace('"0.99990"', '"60000"'), 'bad_response'],
        ['kraken', kraken + ' '.repeat(20_000), 'schema_drift'],
        ['coinbase', '{"message":"NotFound"}', 'schema_drift'],
        ['coinbase', coinbase.replace('0.9999', '2.01'), 'bad_response'],
        ['coinbase', coinbase.replace('11:59', '10:59'), 'bad_response'],
        ['coinbase', coinbase.replace('2026', '2027'), 'bad_response'],
        ['coinbase', coinbase.replace('2026-11-25T', ''), 'schema_drift'],
      ] as const,
      ([id, text, kind]) => expect(faultOf(id, text)).toBe(kind),
    ))

  test('a refusal is one, too', () => {
    expect(faultOf('kraken', '', { status: 429, retryAfter: '60' })).toBe('rate_limited')
    expect(faultOf('coinbase', '', { status: 403 })).toBe('blocked')
  })

  test('never throw', () => {
    fc.assert(fc.property(fc.json(), (text) => spotTickers.every(({ id }) => faultOf(id, text) !== null)))
  })
})
