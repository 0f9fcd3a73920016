import { weightShares } from '@p2p-rates/core/internal'
import type { FixingInputs } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'

/** One row for each slot and exchange. */
export function fixingInputsReport(answer: FixingInputs): Report {
  const { usual, slots } = answer.inputs
  const rows = slots.flatMap((slot) => {
    const shares = weightShares(usual, [slot])
    return slot.sources.map((source) => ({
      ...{ at: slot.at, exchange: source.exchange, price: source.price, evidence: source.evidence },
      weight_pct: Math.round((shares.get(source.exchange) ?? 0) * 10_000) / 100,
    }))
  })
  return {
    answer,
    endpoint: 'fixing-inputs',
    records: rows,
    title: say('Inputs of the fixing of {day}, 1 USDT in {fiat}', { day: answer.day, fiat: answer.fiat }),
    table: tableOf(rows, [
      { name: 'at', kind: 'time' },
      { name: 'exchange', shown: shownAsName },
      { name: 'price', kind: 'price', value: ({ price }) => Number(price.toFixed(8)) },
      { name: 'evidence', kind: 'money' },
      { name: 'weight_pct', heading: 'weight', kind: 'percent' },
    ]),
  }
}
