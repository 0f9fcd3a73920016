import { randomBytes } from 'node:crypto'
import { nonceMs, type PollNonces } from '../../ingest/agents/poll-nonces.js'
import type { PostgresDatabase } from './database.js'

/** Whichever server has given one out, any takes it, and one of them once. */
export const createPostgresPollNonces = (database: PostgresDatabase): PollNonces => ({
  issue: (reporter) =>
    database.transaction(async (within) => {
      const nonce = randomBytes(18).toString('base64url')
      await within.run('DELETE FROM poll_nonce WHERE ends_at < clock_timestamp()')
      await within.run(
        `INSERT INTO poll_nonce (nonce, reporter, ends_at)
         VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')`,
        nonce,
        reporter,
        nonceMs,
      )
      return nonce
    }),
  use: async (reporter, nonce) =>
    (await database.run(
      'DELETE FROM poll_nonce WHERE nonce = $1 AND reporter = $2 AND ends_at >= clock_timestamp()',
      nonce,
      reporter,
    )) > 0,
})
