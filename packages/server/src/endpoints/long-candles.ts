import { type Candles, type CandlesFacts, candlesCsv, presentCandles } from '@p2p-rates/contract'
import { barIntervalMs, bars, type Range, type Series, slotMs } from '@p2p-rates/core'
import type { Outcome } from '../http/implement.js'
import { jsonType } from '../http/reply.js'
import type { Breathe } from '../time/long-work.js'

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
  const frame = format === 'csv' ? frameOfCsv(none) : frameOfJson(none)
  // Bytes, not texts: what lives from step to step would be moved about by the garbage collector.
  const parts = [Buffer.from(frame.head)]
  for (const part of partsOf(wanted)) {
    await breathe()
    const text = frame.write(presentCandles({ ...facts, candles: bars(series, part, facts.interval) }))
    if (text !== '') parts.push(Buffer.from(parts.length > 1 ? frame.between + text : text))
  }
  await breathe()
  return { bytes: Buffer.concat([...parts, Buffer.from(frame.tail)]), type: frame.type }
}

type Frame = Record<'type' | 'head' | 'between' | 'tail', string> & { readonly write: (some: Candles) => string }

/** The list is the last of the answer. */
const frameOfJson = (none: Candles): Frame => ({
  type: jsonType,
  head: JSON.stringify(none).slice(0, -']}'.length),
  between: ',',
  tail: ']}',
  write: ({ candles }) => JSON.stringify(candles).slice(1, -1),
})

const frameOfCsv = (none: Candles): Frame => {
  const head = candlesCsv(none)
  return { type: csvType, head, between: '', tail: '', write: (some) => candlesCsv(some).slice(head.length) }
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
