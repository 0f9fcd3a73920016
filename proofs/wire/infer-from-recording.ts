import { type Ad, type Exchange, noNames, readPage, type Side, sides } from '@p2p-rates/core'

/** Infer the side: from the ads if only one side can be read, else from the price order, else from the file name. */
export function inferSide(exchange: Exchange, text: string, fiat: string, file: string) {
  const read = (side: Side) => readPage(exchange, text, { fiat, side, names: noNames, observedAtMs: receivedAt })
  const readings = sides.map((side) => ({ side, reading: read(side) }))
  const fitting = readings.filter(({ reading }) => reading.state === 'read' && reading.ads.length > 0)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return { ...only, sideBy: 'the ads themselves' }

  const ads = only?.reading.state === 'read' ? only.reading.ads : []
  const ordered = sideOfOrder(ads.filter((ad) => !ad.promoted))
  if (ordered !== null) return { side: ordered, reading: read(ordered), sideBy: 'rising or falling prices' }
  const named = sideOfName(file)
  if (named !== null) return { side: named, reading: read(named), sideBy: 'the file name' }
  return { side: 'BUY', reading: read('BUY'), sideBy: 'nothing, so shown as BUY' }
}

function sideOfOrder(ads: readonly Ad[]): Side | null {
  const prices = ads.map((ad) => ad.price)
  const [first] = prices
  const last = prices.at(-1)
  if (first === undefined || last === undefined || first === last) return null
  const sorted = prices.toSorted((a, b) => (last > first ? a - b : b - a))
  if (sorted.some((price, index) => price !== prices[index])) return null
  return last > first ? 'BUY' : 'SELL'
}

function sideOfName(file: string): Side | null {
  if (/callerbuys|-buy\b|_BUY\b/.test(file)) return 'BUY'
  return /callersells|-sell\b|_SELL\b/.test(file) ? 'SELL' : null
}

export function inferFiat(text: string, file: string): string {
  const stated = /"(?:fiatUnit|fiat|fiatCode|currencyId|quoteCurrency|legal|currency)":\s*"([A-Za-z]{3})"/.exec(text)
  const named = /^(?:ads-usdt-)?([a-z]{3})-/.exec(file)
  return (stated?.[1] ?? named?.[1] ?? '').toUpperCase()
}

/** Judged from the recorded figures alone, so that it can contradict the descriptor. Each form has a scale of its own. */
export function inferScale(text: string): { readonly scale: string; readonly percents: readonly number[] | null } {
  const values = [...text.matchAll(rateField)].map(([, value]) => value ?? '')
  const texts = values.filter((value) => value.endsWith('%')).map((value) => Number.parseFloat(value))
  const plain = values.filter((value) => !value.endsWith('%')).map(Number)
  if (texts.length === 0 && plain.every((value) => value === 0))
    return { scale: 'undecided', percents: values.length === 0 ? null : [] }
  const isShare = Math.max(...plain) <= 1
  const scales = [texts.length > 0 ? 'percent text' : [], plain.length > 0 ? (isShare ? '0 to 1' : '0 to 100') : []]
  return {
    scale: scales.flat().join(' and '),
    percents: [...texts, ...plain.map((value) => (isShare ? value * 100 : value))],
  }
}

/**
 * Returns true if every completion rate that we show is in the recording, on the scale that its figures suggest. Always
 * true if `rateField` matches no rate.
 */
export const agreesWithScale = (ads: readonly Ad[], percents: readonly number[] | null): boolean =>
  percents === null ||
  ads.every((ad) => {
    const shown = ad.completionPct
    return shown === null || percents.some((percent) => Math.abs(percent - shown) < 1e-6)
  })

const rateField =
  /"(?:monthFinishRate|recentExecuteRate|completedRate|thirtyCompletionRate|lastMonthCompleteRate|thirtyDayCompletionRate|completeRate|dealOrderRate|orderCompleteRate)":\s*"?([\d.]+%?)"?/g

/** Any instant will do: recordings are read as if they had just come in. */
const receivedAt = Date.UTC(2026, 9, 1, 12)
