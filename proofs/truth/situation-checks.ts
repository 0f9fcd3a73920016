import type { Confidence } from '@p2p-rates/core'
import type { Trial } from './evaluate.js'
import { asAim, atMost, type Check, sharesOf } from './figure-checks.js'
import { type Metrics, simulate } from './metrics.js'
import type { MarketClass } from './simulated-market.js'
import type { Situation } from './situation.js'
import { situations } from './situations.js'
import { share, sum } from './statistics.js'

export type MetricsBySituation = ReadonlyMap<string, Metrics>

export const simulateAll = (
  marketClass: MarketClass,
  trial: Trial,
  results: readonly Situation[] = situations,
): MetricsBySituation => new Map(results.map((situation) => [situation.name, simulate(situation, marketClass, trial)]))

export const situationChecks = ({ name }: MarketClass, metricsBySituation: MetricsBySituation): readonly Check[] => {
  const { frozen, wide, crossedRecall, high, sure, calm } = targets[name]
  const { most, least } = sharesOf(name)
  const of = (situation: string): Metrics | undefined => metricsBySituation.get(situation)
  const lied = (level: Confidence) => liedAt(level, [...metricsBySituation.values()])
  const clean = of('clean')?.confidence
  const lonely = [...metricsBySituation].filter(([title]) => title.includes('jump') || title.includes('looks of'))
  const mostNulls = Math.max(...lonely.map(([, { nullRate }]) => nullRate))
  const liesBesideFrozen = (move: number) => of(`frozen, ${move} % behind`)?.headlineLieRate ?? 1
  return [
    ...[2, 3].map((move) =>
      most(frozen, `best prices that lie beside an exchange frozen ${move} % behind`, liesBesideFrozen(move)),
    ),
    most(wide, 'lie rate, 12 % between the sides and good bait', of('wide, good 20 %')?.lieRate ?? 1),
    least(crossedRecall, 'recall of trusted on a crossed market', of('crossed')?.recall ?? 0),
    ...headlineTargets.flatMap(({ about, most: target, isAim }) =>
      [...metricsBySituation].flatMap(([situation, { headlineLieRate }]) => {
        const check = most(target[name], `best prices that lie, ${situation}`, headlineLieRate)
        return situation.startsWith(about) ? [isAim === true ? asAim(check) : check] : []
      }),
    ),
    asAim(atMost(calm, 'bps', `${name}: error where nobody moved for an hour`, of('calm')?.meanBps ?? 0)),
    most(0.08, 'no price on one or two exchanges after any move', mostNulls),
    most(high, '"high" that lied, over all stories', lied('high')),
    least(5 * lied('high'), '"low" that lied, at least five times as often', lied('low')),
    least(sure, '"high" on clean markets', clean === undefined ? 0 : share(clean.high.times, total(clean))),
  ]
}

const liedAt = (level: Confidence, all: readonly Metrics[]): number =>
  share(
    sum(all.map(({ confidence }) => confidence[level].lied)),
    sum(all.map(({ confidence }) => confidence[level].times)),
  )

const total = ({ low, medium, high }: Metrics['confidence']): number => low.times + medium.times + high.times

const targets = {
  thick: { frozen: 0.1, wide: 0.12, crossedRecall: 0.82, high: 0.005, sure: 0.5, calm: 8 },
  mid: { frozen: 0.3, wide: 0.15, crossedRecall: 0.81, high: 0.01, sure: 0.5, calm: 20 },
  thin: { frozen: 0.3, wide: 0.12, crossedRecall: 0.75, high: 0.02, sure: 0.3, calm: 40 },
} as const

/** Maximum share of false best prices in situations with this name prefix. An aim is shown but can't fail the proof. */
const headlineTargets: readonly {
  readonly about: string
  readonly most: Readonly<Record<MarketClass['name'], number>>
  readonly isAim?: boolean
}[] = [
  { about: 'dead rail', most: { thick: 0.05, mid: 0.1, thin: 0.15 } },
  { about: 'one exchange ten minutes late', most: { thick: 0.05, mid: 0.05, thin: 0.1 } },
  { about: 'sybils with records 1.5 %', most: { thick: 0.15, mid: 0.1, thin: 0.1 } },
  { about: 'wide, good', most: { thick: 0.15, mid: 0.24, thin: 0.2 } },
  { about: 'crossed, good', most: { thick: 0.2, mid: 0.24, thin: 0.2 } },
  { about: 'one side empty, good', most: { thick: 0.28, mid: 0.28, thin: 0.25 } },
  { about: 'night', most: { thick: 0.02, mid: 0.05, thin: 0.15 }, isAim: true },
]
