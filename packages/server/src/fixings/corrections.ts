import type { Confidence } from '@p2p-rates/core'
import { OperatorError } from '../refusals/operator-error.js'
import type { Clock } from '../time/clock.js'
import { contentOf, type FixingLink, type FixingStore } from './fixing-store.js'
import { linkBehind } from './next-link.js'

/** What an operator puts beside a fixing that was wrong. */
export type Correction = {
  readonly fiat: string
  readonly day: string
  readonly value: number
  /** For all who read it. */
  readonly why: string
}

export type Correct = (correction: Correction) => Promise<FixingLink>

export const createCorrect =
  ({ store, clock }: { readonly store: FixingStore; readonly clock: Clock }): Correct =>
  async ({ fiat, day, value, why }) => {
    const end = await store.end(fiat)
    const wrong = (await store.read(fiat, day, day)).at(-1)
    if (wrong === undefined) throw new OperatorError(`There is no fixing of ${fiat} for ${day}.`)
    const { confidence, sources, slots } = contentOf(wrong)
    // Our own writing: one of our words.
    const figure = { value, confidence: confidence as Confidence, sources, slots }
    const link = linkBehind(end, fiat, { ...figure, day, madeAtMs: clock.wallMs(), correction: why })
    if (await store.append([link], end)) return link
    throw new OperatorError('The chain has grown at this very moment. Try it again.')
  }
