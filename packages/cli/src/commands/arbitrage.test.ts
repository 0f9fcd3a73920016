import { arbitrageExample } from '@p2p-rates/contract'
import type { Arbitrage } from '@p2p-rates/sdk'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { reportText } from '../report-text.js'
import { arbitrageReport, bestFirst } from './arbitrage.js'

const sure = { level: 'high', reasons: [] } as const
const trip = (
  buy: string,
  sell: string,
  gain: number,
  sell_confidence: { level: string; reasons: string[] } | null,
) => ({
  ...arbitrageExample,
  buy_exchange: buy,
  sell_exchange: sell,
  net_profit: gain,
  net_profit_pct: gain / 10,
  ...(sell_confidence === null ? {} : { confidence: { buy: sure, sell: sell_confidence } }),
})
const answer = (
  opportunities: Arbitrage['opportunities'],
  same_exchange: Arbitrage['opportunities'] = [],
): Arbitrage => ({
  asset: 'USDT',
  fiat: 'UAH',
  amount: 1000,
  transfer_fee_usdt: 1,
  opportunities,
  same_exchange,
})
const seen = (trips: Arbitrage) =>
  reportText(arbitrageReport(trips, bestFirst(trips), 0), 'people', {
    width: 100,
    paint: picocolors.createColors(false),
  })

test('people see the profitable pairs, best first, same-exchange ones included, and the number of losing ones', () => {
  const found = answer(
    [trip('okx', 'bybit', 9, null), trip('okx', 'mexc', -3, null), trip('mexc', 'okx', -4, null)],
    [trip('bitget', 'bitget', 55.58, null)],
  )
  const text = seen(found)
  expect(text).toMatch(
    /Bitget +[\d.]+ +Bitget[^\n]*55\.58[^\n]*\n[^\n]*OKX +[\d.]+ +Bybit[^\n]*9\.00[^\n]*\n\n +2 pairs lose/,
  )
  expect(text).not.toMatch(/-3|MEXC|onfidence/)
})

test('a pair is one, and where all lose the least loss is named', () => {
  expect(seen(answer([trip('okx', 'bybit', 9, null), trip('okx', 'mexc', -3, null)]))).toContain('1 pair loses')
  expect(seen(answer([trip('okx', 'mexc', -3, null)]))).toMatch(
    /No round trip is profitable now\.\n\n +1 pair loses; the smallest loss is 0\.30 %: buying on OKX and selling on MEXC\./,
  )
})

test('a leg of low or medium confidence is flagged, with its reasons once', () => {
  const doubted = { level: 'low', reasons: ['ahead_of_others'] }
  const text = seen(
    answer([
      trip('okx', 'bitget', 9, doubted),
      trip('mexc', 'bitget', 8, doubted),
      trip('okx', 'mexc', 7, { ...sure, reasons: [] }),
    ]),
  )
  expect(text).toMatch(/OKX [^\n]* low\b[^\n]*\n[^\n]*MEXC [^\n]* low\b[^\n]*\n[^\n]*OKX [^\n]* high\b/)
  expect(
    text.match(/Confidence of selling on Bitget: low\. No other exchange comes near the best price\./g),
  ).toHaveLength(1)
  const medium = { level: 'medium', reasons: ['exchanges_missing'] }
  expect(seen(answer([trip('okx', 'bitget', 9, medium)]))).toMatch(/ medium\b/)
})
