import type { Clock } from '../../base/time/clock.js'
import type { ReadingQueue, StoredReading } from '../reading-queue.js'

export const createMemoryReadingQueue = (clock: Clock): ReadingQueue => {
  const rows = new Map<string, Omit<StoredReading, 'ageMs'> & { readonly askedMonoMs: number }>()
  const aged = ({ askedMonoMs, ...row }: Omit<StoredReading, 'ageMs'> & { readonly askedMonoMs: number }) => ({
    ...row,
    ageMs: clock.monoMs() - askedMonoMs,
  })
  return {
    putReading: async ({ exchange, fiat, side, text, ageMs }, place) =>
      void rows.set(`${exchange} ${fiat} ${side}`, {
        exchange,
        fiat,
        side,
        text,
        place,
        askedMonoMs: clock.monoMs() - ageMs(),
      }),
    readingsSince: async (place) =>
      [...rows.values()]
        .filter((row) => row.place > place)
        .sort((a, b) => a.place - b.place)
        .map(aged),
    agesOf: async (exchange) =>
      [...rows.values()]
        .filter((row) => row.exchange === exchange)
        .map(aged)
        .map(({ fiat, side, ageMs }) => ({ fiat, side, ageMs })),
  }
}
