import type { Timers } from '../../base/time/timers.js'

/** Clients per slice. One write takes about 15 µs, so a slice blocks other work for a few milliseconds at most. */
const sliceSize = 100

export async function runInSlices<Item>(
  timers: Timers,
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const all = [...items]
  for (let start = 0; start < all.length; start += sliceSize) {
    await new Promise<void>((resolve) => timers.soon(resolve))
    for (const item of all.slice(start, start + sliceSize)) work(item)
  }
}
