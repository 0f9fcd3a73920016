import type { Evaluation } from './evaluate.js'
import { usualFilter } from './rival-methods.js'
import type { Figures } from './score-card.js'
import type { MarketClass } from './simulated-market.js'

export type Check = {
  readonly name: string
  readonly value: number
  readonly target: number
  readonly must: 'be at most' | 'be at least'
  readonly unit: 'bps' | 'share' | 'count'
  /** False for an aim: the report shows it, but it can't fail the proof. */
  readonly decides: boolean
}

export const holds = ({ value, target, must }: Check): boolean =>
  must === 'be at most' ? value <= target : value >= target

export const atMost = (target: number, unit: Check['unit'], name: string, value: number): Check => ({
  name,
  value,
  target,
  must: 'be at most',
  unit,
  decides: true,
})

export const asAim = (check: Check): Check => ({ ...check, decides: false })

const atLeast = (target: number, unit: Check['unit'], name: string, value: number): Check => ({
  ...atMost(target, unit, name, value),
  must: 'be at least',
})

type ClassName = MarketClass['name']

/** Checks of shares on markets of one class. */
export const sharesOf = (name: ClassName) => ({
  most: (target: number, title: string, value: number) => atMost(target, 'share', `${name}: ${title}`, value),
  least: (target: number, title: string, value: number) => atLeast(target, 'share', `${name}: ${title}`, value),
})

/** Checks of our figures, valid for any seed. With few markets, pass only the goals that these settle. */
export const figureChecks = (name: ClassName, [ours]: readonly Evaluation[], settled: readonly Goal[] = goals) =>
  ours === undefined
    ? []
    : settled.map(({ figure, title, ...goal }) => ({
        ...goal,
        name: `${name}: ${title}`,
        value: ours.mean[figure],
        target: targets[figure][name],
      }))

type Goal = Omit<Check, 'name' | 'value' | 'target'> & { readonly figure: keyof typeof targets; readonly title: string }

const goals: readonly Goal[] = [
  { figure: 'meanBps', title: 'mean error', unit: 'bps', must: 'be at most', decides: true },
  { figure: 'p95Bps', title: 'error of 95 in 100', unit: 'bps', must: 'be at most', decides: true },
  { figure: 'lieRate', title: 'lie rate', unit: 'share', must: 'be at most', decides: true },
  { figure: 'precision', title: 'precision of trusted', unit: 'share', must: 'be at least', decides: true },
  { figure: 'recall', title: 'recall of trusted', unit: 'share', must: 'be at least', decides: true },
  { figure: 'falseArbitrage', title: 'false arbitrage', unit: 'share', must: 'be at most', decides: true },
  { figure: 'missedArbitrage', title: 'missed arbitrage', unit: 'share', must: 'be at most', decides: false },
  { figure: 'nullRate', title: 'no price though there was one', unit: 'share', must: 'be at most', decides: true },
]

/** Figures that a handful of markets settles: they do not hang on a single rare event. */
export const steadyGoals = goals.filter(({ figure }) => ['meanBps', 'precision', 'recall'].includes(figure))

/** 1 board in 2,000 may have no price, because sometimes the only usable ad is doubtful. */
const noneOf = 0.0005

const targets = {
  meanBps: { thick: 3, mid: 18, thin: 50 },
  p95Bps: { thick: 20, mid: 105, thin: 290 },
  lieRate: { thick: 0.005, mid: 0.02, thin: 0.035 },
  precision: { thick: 0.995, mid: 0.975, thin: 0.94 },
  recall: { thick: 0.85, mid: 0.84, thin: 0.8 },
  falseArbitrage: { thick: 0.01, mid: 0.04, thin: 0.08 },
  missedArbitrage: { thick: 0.03, mid: 0.16, thin: 0.55 },
  nullRate: { thick: noneOf, mid: noneOf, thin: 0.04 },
} as const satisfies Partial<Record<keyof Figures, Readonly<Record<ClassName, number>>>>

/** No other method may have a lower mean error, except on thin markets, which have too few ads. */
export const nearestCheck = (name: ClassName, [ours, ...rivals]: readonly Evaluation[]): readonly Check[] => {
  if (ours === undefined || name === 'thin') return []
  const nearest = Math.min(...rivals.map(({ mean }) => mean.meanBps))
  return [atMost(nearest, 'bps', `${name}: mean error beside the nearest of the others`, ours.mean.meanBps)]
}

/** In all but missed arbitrage we must not be worse than the filter that most tools use. */
export const usualFilterCheck = (name: ClassName, [ours, ...rivals]: readonly Evaluation[]): readonly Check[] => {
  const usual = rivals.find(({ method }) => method === usualFilter)
  if (ours === undefined || usual === undefined) return []
  const isWorse = ({ figure, must }: Goal) =>
    must === 'be at most' ? ours.mean[figure] > usual.mean[figure] : ours.mean[figure] < usual.mean[figure]
  const worse = goals.filter((goal) => goal.figure !== 'missedArbitrage' && isWorse(goal))
  return [atMost(0, 'count', `${name}: columns worse than ${usualFilter}`, worse.length)]
}

/** Share of snapshots with free money on one and the same payment method of one exchange. */
export const crossingTargets: ReadonlyMap<string, number> = new Map([
  ['EUR', 0.16],
  ['GBP', 0.01],
  ['USD', 0.01],
  ['BOB', 0.02],
  ['ARS', 0.01],
  ['MXN', 0.05],
])
