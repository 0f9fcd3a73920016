import type { SourceCause, SourceState } from '@p2p-rates/contract'
import type { Board } from '@p2p-rates/core'
import {
  minuteMs,
  type Quarter,
  quarterMs,
  type SourceQuarter,
  type UptimeStore,
} from '../../history/history-stores.js'
import { mergeMinute, quarterStartOf } from '../../history/source-status/merge-minute.js'
import type { BackOff, BoardMemory, CollectorStateStore } from '../../ingest/collector-state-store.js'
import { packJson, readPackedJson, type SqlRow } from '../codecs/sql-values.js'
import { readRow, toRow } from '../codecs/table-rows.js'
import { all, execute, get, lock, rowsOf, run, type Sql, sound, upsert } from '../sql.js'

const backOffs = rowsOf('back_off', readBackOff)
const latestBoards = rowsOf('latest_board', readBoard)
const boardMemories = rowsOf('board_memory', readMemory)
const quarters = rowsOf('uptime', readQuarter)

export const createCollectorStateStore = (sql: Sql): CollectorStateStore => ({
  saveBackOff: ({ exchange, kind, faultsInARow, notBeforeMs }) =>
    sql.query(() =>
      upsert('back_off', [{ exchange, kind, faults: faultsInARow, not_before: Math.round(notBeforeMs) }]),
    ),
  clearBackOff: (exchange) => sql.query(() => execute('DELETE FROM back_off WHERE exchange = $1', exchange)),
  backOffs: () => sql.query(() => backOffs.list('ORDER BY exchange')),
  saveBoards: (boards, memories) =>
    sql.transaction(function* () {
      const boardRows = inOrder(boards).map((board) => toRow('latest_board', { ...board, ads: packJson(board.ads, 1) }))
      yield* upsert('latest_board', boardRows)
      const memoryRows = inOrder(memories).map((one) => toRow('board_memory', { ...one, memory: packMemory(one) }))
      yield* upsert('board_memory', memoryRows)
    }),
  boardsSince: (observedAtMs) => sql.query(() => latestBoards.list('WHERE observed_at >= $1', observedAtMs)),
  memoriesSince: (observedAtMs) => sql.query(() => boardMemories.list('WHERE observed_at >= $1', observedAtMs)),
  nextPublications: async (atLeast) => {
    if (atLeast.size === 0) return new Map()
    const wanted = [...atLeast].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const places = wanted.map((_, index) => `($${2 * index + 1}, $${2 * index + 2})`)
    // A damaged number says nothing about those that were given.
    const rows = await sql.transaction(() =>
      all(
        `INSERT INTO publication (fiat, number) VALUES ${places.join(', ')}
         ON CONFLICT (fiat) DO UPDATE SET number = CASE WHEN ${sound('publication', 'publication')}
           THEN greatest(publication.number + 1, excluded.number) ELSE excluded.number END
         RETURNING fiat, number`,
        ...wanted.flat(),
      ),
    )
    const given = new Map(rows.map((row) => [String(row.fiat), Number(row.number)]))
    return new Map([...atLeast].map(([fiat, least]) => [fiat, given.get(fiat) ?? least]))
  },
})

type BoardKey = { readonly exchange: string; readonly fiat: string; readonly side: string }

const nameOf = ({ exchange, fiat, side }: BoardKey): string => `${exchange} ${fiat} ${side}`

/** Sorts the rows, so that concurrent saves can't deadlock. If a row occurs twice, the later one stays. */
const inOrder = <One extends BoardKey>(places: readonly One[]): readonly One[] =>
  [...new Map(places.map((place) => [nameOf(place), place])).values()].toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : 1,
  )

export const createUptimeStore = (sql: Sql): UptimeStore => ({
  add: (minute) =>
    sql.transaction(function* () {
      yield* lock('uptime')
      const startMs = quarterStartOf(minute.startMs)
      const [known = { startMs, sources: [] }] = yield* quarters.list('WHERE quarter = $1', startMs / quarterMs)
      const { quarter, taken } = mergeMinute(known, minute)
      if (taken.length > 0)
        yield* upsert('uptime', [{ quarter: startMs / quarterMs, sources: packSources(quarter.sources) }])
      return taken
    }),
  load: (loaded) =>
    sql.transaction(function* () {
      yield* lock('uptime')
      let taken = 0
      for (const { startMs, sources } of loaded)
        taken += yield* run(
          'INSERT INTO uptime (quarter, sources) VALUES ($1, $2) ON CONFLICT (quarter) DO NOTHING',
          startMs / quarterMs,
          packSources(sources),
        )
      return taken
    }),
  readQuarters: (fromMs, toMs) =>
    sql.query(() =>
      quarters.list(
        'WHERE quarter >= $1 AND quarter < $2 ORDER BY quarter',
        Math.ceil(fromMs / quarterMs),
        Math.ceil(toMs / quarterMs),
      ),
    ),
  newestMs: () =>
    sql.query(function* () {
      const [quarter] = yield* quarters.list('ORDER BY quarter DESC LIMIT 1')
      if (quarter !== undefined) return newestMinuteOf(quarter)
      // The newest row may be damaged.
      const row = yield* get('SELECT quarter FROM uptime ORDER BY quarter DESC LIMIT 1')
      return row === null ? null : Number(row.quarter) * quarterMs
    }),
  forgetBefore: (ms) => sql.query(() => run('DELETE FROM uptime WHERE quarter < $1', Math.floor(ms / quarterMs))),
})

function readBackOff(row: SqlRow): BackOff {
  const { exchange, kind, faults, notBefore } = readRow<BackOff & Readonly<Record<'faults' | 'notBefore', number>>>(
    'back_off',
    row,
  )
  return { exchange, kind, faultsInARow: faults, notBeforeMs: notBefore }
}

function readBoard(row: SqlRow): Board {
  return { ...readRow<Board>('latest_board', row), ads: readPackedJson(row, 'ads') }
}

export const packMemory = ({ centre, previous, offers, paying }: BoardMemory): Uint8Array =>
  packJson({ centre, previous, offers, paying }, 0)

export function readMemory(row: SqlRow): BoardMemory {
  const { memory: _, ...place } = readRow<BoardMemory & { readonly memory: unknown }>('board_memory', row)
  // Releases before kept no pairs.
  const { paying = [], ...known } = readPackedJson<Known>(row, 'memory')
  return { ...place, ...known, paying }
}

type Known = Pick<BoardMemory, 'centre' | 'previous' | 'offers'> & Partial<Pick<BoardMemory, 'paying'>>

function readQuarter(row: SqlRow): Quarter {
  const sources = readPackedJson<SourceRecord[]>(row, 'sources').map(sourceOf)
  return { startMs: Number(row.quarter) * quarterMs, sources }
}

const newestMinuteOf = (quarter: Quarter): number => quarter.startMs + (minutesSeen(quarter) - 1) * minuteMs

const minutesSeen = ({ sources }: Quarter): number =>
  Math.max(...sources.map(({ stretches }) => stretches.reduce((sum, { minutes }) => sum + minutes, 0)), 1)

const packSources = (sources: Quarter['sources']): Uint8Array => packJson(sources.map(recordOf), 4)

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
