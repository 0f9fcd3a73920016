export const windowMs = 60_000

/** The admitted requests of one account in the last 60 seconds: an exact sliding log on the monotonic clock. */
export type MinuteWindow = {
  /** Ring of admission times, oldest at `head`. */
  times: Float64Array
  head: number
  count: number
}

export const createMinuteWindow = (): MinuteWindow => ({ times: new Float64Array(16), head: 0, count: 0 })

/** Admits and records the request when fewer than `limit` stand in the window. One synchronous step: nothing can race it. */
export const admit = (window: MinuteWindow, limit: number, nowMonoMs: number): boolean => {
  forgetOld(window, nowMonoMs)
  if (window.count >= limit) return false
  if (window.count === window.times.length) grow(window)
  window.times[(window.head + window.count) % window.times.length] = nowMonoMs
  window.count += 1
  return true
}

export const remaining = (window: MinuteWindow, limit: number, nowMonoMs: number): number => {
  forgetOld(window, nowMonoMs)
  return Math.max(0, limit - window.count)
}

/** Whole seconds until one more request fits than fits now; 60 when the window is empty. Asking again after this is never too early. */
export const secondsUntilReset = (window: MinuteWindow, limit: number, nowMonoMs: number): number => {
  if (window.count === 0) return 60
  // After a plan was lowered more requests may stand in the window than fit: the one that frees a place is not the oldest.
  const surplus = Math.max(0, window.count - limit)
  const freesAt = timeAt(window, surplus) + windowMs
  return Math.min(60, Math.max(1, Math.ceil((freesAt - nowMonoMs) / 1000)))
}

const timeAt = (window: MinuteWindow, index: number): number =>
  window.times[(window.head + index) % window.times.length] ?? 0

const forgetOld = (window: MinuteWindow, nowMonoMs: number): void => {
  const edge = nowMonoMs - windowMs
  while (window.count > 0 && timeAt(window, 0) <= edge) {
    window.head = (window.head + 1) % window.times.length
    window.count -= 1
  }
}

const grow = (window: MinuteWindow): void => {
  const wider = new Float64Array(window.times.length * 2)
  for (let index = 0; index < window.count; index++) wider[index] = timeAt(window, index)
  window.times = wider
  window.head = 0
}
