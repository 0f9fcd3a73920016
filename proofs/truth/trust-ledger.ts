import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { describeTrustNumbers, type TrustNumberName, type TrustRuleName } from '@p2p-rates/core/testing'
import type { ProofResult } from '../proof.js'
import { modelledAdvertiser } from './advertiser.js'
import type { Trial } from './evaluate.js'
import { type Losses, losses, worseLosses } from './loss-baseline.js'
import { simulateVariants, type Variant } from './metrics.js'
import { marketClasses } from './simulated-market.js'
import { hardest, situations } from './situations.js'
import { trustRulesSwitchedOff } from './trust-rules-switched-off.js'

/**
 * Worth of each number of the trust rules: the figures that get worse when the number is a fifth smaller or larger,
 * and when a rule is off. `pnpm prove truth --ledger` measures and prints all of it, and compares it with ledger.json.
 * Renew that with `pnpm renew-baseline ledger` only in the commit that explains the change.
 */
export type Ledger = {
  readonly numbers: readonly NumberRow[]
  readonly rules: readonly RuleRow[]
}

type NumberRow = ReturnType<typeof describeTrustNumbers>[number] & { readonly smaller: Effect; readonly larger: Effect }

export type RuleRow = { readonly rule: TrustRuleName; readonly off: Effect }

/** Number of figures that got worse or better by a fifth, and the one that got worst. */
export type Effect = { readonly worse: number; readonly better: number; readonly worst: string | null }

export const ledgerFile = fileURLToPath(new URL('./ledger.json', import.meta.url))
export const readLedger = (): Ledger => JSON.parse(readFileSync(ledgerFile, 'utf8')) as Ledger

/** Modelled advertisers, so that the ledger does not depend on recordings. */
const fixed: Trial = { seed: 20261128, markets: 6, draw: modelledAdvertiser }
const hard: Trial = { ...fixed, markets: 18 }

type LossesByFigure = ReadonlyMap<string, Losses>

/** Judges the same markets by each variant of the rules. */
function lossesOfVariants(variants: readonly Variant[]): readonly LossesByFigure[] {
  const found = variants.map(() => new Map<string, Losses>())
  for (const marketClass of marketClasses)
    for (const situation of situations) {
      const trial = hardest.has(situation.name) ? hard : fixed
      const metrics = simulateVariants(situation, marketClass, trial, variants)
      found.forEach((figures, at) => {
        const own = metrics[at]
        if (own !== undefined) figures.set(`${marketClass.name}, ${situation.name}`, losses(own))
      })
    }
  return found
}

function effectOf(usual: LossesByFigure, changed: LossesByFigure): Effect {
  const worse = worseFigures(usual, changed)
  const [worst] = worse.toSorted((a, b) => b.factor - a.factor)
  return { worse: worse.length, better: worseFigures(changed, usual).length, worst: worst?.sentence ?? null }
}

const worseFigures = (before: LossesByFigure, now: LossesByFigure) =>
  [...before].flatMap(([situation, was]) => {
    const is = now.get(situation) ?? was
    return worseLosses(was, is).map(({ figure, factor }) => ({
      factor,
      sentence: `${situation}: ${figure} ${was[figure]} -> ${is[figure]}`,
    }))
  })

export const ruleNames = Object.keys(trustRulesSwitchedOff) as TrustRuleName[]

/** The numbers and rules of a ledger without which no figure gets worse. A number has a figure if its rule has one. */
export function rowsWithoutFigure({ numbers, rules }: Ledger): readonly string[] {
  const idle = rules.flatMap(({ rule, off }) => (off.worse > 0 ? [] : [rule]))
  const without = numbers.filter(
    ({ rule, smaller, larger }) => smaller.worse + larger.worse === 0 && idle.includes(rule),
  )
  return [...idle, ...without.map(({ name }) => name)]
}

const counted = new Set(['ads', 'advertisers', 'exchanges', 'reasons'])

/** A number a fifth smaller or larger. A count moves to the next whole number, and a large share moves away from 1. */
function variantOf({ name, value, unit }: { name: TrustNumberName; value: number; unit: string }, factor: number) {
  const count = Math.round(value * factor)
  if (counted.has(unit)) return { [name]: factor < 1 ? Math.min(value - 1, count) : Math.max(value + 1, count) }
  return { [name]: unit === 'share' && value > 0.8 ? 1 - (1 - value) * (2 - factor) : value * factor }
}

/** Measures the named numbers and rules; all of them by default. */
export function measureLedger(
  only: { readonly numbers: readonly string[]; readonly rules: readonly string[] } | null = null,
): Ledger {
  const described = describeTrustNumbers().filter(({ name }) => only === null || only.numbers.includes(name))
  const rules = ruleNames.filter((rule) => only === null || only.rules.includes(rule))
  const variants: Variant[] = [
    {},
    ...described.flatMap((number) => [variantOf(number, 0.8), variantOf(number, 1.2)]),
    ...rules.map((rule) => trustRulesSwitchedOff[rule]),
  ]
  const [usual = new Map(), ...changed] = lossesOfVariants(variants)
  const effects = changed.map((figures) => effectOf(usual, figures))
  const effectAt = (at: number): Effect => effects[at] ?? { worse: 0, better: 0, worst: null }
  return {
    numbers: described.map((row, at) => ({ ...row, smaller: effectAt(2 * at), larger: effectAt(2 * at + 1) })),
    rules: rules.map((rule, at) => ({ rule, off: effectAt(2 * described.length + at) })),
  }
}

/** Prints the measured ledger and compares it with the stored one. */
export function compareLedger(measured: Ledger, stored: Ledger, print: (line: string) => void): ProofResult {
  for (const { name, value, unit, protectsFrom, smaller, larger } of measured.numbers) {
    print(`${name} = ${value} ${unit}, against ${protectsFrom}`)
    print(`  a fifth smaller: ${textOf(smaller)}`)
    print(`  a fifth larger:  ${textOf(larger)}`)
  }
  for (const { rule, off } of measured.rules) print(`${rule}, off: ${textOf(off)}`)
  const rows = [...measured.numbers, ...measured.rules]
  const without = rowsWithoutFigure(measured)
  const differing = rows.filter(
    (row) => ![...stored.numbers, ...stored.rules].some((old) => isDeepStrictEqual(old, row)),
  )
  const breaches = differing.map((row) => `not as in ledger.json: ${'name' in row ? row.name : row.rule}`)
  if (rows.length !== stored.numbers.length + stored.rules.length)
    breaches.push('ledger.json has another number of rows')
  return {
    breaches: [...breaches, ...without.map((name) => `no figure gets worse without it: ${name}`)],
    figure: `${measured.numbers.length} numbers of ${measured.rules.length} rules, ${without.length} without a figure that gets worse without them`,
    details: measured,
  }
}

const textOf = ({ worse, better, worst }: Effect): string =>
  `${worse} figures worse, ${better} better${worst === null ? '' : `; ${worst}`}`
