import { csvOf, csvType, formulaPreviewTable, toFormulaPreviewResponse } from '@p2p-rates/contract'
import { type Fiat, type Formula, normalRules, pointOfMarket, type TrustRules } from '@p2p-rates/core'
import { type HourlySnapshotStore, hourMs, hourOf } from '../../history/history-stores.js'
import { decompressMarket } from '../../history/market-snapshots/hourly-snapshots.js'
import { jsonType } from '../reply.js'
import type { QueryOutput } from './series-query.js'

/** Query for a formula's past values over the hourly markets, as plain data for a worker thread. */
export type FormulaHistoryQuery = {
  readonly form: 'formula'
  readonly fiat: Fiat
  readonly formula: Formula
  readonly fromMs: number
  readonly toMs: number
  readonly rules: SerializableRules
  readonly format: 'json' | 'csv'
}

/** Rules without functions, which go to no other thread. */
export type SerializableRules = Omit<TrustRules, 'railOf'>

export const toSerializableRules = ({ railOf: _, ...plain }: TrustRules): SerializableRules => plain

export async function runFormulaQuery(
  hourly: Pick<HourlySnapshotStore, 'readHours'>,
  { fiat, formula, fromMs, toMs, rules, format }: FormulaHistoryQuery,
): Promise<QueryOutput> {
  const kept = await hourly.readHours(fiat, fromMs, toMs + 1)
  const points = []
  for (const market of kept) {
    const t = hourOf(market.judgedAtMs) * hourMs
    const point = pointOfMarket(formula, { t, ...(await decompressMarket(fiat, market)) }, { ...normalRules, ...rules })
    if (point !== null) points.push(point)
  }
  const slots = hourOf(toMs) - Math.ceil(fromMs / hourMs) + 1
  const facts = { fiat, formula, fromMs, toMs, slots, slotMinutes: 60, recorded: kept.length, points }
  const answer = toFormulaPreviewResponse(facts)
  return format === 'csv'
    ? { text: csvOf(formulaPreviewTable, answer), type: csvType }
    : { text: JSON.stringify(answer), type: jsonType }
}
