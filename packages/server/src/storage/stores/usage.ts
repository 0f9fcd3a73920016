import type { MonthTotal, UsageBatch, UsageDelta, UsageRow, UsageStore } from '../../accounts/usage/usage-store.js'
import { monthIndex } from '../../base/time/calendar.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { readRow, type TableRow, toRow } from '../codecs/table-rows.js'
import { all, changes, readEach, rowsOf, run, type Sql, upsert, upsertReturning, type Work } from '../sql.js'

const readMonthTotal = (row: SqlRow): MonthTotal => readRow('usage_month', row)

const days = rowsOf<UsageRow & { readonly accountId: string }>('usage_day')
const monthTotals = rowsOf('usage_month', readMonthTotal)
const uses = rowsOf<{ readonly keyId: string; readonly usedAtMs: number }>('key_use')

export const createUsageStore = (sql: Sql): UsageStore => ({
  add: (deltas, batch) =>
    sql.transaction(function* () {
      if (sql.isRemote && batch !== undefined && !(yield* isNew(batch))) return yield* monthsOf(deltas)
      const ofDays = summed(deltas, dayKeyOf).map((delta) => toRow('usage_day', delta))
      yield* upsert('usage_day', ofDays, adding('usage_day', ['requests', 'counted', 'errors', 'limited']))
      // Most often it is the same minute still, and nothing is written.
      yield* upsert(
        'key_use',
        summed(deltas, ({ keyId }) => [keyId]).map(toUseRow),
        'DO UPDATE SET used_at = excluded.used_at WHERE excluded.used_at > key_use.used_at',
      )
      const counted = deltas.filter((delta) => delta.counted > 0)
      const months = summed(counted, ({ accountId, day }) => [accountId, String(monthIndex(day))]).map(toMonthRow)
      const totals = upsertReturning(
        'usage_month',
        months,
        adding('usage_month', ['counted']),
        'account_id, month, counted',
      )
      return yield* readEach(totals, readMonthTotal)
    }),
  countedByMonth: (accountId) =>
    sql.query(function* () {
      const totals = yield* monthTotals.list('WHERE account_id = $1 ORDER BY month', accountId)
      return totals.map(({ month, counted }) => [month, counted] as const)
    }),
  lastUses: (accountId) =>
    sql.query(function* () {
      const found = yield* accountId === null ? uses.list('') : uses.list('WHERE account_id = $1', accountId)
      return new Map(found.map(({ keyId, usedAtMs }) => [keyId, usedAtMs]))
    }),
  perDay: (accountId, fromDay, toDay) =>
    sql.query(function* () {
      const where = 'WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, key_id, endpoint'
      return (yield* days.list(where, accountId, fromDay, toDay)).map(({ accountId: _, ...row }) => row)
    }),
  forgetBefore: (day) =>
    sql.query(function* () {
      if (sql.isRemote) yield* run(`DELETE FROM usage_writer WHERE at < clock_timestamp() - interval '1 day'`)
      return yield* run('DELETE FROM usage_day WHERE day < $1', day)
    }),
})

/** An acknowledgement that was lost on its way must not let anything count twice. */
const isNew = ({ writer, number }: UsageBatch): Work<boolean> =>
  changes(
    `INSERT INTO usage_writer (writer, number) VALUES ($1, $2)
     ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at
       WHERE usage_writer.number < excluded.number`,
    writer,
    number,
  )

function monthsOf(deltas: readonly UsageDelta[]) {
  const accounts = deltas.map(({ accountId }) => accountId)
  const months = 'SELECT account_id, month, counted FROM usage_month WHERE account_id = ANY($1)'
  return readEach(all(months, accounts), readMonthTotal)
}

/** One sum for each key. Sorted, so that two servers that add at once can't deadlock. */
function summed(deltas: readonly UsageDelta[], keyOf: (delta: UsageDelta) => readonly string[]): readonly UsageDelta[] {
  const sums = new Map<string, UsageDelta>()
  for (const delta of deltas) {
    const key = keyOf(delta).join(' ')
    const before = sums.get(key)
    sums.set(key, before === undefined ? delta : plus(before, delta))
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

const plus = (one: UsageDelta, other: UsageDelta): UsageDelta => ({
  ...one,
  requests: one.requests + other.requests,
  counted: one.counted + other.counted,
  errors: one.errors + other.errors,
  limited: one.limited + other.limited,
  lastAtMs: Math.max(one.lastAtMs, other.lastAtMs),
})

const dayKeyOf = ({ accountId, day, keyId, endpoint }: UsageDelta) => [accountId, day, keyId, endpoint]

const toMonthRow = ({ accountId, day, counted }: UsageDelta): TableRow => ({
  ...{ account_id: accountId, month: monthIndex(day), counted },
})

const toUseRow = ({ keyId, accountId, lastAtMs }: UsageDelta): TableRow => ({
  key_id: keyId,
  account_id: accountId,
  used_at: lastAtMs - (lastAtMs % minuteMs),
})

const adding = (table: string, columns: readonly string[]): string =>
  `DO UPDATE SET ${columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')}`

const minuteMs = 60_000
