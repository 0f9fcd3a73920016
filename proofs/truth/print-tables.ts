import type { Breakdown } from './breakdown-curve.js'
import type { Crossings } from './crossing-share.js'
import type { Evaluation } from './evaluate.js'
import { type Check, holds } from './figure-checks.js'
import type { LevelCount } from './metrics.js'
import type { Figures } from './score-card.js'
import type { MetricsBySituation } from './situation-checks.js'

type Print = (line: string) => void

export const printEvaluations = (className: string, evaluations: readonly Evaluation[], print: Print): void => {
  const [own, ...others] = evaluations
  if (own === undefined) return
  print('')
  print(`${`${className} markets`.padEnd(nameWidth)}${columns.map(({ title }) => cell(title)).join('')}`)
  for (const { method, mean } of [own, ...others]) print(figuresLine(method, mean))
  print(`${className} markets, ours by scenario`)
  for (const { name, figures } of own.scenarios) print(figuresLine(`  ${name}`, figures))
}

const figuresLine = (name: string, figures: Figures): string =>
  name.padEnd(nameWidth) + columns.map(({ show }) => cell(show(figures))).join('')

/** Errors in basis points, the rest in percent. */
const columns: readonly { readonly title: string; readonly show: (figures: Figures) => string }[] = [
  { title: 'mean', show: ({ meanBps }) => meanBps.toFixed(1) },
  { title: 'p50', show: ({ p50Bps }) => p50Bps.toFixed(1) },
  { title: 'p95', show: ({ p95Bps }) => p95Bps.toFixed(1) },
  { title: 'p99', show: ({ p99Bps }) => p99Bps.toFixed(0) },
  { title: 'signed', show: ({ signedBps }) => signedBps.toFixed(1) },
  { title: 'lie %', show: ({ lieRate }) => percent(lieRate) },
  { title: 'null %', show: ({ nullRate }) => percent(nullRate) },
  { title: 'prec %', show: ({ precision }) => percent(precision) },
  { title: 'recall %', show: ({ recall }) => percent(recall) },
  { title: 'false %', show: ({ falseArbitrage }) => percent(falseArbitrage) },
  { title: 'missed %', show: ({ missedArbitrage }) => percent(missedArbitrage) },
]

export const printMetrics = (className: string, metricsBySituation: MetricsBySituation, print: Print): void => {
  print('')
  const titles = ['mean', 'lie %', 'best lie %', 'null %', 'prec %', 'recall %', 'high', 'medium', 'low']
  print(`${`${className} markets, stories`.padEnd(nameWidth)}${titles.map(cell).join('')}`)
  const word = ({ times, lied }: LevelCount) => cell(times === 0 ? '-' : `${lied}/${times}`)
  for (const [name, results] of metricsBySituation) {
    const shares = [results.lieRate, results.headlineLieRate, results.nullRate, results.precision, results.recall]
    const { high, medium, low } = results.confidence
    const words = [high, medium, low].map(word)
    print(
      `  ${name}`.padEnd(nameWidth) +
        cell(results.meanBps.toFixed(1)) +
        shares.map((s) => cell(percent(s))).join('') +
        words.join(''),
    )
  }
}

export const printBreakdown = (className: string, all: readonly Breakdown[], print: Print): void => {
  print('')
  print(`${className} markets, BUY: lie in bps (median / 95 in 100) when good accounts hold a share of all exchanges`)
  for (const { method, curve } of all) {
    const points = curve.map(({ share, p50Bps, p95Bps }) => `${share}: ${p50Bps.toFixed(0)}/${p95Bps.toFixed(0)}`)
    print(`${method.padEnd(nameWidth)}${points.map((point) => point.padEnd(15)).join('')}`)
  }
}

export const printCrossings = (all: readonly Crossings[], print: Print): void => {
  print('')
  print(
    'real boards: snapshots in % in which the best accepted bid of some payment method exceeds its best accepted ask',
  )
  print('by more than 20 bps, on every fourth snapshot; "rails" takes names of the same rail as one')
  print(
    `${''.padEnd(nameWidth)}${['looks', 'raw', '95 & 95', 'ours', 'rails'].map(cell).join('')}  still crossing, in %`,
  )
  for (const { fiat, snapshots, raw, usual, ours, oursOnRails, remaining } of all) {
    const shares = [raw, usual, ours, oursOnRails].map((share) => cell(percent(share)))
    const left = remaining.slice(0, 3).map(({ method, share }) => `${method} ${percent(share)}`)
    print(`${fiat.padEnd(nameWidth)}${cell(String(snapshots))}${shares.join('')}  ${left.join(', ')}`)
  }
}

export const printChecks = (checks: readonly Check[], print: Print): void => {
  print('')
  for (const check of checks) {
    const sign = check.must === 'be at most' ? '<=' : '>='
    const mark = holds(check) ? 'holds' : check.decides ? 'FAILS' : 'short'
    print(`${mark}  ${check.name.padEnd(62)}${cell(shown(check.value, check))}  ${sign} ${shown(check.target, check)}`)
  }
}

const shown = (value: number, { unit }: Check): string => {
  if (unit === 'count') return String(value)
  return unit === 'bps' ? `${value.toFixed(1)} bps` : `${percent(value)} %`
}

const percent = (share: number): string => (100 * share).toFixed(2)

const nameWidth = 38
const cell = (text: string): string => text.padStart(10)
