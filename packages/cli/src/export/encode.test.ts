import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { encode } from './encode.js'
import type { PriceRow } from './price-row.js'

const facts = { asset: 'USDT', source: '', version: '1.0.0', simulated: false }
const row = { t: '2026-11-21T10:00:00.000Z', fiat: 'UAH', simulated: false }
const rows: readonly PriceRow[] = [
  { ...row, exchange: 'okx', buy: 41.31, sell: null, buy_ads: 7, sell_ads: null, confidence: null },
  { ...row, exchange: 'index', buy: 41.3, sell: 41.1, buy_ads: null, sell_ads: null, confidence: 'high' },
]

test('each format carries ad counts and the confidence of the index', async () => {
  const text = async (format: 'csv' | 'ndjson') => Buffer.from(await encode(rows, format, facts)).toString()
  expect((await text('csv')).split('\r\n')).toEqual([
    't,fiat,exchange,buy,sell,buy_ads,sell_ads,confidence,simulated',
    '2026-11-21T10:00:00.000Z,UAH,okx,41.31,,7,,,false',
    '2026-11-21T10:00:00.000Z,UAH,index,41.3,41.1,,,high,false',
    '',
  ])
  expect(
    (await text('ndjson'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows)
  const bytes = await encode(rows, 'parquet', facts)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  expect(await parquetReadObjects({ file })).toEqual(rows.map((one) => ({ ...one, t: new Date(one.t) })))
})
