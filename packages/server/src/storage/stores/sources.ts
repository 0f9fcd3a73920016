import type { SourceCause, SourceState } from '@p2p-rates/contract'
import { type Ad, type Board, sides } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import {
  minuteMs,
  type Quarter,
  quarterMs,
  type SourceQuarter,
  type UptimeStore,
} from '../../history/history-stores.js'
import { mergeMinute, quarterStartOf } from '../../history/source-status/merge-minute.js'
import type { BackOff, BoardMemory, CollectorStateStore } from '../../ingest/collector-state-store.js'
import { packJson, readEnum, readPackedJson, type SqlRow } from '../codecs/sql-values.js'
import { all, execute, get, list, lock, readEach, run, type Sql, sound, upsert } from '../sql.js'

export const createCollectorStateStore = (sql: Sql): CollectorStateStore => ({
  saveBackOff: ({ exchange, kind, faultsInARow, notBeforeMs }) =>
    sql.query(() =>
      upsert('back_off', [{ exchange, kind, faults: faultsInARow, not_before: Math.round(notBeforeMs) }]),
    ),
  clearBackOff: (exchange) => sql.query(() => execute('DELETE FROM back_off WHERE exchange = $1', exchange)),
  backOffs: () => sql.query(() => readEach(list('back_off', 'ORDER BY exchange'), readBackOff)),
  saveBoards: (boards, memories) =>
    sql.transaction(function* () {
      yield* upsert(
        'latest_board',
        inOrder(boards).map((board) => ({ ...keyColumnsOf(board), ads: packAds(board.ads) })),
      )
      yield* upsert(
        'board_memory',
        inOrder(memories).map((memory) => ({ ...keyColumnsOf(memory), memory: packMemory(memory) })),
      )
    }),
  boardsSince: (observedAtMs) =>
    sql.query(() => readEach(list('latest_board', 'WHERE observed_at >= $1', observedAtMs), readBoard)),
  memoriesSince: (observedAtMs) =>
    sql.query(() => readEach(list('board_memory', 'WHERE observed_at >= $1', observedAtMs), readMemory)),
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

type BoardKey = {
  readonly exchange: string
  readonly fiat: string
  readonly side: string
  readonly observedAtMs: number
}

const nameOf = ({ exchange, fiat, side }: BoardKey): string => `${exchange} ${fiat} ${side}`

const keyColumnsOf = ({ exchange, fiat, side, observedAtMs }: BoardKey) =>
  ({ exchange, fiat, side, observed_at: observedAtMs }) as const

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
      const [known = { startMs, sources: [] }] = yield* quartersWhere('WHERE quarter = $1', startMs / quarterMs)
      const { quarter, taken } = mergeMinute(known, minute)
      if (taken.length > 0)
        yield* upsert('uptime', [{ quarter: startMs / quarterMs, sources: packSources(quarter.sources) }])
      return taken
    }),
  load: (quarters) =>
    sql.transaction(function* () {
      yield* lock('uptime')
      let taken = 0
      for (const { startMs, sources } of quarters)
        taken += yield* run(
          'INSERT INTO uptime (quarter, sources) VALUES ($1, $2) ON CONFLICT (quarter) DO NOTHING',
          startMs / quarterMs,
          packSources(sources),
        )
      return taken
    }),
  readQuarters: (fromMs, toMs) =>
    sql.query(() =>
      quartersWhere(
        'WHERE quarter >= $1 AND quarter < $2 ORDER BY quarter',
        Math.ceil(fromMs / quarterMs),
        Math.ceil(toMs / quarterMs),
      ),
    ),
  newestMs: () =>
    sql.query(function* () {
      const [quarter] = yield* quartersWhere('ORDER BY quarter DESC LIMIT 1')
      if (quarter !== undefined) return newestMinuteOf(quarter)
      // The newest row may be damaged.
      const row = yield* get('SELECT quarter FROM uptime ORDER BY quarter DESC LIMIT 1')
      return row === null ? null : Number(row.quarter) * quarterMs
    }),
  forgetBefore: (ms) => sql.query(() => run('DELETE FROM uptime WHERE quarter < $1', Math.floor(ms / quarterMs))),
})

const quartersWhere = (where: string, ...values: readonly number[]) =>
  readEach(list('uptime', where, ...values), readQuarter)

const readBackOff = (row: SqlRow): BackOff => ({
  exchange: String(row.exchange),
  kind: readEnum(row, 'kind', faultKinds),
  faultsInARow: Number(row.faults),
  notBeforeMs: Number(row.not_before),
})

const packAds = (ads: readonly Ad[]): Uint8Array => packJson(ads, 1)

const readBoard = (row: SqlRow): Board => ({
  ...readBoardKey(row),
  ads: readPackedJson(row, 'ads'),
})

export const packMemory = ({ centre, previous, offers, paying }: BoardMemory): Uint8Array =>
  packJson({ centre, previous, offers, paying }, 0)

export function readMemory(row: SqlRow): BoardMemory {
  // Releases before kept no pairs.
  const { paying = [], ...known } = readPackedJson<Known>(row, 'memory')
  return { ...readBoardKey(row), ...known, paying }
}

const readBoardKey = (row: SqlRow) => ({
  exchange: String(row.exchange),
  fiat: String(row.fiat),
  side: readEnum(row, 'side', sides),
  observedAtMs: Number(row.observed_at),
})

type Known = Pick<BoardMemory, 'centre' | 'previous' | 'offers'> & Partial<Pick<BoardMemory, 'paying'>>

const readQuarter = (row: SqlRow): Quarter => ({
  startMs: Number(row.quarter) * quarterMs,
  sources: readPackedJson<SourceRecord[]>(row, 'sources').map(sourceOf),
})

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
