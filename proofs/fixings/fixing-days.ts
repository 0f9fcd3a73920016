import { writeFileSync } from 'node:fs'
import { type Random, roundPrice } from '@p2p-rates/core/internal'
import type { Store } from '@p2p-rates/server'

const minuteMs = 60_000
const dayMs = 86_400_000
const slotsOfNoon = 12
const fewest = 7
const exchanges = ['binance', 'bybit', 'okx', 'mexc', 'bitget']

export function createFixingDays(options: {
  readonly random: Random
  readonly fiats: readonly string[]
  readonly clockFile: string
}) {
  const { random, fiats, clockFile } = options
  let recordedMs = Math.floor(Date.now() / dayMs) * dayMs
  let nowMs = recordedMs
  const expected = new Map<string, number | null>()

  const valuesOf = (count: number): readonly number[] =>
    Array.from({ length: count }, () => random.integer(4_000, 4_400))

  const hasFixing = (fiat: string): boolean => [...expected.keys()].some((name) => name.startsWith(`${fiat} `))

  return {
    /** By currency and day; null if withheld. A day without a fixing is not in it. */
    expected,
    /** Currencies with at least one fixing. */
    fixedFiats: () => fiats.filter(hasFixing),
    /**
     * Records the inputs of the next day's fixing for these currencies. Some days have too few slots, and some lack two of
     * five exchanges, so that the fixing is withheld.
     */
    recordNext: async (store: Pick<Store, 'fixings'>) => {
      recordedMs += dayMs
      for (const fiat of fiats) {
        const values = valuesOf(random.chance(0.2) ? random.below(fewest) : random.integer(fewest, slotsOfNoon))
        // The first fixing knows no usual exchanges.
        const isWithheld = hasFixing(fiat) && random.chance(0.2)
        const present = isWithheld ? exchanges.slice(0, 3) : exchanges
        const value = isWithheld ? null : roundPrice(middleOf(values) / 100)
        if (values.length >= fewest) expected.set(linkName(fiat, recordedMs), value)
        await store.fixings.saveSlots(
          fiat,
          values.map((cents, slot) => ({
            at: new Date(recordedMs + (690 + 5 * slot) * minuteMs).toISOString(),
            confidence: 'high',
            sources: present.map((exchange, at) => ({ exchange, price: (cents + 10 * (at - 2)) / 100, evidence: 7 })),
          })),
        )
      }
    },
    /** For each currency with a fixing, the newest day whose fixing is due. */
    newestDue: () =>
      fiats.flatMap((fiat) => {
        const days = [...expected.keys()].flatMap((name) => (name.startsWith(`${fiat} `) ? [name.slice(4)] : []))
        const due = days.findLast((day) => day <= dayOf(nowMs))
        return due === undefined ? [] : [[fiat, due] as const]
      }),
    /** First and last of the newest 31 recorded days. */
    lastMonth: (): readonly [since: string, until: string] => [dayOf(recordedMs - 30 * dayMs), dayOf(recordedMs)],
    /** Set the clock to the next day, `seconds` after its fixing is due. False if no recorded day is left. */
    pass: (seconds: number) => {
      if (nowMs === recordedMs) return false
      nowMs += dayMs
      writeFileSync(clockFile, String(nowMs + 760 * minuteMs + seconds * 1_000 - Date.now()))
      return true
    },
  }
}

export type FixingDays = ReturnType<typeof createFixingDays>

export const linkName = (fiat: string, dayMsOrName: number | string): string =>
  `${fiat} ${typeof dayMsOrName === 'string' ? dayMsOrName : dayOf(dayMsOrName)}`

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Cents, so that the middle is exact. */
function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
