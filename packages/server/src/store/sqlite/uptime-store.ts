import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { SourceCause, SourceState } from '@p2p-rates/contract'
import { mergeMinute, quarterStartOf } from '../../uptime/merge-minute.js'
import { minuteMs, type Quarter, quarterMs, type SourceQuarter, type UptimeStore } from '../../uptime/uptime-store.js'
import { isSound, soundOnly } from './checksums.js'
import { blob } from './columns.js'
import type { Database, SqlRow } from './database.js'

/** One small row for each quarter of an hour. */
export function createSqliteUptimeStore(database: Database): UptimeStore {
  const save = database.prepare(
    'INSERT INTO uptime (quarter, sources) VALUES (?, ?) ON CONFLICT DO UPDATE SET sources = excluded.sources',
  )
  const saveMissing = database.prepare('INSERT OR IGNORE INTO uptime (quarter, sources) VALUES (?, ?)')
  const columns = `quarter, sources, ${isSound('uptime')} AS sound`
  const at = database.prepare(`SELECT ${columns} FROM uptime WHERE quarter = ?`)
  const within = database.prepare(`SELECT ${columns} FROM uptime WHERE quarter >= ? AND quarter < ? ORDER BY quarter`)
  const newest = database.prepare(`SELECT ${columns} FROM uptime ORDER BY quarter DESC LIMIT 1`)
  const forget = database.prepare('DELETE FROM uptime WHERE quarter < ?')

  /** What is damaged is told and left out. */
  const readable = (rows: readonly SqlRow[]): readonly Quarter[] => soundOnly(database, 'uptime', rows).map(readQuarter)

  return {
    add: async (minute) =>
      database.transaction(() => {
        const startMs = quarterStartOf(minute.startMs)
        const number = startMs / quarterMs
        const row = at.get(number)
        const [known = { startMs, sources: [] }] = readable(row === null ? [] : [row])
        const { quarter, taken } = mergeMinute(known, minute)
        if (taken.length > 0) save.run(number, pack(quarter.sources))
        return taken
      }),
    load: async (quarters) =>
      database.transaction(() => {
        let taken = 0
        for (const { startMs, sources } of quarters) taken += saveMissing.run(startMs / quarterMs, pack(sources))
        return taken
      }),
    read: async (fromMs, toMs) => readable(within.all(Math.ceil(fromMs / quarterMs), Math.ceil(toMs / quarterMs))),
    newestMs: async () => {
      const row = newest.get()
      const [quarter] = readable(row === null ? [] : [row])
      if (quarter === undefined) return row === null ? null : Number(row.quarter) * quarterMs
      return quarter.startMs + (minutesSeen(quarter) - 1) * minuteMs
    },
    forgetBefore: async (ms) => forget.run(Math.floor(ms / quarterMs)),
  }
}

const readQuarter = (row: SqlRow): Quarter => ({
  startMs: Number(row.quarter) * quarterMs,
  sources: unpack(blob(row, 'sources')),
})

const minutesSeen = ({ sources }: Quarter): number =>
  Math.max(...sources.map(({ stretches }) => stretches.reduce((sum, { minutes }) => sum + minutes, 0)), 1)

const pack = (sources: Quarter['sources']): Uint8Array =>
  brotliCompressSync(JSON.stringify(sources.map(recordOf)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  })

/** Our own writing, read back: the row's checksum holds it. */
const unpack = (bytes: Uint8Array): Quarter['sources'] =>
  (JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as SourceRecord[]).map(sourceOf)

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
