/** Ticks of a price axis: round multiples of `finest`, with at most `most` intervals. */
export function priceTicks(low: number, high: number, most: number, finest = 0) {
  const rough = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const isShown = (step: number) =>
    finest === 0 || (step > finest * 0.999 && Math.abs(step / finest - Math.round(step / finest)) < 1e-6)
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough && isShown(step)) ??
    Math.max(finest, 10 * power)
  const decimals = Math.max(0, Math.min(8, decimalsOfStep(step)))
  const at: number[] = []
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; count++)
    at.push(Number((count * step).toFixed(decimals)))
  return { at, decimals }
}

function decimalsOfStep(step: number): number {
  for (let decimals = 0; decimals < 8; decimals++)
    if (Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6) return decimals
  return 8
}

/** The range of an axis: the data and 8 % of them on both sides; a flat line stands in the middle. */
export function priceRange(prices: readonly (number | null)[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const price of prices)
    if (price !== null) {
      low = Math.min(low, price)
      high = Math.max(high, price)
    }
  if (low > high) return [0, 1]
  const more = high > low ? (high - low) * 0.08 : Math.max(high * 0.001, 1e-8)
  return [low - more, high + more]
}

const hourMs = 3_600_000

/**
 * Moments whose clock shows a full multiple of some hours (24 and more: midnights). `aheadOf` returns the clock's
 * offset from UTC.
 */
export function timeTicks(
  fromMs: number,
  toMs: number,
  everyHours: number,
  aheadOf: (atMs: number) => number,
): readonly number[] {
  const ticks: number[] = []
  const quarter = hourMs / 4
  for (let atMs = Math.ceil(fromMs / quarter) * quarter; atMs <= toMs; ) {
    const local = atMs + aheadOf(atMs) * hourMs
    const into = local % (everyHours * hourMs)
    if (into === 0) ticks.push(atMs)
    // Up to the next quarter that may fit; a clock that is set on the way is met by small steps.
    atMs += into === 0 ? Math.max(quarter, Math.min(everyHours, 1) * hourMs) : quarter
  }
  return ticks
}

/** Evenly spaced ones of these, where more than `most` would stand in each other's way. */
export function fewOf(ticks: readonly number[], most: number): readonly number[] {
  const every = Math.ceil(ticks.length / Math.max(1, Math.floor(most)))
  return ticks.filter((_, at) => at % every === 0)
}
