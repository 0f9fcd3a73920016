import type { MonthTotal, UsageBatch, UsageStore } from '../../accounts/usage/usage-store.js'
import { monthIndex } from '../../base/time/calendar.js'
import { readMonthTotal, readUsageRow } from '../codecs/usage.js'
import type { PostgresDatabase, Statements } from './database.js'

export function createPostgresUsageStore(database: PostgresDatabase): UsageStore {
  return {
    // Rows are taken in one order, so that two who add at once never wait for each other in a circle.
    add: (deltas, batch) =>
      database.transaction(async (within) => {
        const column = <Value>(of: (delta: (typeof deltas)[number]) => Value) => deltas.map(of)
        const accounts = column(({ accountId }) => accountId)
        if (batch !== undefined && !(await isNew(within, batch))) return monthsOf(within, accounts)
        const keys = column(({ keyId }) => keyId)
        await within.run(
          `INSERT INTO usage_day (account_id, day, key_id, endpoint, requests, counted, errors, limited)
           SELECT account_id, day, key_id, endpoint, sum(requests), sum(counted), sum(errors), sum(limited)
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
             AS delta (account_id, day, key_id, endpoint, requests, counted, errors, limited)
           GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
           ON CONFLICT (account_id, day, key_id, endpoint) DO UPDATE SET
             requests = usage_day.requests + excluded.requests, counted = usage_day.counted + excluded.counted,
             errors = usage_day.errors + excluded.errors, limited = usage_day.limited + excluded.limited`,
          accounts,
          column(({ day }) => day),
          keys,
          column(({ endpoint }) => endpoint),
          column(({ requests }) => requests),
          column(({ counted }) => counted),
          column(({ errors }) => errors),
          column(({ limited }) => limited),
        )
        await within.run(
          `INSERT INTO key_use (key_id, account_id, used_at)
           SELECT key_id, min(account_id), max(used_at)
           FROM unnest($1::text[], $2::text[], $3::bigint[]) AS used (key_id, account_id, used_at)
           GROUP BY 1 ORDER BY 1
           ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at WHERE excluded.used_at > key_use.used_at`,
          keys,
          accounts,
          column(({ lastAtMs }) => lastAtMs - (lastAtMs % minuteMs)),
        )
        const grown = await within.all(
          `INSERT INTO usage_month (account_id, month, counted)
           SELECT account_id, month, sum(counted)
           FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS delta (account_id, month, counted)
           WHERE counted > 0 GROUP BY 1, 2 ORDER BY 1, 2
           ON CONFLICT (account_id, month) DO UPDATE SET counted = usage_month.counted + excluded.counted
           RETURNING account_id, month, counted`,
          accounts,
          column(({ day }) => monthIndex(day)),
          column(({ counted }) => counted),
        )
        return grown.map(readMonthTotal)
      }),
    countedByMonth: async (accountId) =>
      (
        await database.all('SELECT month, counted FROM usage_month WHERE account_id = $1 ORDER BY month', accountId)
      ).map((row) => [Number(row.month), Number(row.counted)] as const),
    lastUses: async (accountId) => {
      const rows = await database.all(
        'SELECT key_id, used_at FROM key_use WHERE $1::text IS NULL OR account_id = $1',
        accountId,
      )
      return new Map(rows.map((row) => [String(row.key_id), Number(row.used_at)]))
    },
    perDay: async (accountId, fromDay, toDay) =>
      (
        await database.all(
          `SELECT * FROM usage_day WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, key_id, endpoint`,
          accountId,
          fromDay,
          toDay,
        )
      ).map(readUsageRow),
    forgetBefore: async (day) => {
      await database.run(`DELETE FROM usage_writer WHERE at < clock_timestamp() - interval '1 day'`)
      return database.run('DELETE FROM usage_day WHERE day < $1', day)
    },
  }
}

const minuteMs = 60_000

/** An acknowledgement that was lost on its way must not let anything count twice. */
const isNew = async (within: Statements, { writer, number }: UsageBatch): Promise<boolean> =>
  (await within.run(
    `INSERT INTO usage_writer (writer, number) VALUES ($1, $2)
     ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at
       WHERE usage_writer.number < excluded.number`,
    writer,
    number,
  )) > 0

const monthsOf = async (within: Statements, accounts: readonly string[]): Promise<readonly MonthTotal[]> =>
  (
    await within.all('SELECT account_id, month, counted FROM usage_month WHERE account_id = ANY($1::text[])', accounts)
  ).map(readMonthTotal)
