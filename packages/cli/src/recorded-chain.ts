import { createHash } from 'node:crypto'
import {
  canonicalJson,
  type FixingInputs,
  type FixingState,
  firstFixingState,
  fixingMethods,
  nextFixingState,
} from '@p2p-rates/core/internal'
import { type Fixing, type Fixings, verifyFixings } from '@p2p-rates/sdk'

/** A chain of fixings with the inputs of its entries, each fetched once. */
export async function openRecordedChain(
  pages: readonly Fixings[],
  fetchInputs: (day: string) => Promise<FixingInputs>,
) {
  const { faults } = await verifyFixings(pages)
  const faulty = new Set(faults.map(({ number }) => number))
  const chain = new Map(pages.flatMap(({ fixings }) => fixings.map((fixing) => [fixing.number, fixing])))
  const fetched = new Map<number, FixingInputs>()

  const isFaulty = ({ number }: Pick<Fixing, 'number'>): boolean => faulty.has(number)

  /** Null for a correction, and for an entry of a release before inputs were recorded. */
  const inputsOf = async ({ number, day, inputs_digest: digest }: Fixing): Promise<FixingInputs | null> => {
    if (!digest) return null
    const inputs = fetched.get(number) ?? (await fetchInputs(day))
    fetched.set(number, inputs)
    return inputs
  }

  /**
   * State that the last fixing with inputs hands to this one, past all corrections. Null if it cannot be established:
   * entries are missing or changed, or the method is of a later version.
   */
  const stateBefore = async ({ number }: Fixing): Promise<FixingState | null> => {
    for (let earlier = number - 1; earlier > 0; earlier--) {
      const before = chain.get(earlier)
      if (before === undefined || isFaulty(before)) return null
      const inputs = await inputsOf(before)
      if (inputs === null) continue
      const isProven = before.inputs_digest === digestOfInputs(inputs) && isKnownMethod(inputs)
      return isProven ? nextFixingState(inputs) : null
    }
    return firstFixingState(number > 1)
  }

  return { isFaulty, inputsOf, stateBefore }
}

export const digestOfInputs = (inputs: FixingInputs): string =>
  createHash('sha256').update(canonicalJson(inputs)).digest('hex')

export const isKnownMethod = ({ method }: FixingInputs): boolean => fixingMethods.includes(method)
