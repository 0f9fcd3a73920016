import type { Clock } from '../../time/clock.js'
import type { HandedReading, ReadingQueue } from '../reading-queue.js'

export const createMemoryHandedReadings = (clock: Clock): ReadingQueue => {
  const rows = new Map<string, Omit<HandedReading, 'ageMs'> & { readonly askedMonoMs: number }>()
  const aged = ({ askedMonoMs, ...row }: Omit<HandedReading, 'ageMs'> & { readonly askedMonoMs: number }) => ({
    ...row,
    ageMs: clock.monoMs() - askedMonoMs,
  })
  return {
    put: async ({ exchange, fiat, side, text, ageMs }, place) =>
      void rows.set(`${exchange} ${fiat} ${side}`, {
        exchange,
        fiat,
        side,
        text,
        place,
        askedMonoMs: clock.monoMs() - ageMs(),
      }),
    since: async (place) =>
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
