import { OperatorError } from '../../base/errors/operator-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { FixingEntry, FixingStore } from './fixing-store.js'
import { nextFixingEntry } from './next-fixing-entry.js'

export type Correction = {
  readonly fiat: string
  readonly day: string
  readonly value: number
  readonly why: string
}

export type CorrectFixing = (correction: Correction) => Promise<FixingEntry>

export const createCorrectFixing =
  ({ store, clock }: { readonly store: FixingStore; readonly clock: Clock }): CorrectFixing =>
  async ({ fiat, day, value, why }) => {
    const end = await store.lastEntry(fiat)
    const [wrong] = await store.readFixings(fiat, day, day)
    if (wrong === undefined) throw new OperatorError(`There is no fixing of ${fiat} for ${day}.`)
    const figure = { value, confidence: null, sources: null, slots: null }
    const link = nextFixingEntry(end, fiat, { ...figure, day, madeAtMs: clock.wallMs(), correction: why })
    if (await store.appendFixings([link], end)) return link
    throw new OperatorError('The chain has grown at this very moment. Try it again.')
  }
