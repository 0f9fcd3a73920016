import { roundPrice } from '../rates/rounding.js'
import { median } from '../stats/median.js'
import type { Confidence } from '../trust/judgement.js'
import { type FixingFigure, fixingFigure } from './fixing.js'
import { type IndexSource, sourceWeights, weightedMiddle } from './index-sources.js'
import { indexMethod } from './market-index.js'

/** Versions of the fixing's method, oldest first. `index-1` gives every exchange its full weight from its first day. */
export const fixingMethods: readonly string[] = [indexMethod, 'fixing-2']

/** Days over which a new exchange gains its full weight, and over which usual weights are averaged. */
const phaseDays = 30

/** Fixings in which a new method's value is published next to the value of the method in force. */
const noticeFixings = 5

const mostLostShare = 0.25

/** A share below this, of an exchange that is gone, is forgotten: the exchange would return as a new one. */
const leastShare = 0.001

/** One 5-minute slot: the exchanges of the index, and the confidence that the index had. */
export type FixingSlot = {
  readonly at: string
  readonly confidence: Confidence
  readonly sources: readonly IndexSource[]
}

/** An exchange before a fixing: on how many days it took part (at most 30), and its usual share of the weight. */
export type UsualSource = { readonly exchange: string; readonly days: number; readonly share: number }

/** State that each fixing hands to the next one of its currency. */
export type FixingState = {
  readonly method: string
  /** Earlier fixings that have published the next method's value, too. */
  readonly notice: number
  /** Empty before the first fixing: then every exchange has its full weight. */
  readonly usual: readonly UsualSource[]
}

/** Everything that a fixing is computed from. */
export type FixingInputs = FixingState & { readonly slots: readonly FixingSlot[] }

export type FixingResult = Omit<FixingFigure, 'confidence'> & {
  /** Null if withheld, like the confidence. */
  readonly value: number | null
  readonly confidence: Confidence | null
  readonly method: string
  /** Unreadable exchanges, if they usually have more than a quarter of the weight. */
  readonly withheld: readonly string[] | null
  readonly next: { readonly method: string; readonly value: number | null } | null
}

/** Computes a fixing from its inputs alone. Null if they have too few slots. Throws if the method is unknown here. */
export function fixingOfInputs(inputs: FixingInputs): FixingResult | null {
  const { method, slots } = inputs
  const figure = fixingFigure(slots.map(({ confidence, sources }) => ({ confidence, sources: sources.length })))
  if (figure === null) return null
  const lost = lostSources(inputs)
  const following = nextMethod(method)
  const valueBy = (each: string) => (lost === null ? fixedValue(inputs, each) : null)
  return {
    ...figure,
    value: valueBy(method),
    confidence: lost === null ? figure.confidence : null,
    method,
    withheld: lost,
    next: following === null ? null : { method: following, value: valueBy(following) },
  }
}

/** State before the first fixing with inputs. A chain with older entries changes to the newest method after notice. */
export const firstFixingState = (hasOlder: boolean): FixingState => ({
  method: (hasOlder ? null : fixingMethods.at(-1)) ?? indexMethod,
  notice: 0,
  usual: [],
})

/** State after a fixing. */
export function nextFixingState(inputs: FixingInputs): FixingState {
  const following = nextMethod(inputs.method)
  const isDue = following !== null && inputs.notice + 1 >= noticeFixings
  return {
    method: isDue ? following : inputs.method,
    notice: following === null || isDue ? 0 : inputs.notice + 1,
    usual: nextUsual(inputs),
  }
}

function nextMethod(method: string): string | null {
  const at = fixingMethods.indexOf(method)
  if (at < 0) throw new RangeError(`The method ${method} is unknown to this version.`)
  return fixingMethods[at + 1] ?? null
}

function fixedValue({ usual, slots }: FixingInputs, method: string): number | null {
  const phaseOf = method === indexMethod ? () => 1 : phaseIn(usual)
  const values = slots.flatMap(({ sources }) => weightedMiddle(sources, sourceWeights(sources, phaseOf)) ?? [])
  const value = median(values)
  return value === null ? null : roundPrice(value)
}

/** Part of its weight that an exchange has on this day. */
function phaseIn(usual: readonly UsualSource[]): (source: IndexSource) => number {
  const days = new Map(usual.map((known) => [known.exchange, known.days]))
  return ({ exchange }) => (days.size === 0 ? 1 : Math.min(1, ((days.get(exchange) ?? 0) + 1) / phaseDays))
}

function lostSources({ usual, slots }: FixingInputs): readonly string[] | null {
  const lost = usual.filter(({ exchange }) => slotsWith(slots, exchange) < slots.length / 2)
  const isTooMuch = sumOf(lost.map(({ share }) => share)) > mostLostShare * sumOf(usual.map(({ share }) => share))
  return isTooMuch ? lost.map(({ exchange }) => exchange) : null
}

const slotsWith = (slots: readonly FixingSlot[], exchange: string): number =>
  slots.filter(({ sources }) => sources.some((source) => source.exchange === exchange)).length

function nextUsual({ usual, slots }: FixingInputs): readonly UsualSource[] {
  const today = weightShares(usual, slots)
  const before = new Map(usual.map((known) => [known.exchange, known]))
  return [...new Set([...before.keys(), ...today.keys()])].sort().flatMap((exchange) => {
    const share = today.get(exchange) ?? 0
    const isPresent = today.has(exchange)
    if (usual.length === 0) return [{ exchange, days: phaseDays, share: toMillionth(share) }]
    const known = before.get(exchange) ?? { days: 0, share: 0 }
    const next = toMillionth(known.share + (share - known.share) / phaseDays)
    if (!isPresent && next < leastShare) return []
    return [{ exchange, days: Math.min(phaseDays, known.days + (isPresent ? 1 : 0)), share: next }]
  })
}

/** Mean share of the weight of each exchange, over all slots. */
export function weightShares(usual: readonly UsualSource[], slots: readonly FixingSlot[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const { sources } of slots) {
    const weights = sourceWeights(sources, phaseIn(usual))
    const whole = sumOf(weights) * slots.length
    for (const [at, { exchange }] of sources.entries())
      shares.set(exchange, (shares.get(exchange) ?? 0) + (weights[at] ?? 0) / whole)
  }
  return shares
}

const toMillionth = (share: number): number => Math.round(share * 1e6) / 1e6

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
