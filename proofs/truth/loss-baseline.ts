import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modelledAdvertiser } from './advertiser.js'
import type { Trial } from './evaluate.js'
import { atMost, type Check } from './figure-checks.js'
import type { Metrics } from './metrics.js'
import { marketClasses } from './simulated-market.js'
import { type MetricsBySituation, simulateAll } from './situation-checks.js'
import { hardest, situations } from './situations.js'

/**
 * Losses of the trust rules on fixed seeds, by market class, situation and figure; higher is worse. Renew it with `pnpm
 * renew-baseline` only in the commit that explains the change.
 */
export type Baseline = Readonly<Record<string, Readonly<Record<string, Losses>>>>
export type Losses = Readonly<Record<keyof typeof floors, number>>

export const baselineFile = fileURLToPath(new URL('./baseline.json', import.meta.url))
export const readBaseline = (): Baseline => JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline

/** Use modelled advertisers, so that the markets don't depend on recordings. */
const fixed: Trial = { seed: 20261121, markets: 12, draw: modelledAdvertiser }
/** Twelve markets do not show whether one best price in ten lies. */
const hard: Trial = { ...fixed, markets: 60 }

export type ResultsByClass = ReadonlyMap<string, MetricsBySituation>

export const simulateFixed = (): ResultsByClass => {
  results ??= new Map(
    marketClasses.map((marketClass) => [
      marketClass.name,
      new Map([
        ...simulateAll(marketClass, fixed, easySituations),
        ...simulateAll(marketClass, hard, hardestSituations),
      ]),
    ]),
  )
  return results
}
let results: ResultsByClass | null = null

const hardestSituations = situations.filter(({ name }) => hardest.has(name))
const easySituations = situations.filter(({ name }) => !hardest.has(name))

export const lossesOf = (results: ResultsByClass): Baseline =>
  Object.fromEntries(
    [...results].map(([name, tellings]) => [
      name,
      Object.fromEntries([...tellings].map(([situation, telling]) => [situation, losses(telling)])),
    ]),
  )

export const losses = (metrics: Metrics): Losses => {
  const { low, medium, high } = metrics.confidence
  const figures = {
    errorBps: metrics.meanBps,
    lies: metrics.lieRate,
    headlineLies: metrics.headlineLieRate,
    nulls: metrics.nullRate,
    distrustedHonest: 1 - metrics.recall,
    trustedBait: 1 - metrics.precision,
    liesCalledHigh: high.lied,
    tooBadCalledHigh: high.tooBad,
    notCalledHigh: low.times + medium.times,
    notCalledLow: high.times + medium.times,
  }
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => [figure, Number(value.toFixed(5))]),
  ) as Losses
}

/** A figure may grow by a fifth, and by this much where it is small. */
const floors = {
  errorBps: 1.5,
  lies: 0.004,
  headlineLies: 0.03,
  nulls: 0.004,
  distrustedHonest: 0.004,
  trustedBait: 0.002,
  liesCalledHigh: 0.5,
  tooBadCalledHigh: 0.5,
  notCalledHigh: 2.5,
  notCalledLow: 2.5,
} as const

export const baselineChecks = (now: Baseline, before: Baseline, print: (line: string) => void): readonly Check[] =>
  marketClasses.map(({ name }) => {
    const situations = { ...before[name], ...now[name] }
    const worse = Object.keys(situations).flatMap((situation) =>
      worsened(situation, now[name]?.[situation], before[name]?.[situation]),
    )
    for (const line of worse) print(`worse than the baseline, ${name}: ${line}`)
    return atMost(0, 'count', `${name}: figures a fifth worse than the stored baseline`, worse.length)
  })

function worsened(situation: string, now: Losses | undefined, before: Losses | undefined): readonly string[] {
  if (now === undefined || before === undefined) return [`${situation} is told only once: renew the baseline`]
  return worseLosses(before, now).map(({ figure }) => `${situation}: ${figure} ${before[figure]} -> ${now[figure]}`)
}

type Worsened = { readonly figure: keyof Losses; readonly factor: number }

/** The figures that grew by more than a fifth, or by more than their floor, and how many times as far. */
export const worseLosses = (before: Losses, now: Losses): readonly Worsened[] =>
  (Object.keys(floors) as (keyof Losses)[]).flatMap((figure) => {
    const factor = (now[figure] - before[figure]) / Math.max(floors[figure], 0.2 * before[figure])
    return factor > 1 ? [{ figure, factor }] : []
  })
