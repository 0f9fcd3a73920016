/** Exact sliding log of admissions within a time span, on the monotonic clock. */
export type SlidingWindow = {
  readonly spanMs: number
  /** Ring of admission times, oldest at `head`. */
  times: Float64Array
  head: number
  count: number
}

export const createSlidingWindow = (spanMs: number): SlidingWindow => ({
  spanMs,
  times: new Float64Array(16),
  head: 0,
  count: 0,
})

/** Admits and records if fewer than `limit` are in the window. Synchronous, so there is no race. */
export function admit(window: SlidingWindow, limit: number, nowMonoMs: number): boolean {
  forgetOld(window, nowMonoMs)
  if (window.count >= limit) return false
  if (window.count === window.times.length) grow(window)
  window.times[(window.head + window.count) % window.times.length] = nowMonoMs
  window.count += 1
  return true
}

export function takeBack(window: SlidingWindow, atMonoMs: number): void {
  const size = window.times.length
  let index = window.count - 1
  while (index >= 0 && timeAt(window, index) !== atMonoMs) index -= 1
  if (index < 0) return
  for (; index < window.count - 1; index++) window.times[(window.head + index) % size] = timeAt(window, index + 1)
  window.count -= 1
}

export function remaining(window: SlidingWindow, limit: number, nowMonoMs: number): number {
  return Math.max(0, limit - countIn(window, nowMonoMs))
}

export function countIn(window: SlidingWindow, nowMonoMs: number): number {
  forgetOld(window, nowMonoMs)
  return window.count
}

/** The whole span if the window is empty. Rounded up, so that a retry is never too early. */
export function secondsUntilReset(window: SlidingWindow, limit: number, nowMonoMs: number): number {
  const spanSeconds = Math.ceil(window.spanMs / 1000)
  if (window.count === 0) return spanSeconds
  // After a limit was lowered, the window may hold more than fit; then not the oldest entry frees the next slot.
  const surplus = Math.max(0, window.count - limit)
  const freesAt = timeAt(window, surplus) + window.spanMs
  return Math.min(spanSeconds, Math.max(1, Math.ceil((freesAt - nowMonoMs) / 1000)))
}

export function timesIn(window: SlidingWindow, nowMonoMs: number): readonly number[] {
  forgetOld(window, nowMonoMs)
  return Array.from({ length: window.count }, (_, index) => timeAt(window, index))
}

const timeAt = (window: SlidingWindow, index: number): number =>
  window.times[(window.head + index) % window.times.length] ?? 0

function forgetOld(window: SlidingWindow, nowMonoMs: number): void {
  const edge = nowMonoMs - window.spanMs
  while (window.count > 0 && timeAt(window, 0) <= edge) {
    window.head = (window.head + 1) % window.times.length
    window.count -= 1
  }
}

function grow(window: SlidingWindow): void {
  const wider = new Float64Array(window.times.length * 2)
  for (let index = 0; index < window.count; index++) wider[index] = timeAt(window, index)
  window.times = wider
  window.head = 0
}
