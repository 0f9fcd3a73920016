import { collectorAnswer } from '@p2p-rates/contract'
import type { WantedPage } from '@p2p-rates/core/node'
import {
  claimTimeoutMs,
  groupMs,
  lateReaderPauseMs,
  type OpenTasks,
  type PostedTasks,
  readerAliveMs,
  type TaskEnd,
  taskMs,
} from '../../ingest/agents/task-board.js'
import { readJson, type SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

/** Any server hands out the tasks of any other, while that one leads. */
export const createPostgresOpenTasks = (database: PostgresDatabase): OpenTasks => ({
  claimTask: ({ id, exchanges }) =>
    database.transaction(async (within) => {
      // Serialize concurrent polls of one agent, so that it can't get two pages of one group.
      await within.run(
        `INSERT INTO remote_reader (reporter, exchanges, seen_at) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (reporter) DO UPDATE SET exchanges = excluded.exchanges, seen_at = excluded.seen_at`,
        id,
        exchanges,
      )
      const row = await within.get(
        `UPDATE remote_task SET taken_by = $1, handed_at = clock_timestamp()
         WHERE task = (
           SELECT task.task FROM remote_task task
           JOIN fence ON fence.name = task.lease AND fence.generation = task.generation
           WHERE ${isOpen} AND task.exchange = ANY($2) AND $1 <> ALL(task.not_by)
             AND NOT EXISTS (
               SELECT FROM remote_task other WHERE other.group_id = task.group_id AND other.taken_by = $1)
             AND NOT EXISTS (
               SELECT FROM remote_reader WHERE reporter = $1 AND rests_until > clock_timestamp())
           ORDER BY task.posted_at LIMIT 1 FOR UPDATE OF task SKIP LOCKED)
         RETURNING task, nonce, page`,
        id,
        exchanges,
      )
      return row && { task: String(row.task), nonce: String(row.nonce), page: readPage(row) }
    }),
  hasOpenTasks: async () => (await database.get(`SELECT 1 FROM remote_task task WHERE ${isOpen} LIMIT 1`)) !== null,
  submitAnswer: async ({ task, nonce, reporter }, answer) =>
    (await database.run(
      `UPDATE remote_task task SET answer = $4, answered_at = clock_timestamp() FROM fence
       WHERE task.task = $1 AND task.nonce = $2 AND task.taken_by = $3 AND task.answered_at IS NULL AND NOT task.is_over
         AND task.handed_at > clock_timestamp() - ${interval(taskMs)}
         AND fence.name = task.lease AND fence.generation = task.generation`,
      task,
      nonce,
      reporter,
      JSON.stringify(answer),
    )) > 0,
})

/** `database` must be fenced by this lease, so that a deposed leader gets no answers to its tasks. */
export const createPostgresPostedTasks = (database: PostgresDatabase, lease: string): PostedTasks => ({
  postTask: ({ task, nonce, group, notBy = [], page }) =>
    database.transaction(async (within) => {
      await within.run(`DELETE FROM remote_task WHERE posted_at < clock_timestamp() - ${interval(groupMs)}`)
      await within.run(
        `INSERT INTO remote_task (task, nonce, group_id, not_by, exchange, page, lease, generation)
         SELECT $1, $2, $3, $4, $5, $6, name, generation FROM fence WHERE name = $7`,
        task,
        nonce,
        group,
        notBy,
        page.exchange,
        JSON.stringify(page),
        lease,
      )
    }),
  takeEnded: async (tasks) => {
    // Asked often and mostly in vain: who leads is looked at only where there is something to take.
    if ((await database.get(`SELECT 1 FROM remote_task task WHERE ${hasEnded} LIMIT 1`, tasks)) === null)
      return new Map()
    return database.transaction(async (within) => {
      const rows = await within.all(
        `UPDATE remote_task SET is_over = true, answer = NULL
         FROM (SELECT *, ${ageMs('handed_at')}, ${ageMs('answered_at')} FROM remote_task task
               WHERE ${hasEnded} FOR UPDATE) ended
         WHERE remote_task.task = ended.task RETURNING ended.*`,
        tasks,
      )
      const late = rows.filter((row) => row.answered_at === null && row.taken_by !== null)
      await within.run(
        `UPDATE remote_reader SET rests_until = clock_timestamp() + ${interval(lateReaderPauseMs)} WHERE reporter = ANY($1)`,
        late.map((row) => String(row.taken_by)),
      )
      return new Map(rows.map((row) => [String(row.task), endOf(row)]))
    })
  },
  withdrawTask: async (task) => {
    await database.run('UPDATE remote_task SET is_over = true, answer = NULL WHERE task = $1', task)
  },
  countReaders: async (exchange) =>
    Number(
      (
        await database.get(
          `SELECT count(*)::int AS readers FROM remote_reader
           WHERE $1 = ANY(exchanges) AND seen_at >= clock_timestamp() - ${interval(readerAliveMs)}`,
          exchange,
        )
      )?.readers,
    ),
})

const interval = (ms: number): string => `interval '${ms} milliseconds'`

const isOpen = `task.taken_by IS NULL AND NOT task.is_over AND task.posted_at > clock_timestamp() - ${interval(claimTimeoutMs)}`

const hasEnded = `task.task = ANY($1) AND NOT task.is_over AND (task.answered_at IS NOT NULL
  OR task.handed_at <= clock_timestamp() - ${interval(taskMs)}
  OR (task.taken_by IS NULL AND task.posted_at <= clock_timestamp() - ${interval(claimTimeoutMs)}))`

const ageMs = (column: string): string =>
  `extract(epoch FROM clock_timestamp() - ${column})::float8 * 1000 AS ${column}_ms`

const readPage = (row: SqlRow): WantedPage => readJson(row, 'page')

/** Validate the answer again, because another server accepted it. */
function endOf(row: SqlRow): TaskEnd {
  if (row.taken_by === null) return 'untaken'
  if (row.answered_at === null) return 'unanswered'
  const answer = collectorAnswer.safeParse(JSON.parse(String(row.answer)))
  if (!answer.success) return 'unanswered'
  return {
    reporter: String(row.taken_by),
    handedOutAgoMs: Number(row.handed_at_ms),
    receivedAgoMs: Number(row.answered_at_ms),
    answer: answer.data,
  }
}
