import type { Side } from '@p2p-rates/core'
import type { Advertiser, DrawAdvertiser } from './advertiser.js'
import { type Row, readRecording } from './recorded-market-data.js'

/** Honest advertisers drawn whole from a recording with every field; `null` when the recording is not there. */
export const drawFromRecording = (dir: string): DrawAdvertiser | null => {
  const rows = readRecording(dir, 'binance_BOB_USDZinli_2026-07_08_3h_full_fields.csv.gz')
  if (rows === null) return null
  const pools = { BUY: distinct(rows, 'BUY'), SELL: distinct(rows, 'SELL') }
  return (random, side) => random.pick(pools[side])
}

/** One vote for every advertiser of a market: their last ad that could be taken. */
const distinct = (rows: readonly Row[], side: Side): readonly Advertiser[] => {
  const last = new Map<string, Advertiser>()
  for (const row of rows) {
    const open = row('promoted') !== '1' && row('taker_kyc_required') !== '1'
    if (row('side') === side && open) last.set(`${row('market')} ${row('advertiser')}`, advertiser(row))
  }
  return [...last.values()]
}

const advertiser = (row: Row): Advertiser => {
  const price = Number(row('price'))
  return {
    orders: Number(row('month_orders')),
    completionPct: percent(row('month_completion_rate')),
    positivePct: percent(row('positive_rate')),
    merchant: row('user_type') === 'merchant',
    stockUsdt: Number(row('tradable_usdt')),
    minUsdt: Number(row('min_amount')) / price,
    maxUsdt: Math.min(Number(row('max_amount')), Number(row('max_amount_dynamic'))) / price,
    idleMinutes: row('active_seconds_ago') === '' ? null : Number(row('active_seconds_ago')) / 60,
  }
}

const percent = (share: string): number | null => (share === '' ? null : 100 * Number(share))
