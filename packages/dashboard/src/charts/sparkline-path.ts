type SparkPoint = { readonly atMs: number; readonly price: number | null }
type Box = { readonly fromMs: number; readonly toMs: number; readonly width: number; readonly height: number }

/** The line of a small chart without axes. It breaks where prices are missing for a while. */
export function sparklinePath(
  points: readonly SparkPoint[],
  { fromMs, toMs, width, height }: Box,
  brokenAfterMs: number,
): string {
  const priced = points.flatMap(({ atMs, price }) => (price === null || atMs < fromMs ? [] : [{ atMs, price }]))
  const prices = priced.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const x = (atMs: number) => ((atMs - fromMs) / (toMs - fromMs)) * width
  const y = (price: number) => (high === low ? height / 2 : height - ((price - low) / (high - low)) * height)
  return priced
    .map(({ atMs, price }, at) => {
      const before = priced[at - 1]
      const goesOn = before !== undefined && atMs - before.atMs <= brokenAfterMs
      return `${goesOn ? 'L' : 'M'}${x(atMs).toFixed(1)} ${y(price).toFixed(1)}${goesOn ? '' : 'h0'}`
    })
    .join('')
}
