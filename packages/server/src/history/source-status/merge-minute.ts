import {
  ageStepOf,
  type Condition,
  type Minute,
  minuteMs,
  minutesPerQuarter,
  type Quarter,
  quarterMs,
  type SourceQuarter,
  type StatusSample,
  type Stretch,
  sourceName,
} from '../history-stores.js'
import { isSame } from './uptime.js'

export const quarterStartOf = (ms: number): number => Math.floor(ms / quarterMs) * quarterMs

/** A quarter with one more look in it, and what of the look was new: where a source was seen already, that stands. */
export function mergeMinute(quarter: Quarter, { startMs, glances }: Minute) {
  const minute = Math.floor((startMs - quarter.startMs) / minuteMs)
  const sources = new Map(quarter.sources.map((source) => [sourceName(source), source]))
  const taken = glances.filter((glance) => {
    const before = sources.get(sourceName(glance)) ?? emptyQuarterOf(glance)
    const conditions = conditionsOf(before)
    if (conditions[minute] !== undefined && conditions[minute] !== null) return false
    conditions[minute] = { state: glance.state, cause: glance.cause }
    sources.set(sourceName(glance), withSample(before, conditions, glance))
    return true
  })
  return { quarter: { startMs: quarter.startMs, sources: [...sources.values()] }, taken }
}

const conditionsOf = ({ stretches }: SourceQuarter): (Condition | null)[] =>
  stretches.flatMap(({ minutes, condition }) => Array.from({ length: minutes }, () => condition))

const emptyQuarterOf = ({ exchange, fiat }: StatusSample): SourceQuarter => ({
  exchange,
  fiat,
  stretches: [],
  due: 0,
  answered: 0,
  ages: [],
})

const withSample = (
  before: SourceQuarter,
  conditions: readonly (Condition | null | undefined)[],
  { ageSeconds, due, answered }: StatusSample,
): SourceQuarter => ({
  ...before,
  stretches: stretchesOf(conditions),
  due: before.due + due,
  answered: before.answered + answered,
  ages: ageSeconds === null ? before.ages : withAge(before.ages, ageSeconds),
})

function stretchesOf(conditions: readonly (Condition | null | undefined)[]): Stretch[] {
  const stretches: Stretch[] = []
  // Don't use `map`, because it skips minutes that were never written.
  for (let minute = 0; minute < Math.min(conditions.length, minutesPerQuarter); minute++) {
    const condition = conditions[minute] ?? null
    const last = stretches.at(-1)
    if (last !== undefined && isSame(last.condition, condition))
      stretches[stretches.length - 1] = { ...last, minutes: last.minutes + 1 }
    else stretches.push({ minutes: 1, condition })
  }
  return stretches
}

function withAge(ages: readonly number[], ageSeconds: number): number[] {
  const step = ageStepOf(ageSeconds)
  return Array.from({ length: Math.max(ages.length, step + 1) }, (_, at) => (ages[at] ?? 0) + Number(at === step))
}
