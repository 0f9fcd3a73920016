import { type Candles, type CandlesFacts, candlesCsv, presentCandles } from '@p2p-rates/contract'
import { barIntervalMs, bars, type Range, type Series, slotMs } from '@p2p-rates/core'
import type { Outcome } from '../http/implement.js'
import { jsonType } from '../http/reply.js'
import type { Breathe } from '../long-work.js'

export const csvType = 'text/csv; charset=utf-8; header=present'

type Wanted = {
  readonly series: Series
  readonly range: Range
  readonly facts: Omit<CandlesFacts, 'candles'>
  readonly format: 'json' | 'csv'
  /** Candles that are made and written in one go. */
  readonly step: number
}

/** The same bytes as the whole answer at once, made and written some hundred candles at a time. */
export const longCandles = async (wanted: Wanted, breathe: Breathe): Promise<Outcome<Candles>> => {
  const { series, facts, format } = wanted
  const none = presentCandles({ ...facts, candles: [] })
  const parts: string[] = []
  for (const part of partsOf(wanted)) {
    await breathe()
    const some = presentCandles({ ...facts, candles: bars(series, part, facts.interval) })
    const text =
      format === 'csv' ? candlesCsv(some).slice(candlesCsv(none).length) : JSON.stringify(some.candles).slice(1, -1)
    if (text !== '') parts.push(text)
  }
  await breathe()
  if (format === 'csv') return { text: candlesCsv(none) + parts.join(''), type: csvType }
  // The list is the last of the answer.
  return { text: `${JSON.stringify(none).slice(0, -']}'.length)}${parts.join(',')}]}`, type: jsonType }
}

/** Cut where intervals begin, so that no candle falls in two. */
function* partsOf({ series: { firstSlot }, range, facts, step }: Wanted): Iterable<Range> {
  const slots = (barIntervalMs[facts.interval] / slotMs) * step
  for (let from = range.from; from < range.to; ) {
    const next = (Math.floor((firstSlot + from) / slots) + 1) * slots - firstSlot
    const to = Math.min(range.to, next)
    yield { from, to }
    from = to
  }
}
