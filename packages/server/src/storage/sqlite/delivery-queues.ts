import { longestWaitMs } from '../../alerts/webhooks/retry-schedule.js'
import { type Clock, systemClock } from '../../base/time/clock.js'
import { get, resultOf, run } from '../sql.js'
import { type DeliveryQueues, waitingInTurn, webhookRows } from '../stores/webhooks.js'
import type { NamedLocks } from './named-locks.js'
import { takesTurns } from './schema.js'

/** A queue is due from the time in `due_at`: once a delivery waits, or at the time its last attempt set. */
export function createSqliteDeliveryQueues(locks: NamedLocks, clock: Clock = systemClock): DeliveryQueues {
  // A wall clock that is set while the server runs puts no attempt off.
  const startedMs = clock.wallMs() - clock.monoMs()
  const now = (): number => Math.floor(startedMs + clock.monoMs())
  const dueNow = (): number => now() - clockSkewMs
  /** As of the last `due`. Queues that became due since then count as waiting, or the dispatcher would miss them. */
  let lookedMs = now()
  return {
    *due(limit, besides) {
      lookedMs = now()
      const where = `WHERE due_at IS NOT NULL AND enabled = 1 AND ${isDue} AND id <> ALL($2) ORDER BY due_at, rowid LIMIT $3`
      return (yield* webhookRows.list(where, lookedMs, besides, limit)).filter(
        ({ id }) => !locks.isHeld(lockNameOf(id)),
      )
    },
    *msUntilDue() {
      const waiting = `SELECT min(due_at) AS at FROM webhook WHERE due_at IS NOT NULL AND enabled = 1 AND NOT ${isDue}`
      const at = (yield* get(waiting, lookedMs))?.at ?? null
      return at === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(at) - now())
    },
    *claim(webhookId, leaseMs) {
      const [webhook] = yield* webhookRows.list(`WHERE enabled = 1 AND ${isDue} AND id = $2`, now(), webhookId)
      const token = webhook === undefined ? null : locks.acquireLock(lockNameOf(webhookId), leaseMs)
      return webhook === undefined || token === null ? null : { webhook, token }
    },
    isCurrent: ({ webhook: { id }, token }) => resultOf(locks.isCurrentToken(lockNameOf(id), token)),
    *settle({ webhook: { id } }, waitMs) {
      const dueAt = waitMs === 0 ? dueNow() : now() + waitMs
      yield* run(`UPDATE webhook SET due_at = CASE WHEN ${somethingWaits} THEN $1 END WHERE id = $2`, dueAt, id)
      locks.releaseLock(lockNameOf(id))
    },
    *release({ webhook: { id }, token }) {
      if (!locks.isCurrentToken(lockNameOf(id), token)) return
      if ((yield* waitingInTurn(id)).length === 0) yield* run('UPDATE webhook SET due_at = NULL WHERE id = $1', id)
      locks.releaseLock(lockNameOf(id))
    },
    delete: (webhookId) => resultOf(locks.deleteLock(lockNameOf(webhookId))),
    *makeDue(webhookIds) {
      yield* run('UPDATE webhook SET due_at = $1 WHERE id = ANY($2) AND due_at IS NULL', dueNow(), webhookIds)
    },
    *update(webhookIds, recoveredIds) {
      yield* run(
        `UPDATE webhook SET due_at = CASE WHEN ${somethingWaits} THEN
           CASE WHEN id = ANY($1) THEN $2 ELSE due_at END END WHERE id = ANY($3)`,
        ...[recoveredIds, dueNow(), webhookIds],
      )
    },
    // The one server of the data sends all of them.
    *renewManual() {},
    isAbandoned: `record LIKE '%"once":true%'`,
  }
}

const lockNameOf = (webhookId: string): string => `webhook ${webhookId}`

/** Two processes read the time at most this far apart. What one of them writes is due for the other at once. */
const clockSkewMs = 2

/** `$1` is now. The clock may have been set back since the last start: no wait is longer than the longest. */
const isDue = `(due_at <= $1 OR due_at > $1 + ${longestWaitMs})`

const somethingWaits = `EXISTS (
  SELECT 1 FROM delivery WHERE webhook_id = webhook.id AND ${takesTurns('state', 'record')})`
