import { writeFileSync } from 'node:fs'
import { type Random, roundPrice } from '@p2p-rates/core/internal'
import type { HistoryStore } from '@p2p-rates/server/testing'

const minuteMs = 60_000
const dayMs = 86_400_000
const slotsOfNoon = 12
const fewest = 7

export type FixingDays = {
  /** Puts the noon of the next day on record, for these currencies; of some days too little for a fixing. */
  recordNext(store: HistoryStore): Promise<void>
  /** Set the clock to the next day, `seconds` after its fixing is due. False if no recorded day is left. */
  pass(seconds: number): boolean
  /** By currency and day; a day without a fixing is not in it. */
  readonly expected: ReadonlyMap<string, number>
  /** Currencies with at least one fixing. */
  fixedFiats(): readonly string[]
}

export function createFixingDays(options: {
  readonly random: Random
  readonly fiats: readonly string[]
  readonly clockFile: string
}): FixingDays {
  const { random, fiats, clockFile } = options
  let recordedMs = Math.floor(Date.now() / dayMs) * dayMs
  let nowMs = recordedMs
  const expected = new Map<string, number>()

  const valuesOf = (count: number): readonly number[] =>
    Array.from({ length: count }, () => random.integer(4_000, 4_400))

  return {
    expected,
    fixedFiats: () => fiats.filter((fiat) => [...expected.keys()].some((name) => name.startsWith(`${fiat} `))),
    recordNext: async (store) => {
      recordedMs += dayMs
      const startMs = recordedMs
      const noons = fiats.map((fiat) => {
        const values = valuesOf(random.chance(0.2) ? random.below(fewest) : random.integer(fewest, slotsOfNoon))
        if (values.length >= fewest) expected.set(linkName(fiat, startMs), roundPrice(middleOf(values) / 100))
        return { fiat, values }
      })
      for (let slot = 0; slot < slotsOfNoon; slot++) {
        const entries = noons.flatMap(({ fiat, values }) => {
          const value = values[slot]
          if (value === undefined) return []
          return [{ fiat, exchange: 'index', buy: (value + 20) / 100, sell: (value - 20) / 100, buyAds: 5, sellAds: 2 }]
        })
        await store.append(startMs + (690 + 5 * slot) * minuteMs, entries)
      }
    },
    pass: (seconds) => {
      if (nowMs === recordedMs) return false
      nowMs += dayMs
      writeFileSync(clockFile, String(nowMs + 760 * minuteMs + seconds * 1_000 - Date.now()))
      return true
    },
  }
}

export const linkName = (fiat: string, dayMsOrName: number | string): string =>
  `${fiat} ${typeof dayMsOrName === 'string' ? dayMsOrName : new Date(dayMsOrName).toISOString().slice(0, 10)}`

/** Cents, so that the middle is exact. */
function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
