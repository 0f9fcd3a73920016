import type { SourceCause, SourceState } from '@p2p-rates/contract'
import { minuteMs, type Quarter, quarterMs, type SourceQuarter } from '../../history/history-stores.js'
import { packJson, readPackedJson, type SqlRow } from './sql-values.js'

export const readQuarter = (row: SqlRow): Quarter => ({
  startMs: Number(row.quarter) * quarterMs,
  sources: readPackedJson<SourceRecord[]>(row, 'sources').map(sourceOf),
})

export const newestMinuteOf = (quarter: Quarter): number => quarter.startMs + (minutesSeen(quarter) - 1) * minuteMs

const minutesSeen = ({ sources }: Quarter): number =>
  Math.max(...sources.map(({ stretches }) => stretches.reduce((sum, { minutes }) => sum + minutes, 0)), 1)

export const packSources = (sources: Quarter['sources']): Uint8Array => packJson(sources.map(recordOf), 4)

/** Without names: a month of them is read at every start. */
type SourceRecord = readonly [
  exchange: string,
  fiat: string,
  stretches: readonly (readonly [minutes: number, state?: SourceState, cause?: SourceCause])[],
  due: number,
  answered: number,
  ages: readonly number[],
]

const recordOf = ({ exchange, fiat, stretches, due, answered, ages }: SourceQuarter): SourceRecord => [
  exchange,
  fiat,
  stretches.map(({ minutes, condition }) => {
    if (condition === null) return [minutes]
    const { state, cause } = condition
    return cause === null ? [minutes, state] : [minutes, state, cause]
  }),
  due,
  answered,
  ages,
]

const sourceOf = ([exchange, fiat, stretches, due, answered, ages]: SourceRecord): SourceQuarter => ({
  exchange,
  fiat,
  stretches: stretches.map(([minutes, state, cause = null]) => ({
    minutes,
    condition: state === undefined ? null : { state, cause },
  })),
  due,
  answered,
  ages,
})
