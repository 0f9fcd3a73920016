import type { Change } from './changed-build.js'
import type { Step } from './run-seed.js'

export type ClusterMutation = {
  readonly name: string
  readonly changes: readonly Change[]
  readonly step: Step
}

const server = 'packages/server/src'

export const clusterMutations: readonly ClusterMutation[] = [
  {
    name: 'changes are not looked for, only heard of by hints',
    step: 'revocations',
    changes: [
      {
        file: `${server}/cluster/events/changelog-bus.ts`,
        search: 'const pollIntervalMs = 500',
        replacement: 'const pollIntervalMs = 3_600_000',
      },
      // A server that got no event for 1 second would otherwise check before it admits a caller.
      {
        file: `${server}/cluster/events/freshness-guard.ts`,
        search: 'const sureForMs = 1_000',
        replacement: 'const sureForMs = 3_600_000',
      },
    ],
  },
  {
    name: 'counts of a Redis that was emptied are taken for whole',
    step: 'limits',
    changes: [
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: "if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return false end",
        replacement: '',
      },
      {
        file: `${server}/base/redis/outage-policy.ts`,
        search: '(await register(session, epoch, 0)).epoch === epoch || null',
        replacement: '(await register(session, epoch, 0)) !== null || null',
      },
    ],
  },
  {
    name: 'a place of the minute is free again after half of it',
    step: 'limits',
    changes: [
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: "while (first() or now) <= now - window do redis.call('LPOP', KEYS[2]) end",
        replacement: "while (first() or now) <= now - window / 2 do redis.call('LPOP', KEYS[2]) end",
      },
    ],
  },
  {
    name: 'minutes are counted by the clocks of the servers',
    step: 'limits',
    changes: [
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: "local time = redis.call('TIME')\nlocal now = time[1] * 1000000 + time[2]\nnow = math.max",
        replacement: 'local now = tonumber(ARGV[#ARGV])\nnow = math.max',
      },
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: 'perMinute, perMonth, onRecord, rules],',
        replacement:
          'perMinute, perMonth, onRecord, rules, (Date.now() + Number(process.env.PROOF_CLOCK_MS ?? 0)) * 1000],',
      },
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: "agesUs.map(Math.floor).join(','),",
        replacement: "agesUs.map(Math.floor).join(','), (Date.now() + Number(process.env.PROOF_CLOCK_MS ?? 0)) * 1000,",
      },
    ],
  },
  {
    name: 'what Redis was told counts again when it is told again',
    step: 'letters',
    changes: [
      {
        file: `${server}/limits/shared/redis-counters.ts`,
        search: "if sequence > (tonumber(redis.call('HGET', KEYS[3], server)) or 0) then",
        replacement: 'if sequence >= 0 then',
      },
      // By then it has been written to the database as a rule, and is not settled again.
      {
        file: `${server}/accounts/jobs.ts`,
        search: "repeat(250, 'usage is not written down'",
        replacement: "repeat(5_000, 'usage is not written down'",
      },
    ],
  },
  {
    name: 'usage whose acknowledgement was lost counts again',
    step: 'limits',
    changes: [
      {
        file: `${server}/storage/stores/usage.ts`,
        search: 'if (sql.isRemote && batch !== undefined && !(yield* isNew(batch))) return yield* monthsOf(deltas)',
        replacement: 'if (sql.isRemote && batch !== undefined && !(yield* isNew(batch))) yield* monthsOf(deltas)',
      },
    ],
  },
  {
    name: 'a server that is cut off answers whoever comes from another',
    step: 'revocations',
    changes: [
      {
        file: `${server}/http/request-pipeline.ts`,
        search:
          'if (isComplete || !requiresCatchUp(replica, asked.request.headers)) return answerCaller(pipeline, asked)',
        replacement: 'if (isComplete || replica !== null) return answerCaller(pipeline, asked)',
      },
    ],
  },
  {
    name: 'servers that nobody hears of are not named',
    step: 'revocations',
    changes: [
      {
        file: `${server}/cluster/membership.ts`,
        search: 'const mayServeMs = 15_000',
        replacement: 'const mayServeMs = 2_000',
      },
    ],
  },
  {
    name: 'a server that knows nothing of changes goes on without asking',
    step: 'revocations',
    changes: [
      {
        file: `${server}/cluster/events/freshness-guard.ts`,
        search: 'const cutOffMs = 10_000',
        replacement: 'const cutOffMs = 60_000',
      },
    ],
  },
  {
    name: 'changes are read in the wrong order',
    step: 'revocations',
    changes: [
      {
        file: `${server}/cluster/events/changelog-bus.ts`,
        search:
          'for (const change of changes) {\n        state.seen = { seq: change.seq, writtenUs: change.writtenUs }',
        replacement:
          'for (const change of changes.toReversed()) {\n        if (change.seq > state.seen.seq) state.seen = { seq: change.seq, writtenUs: change.writtenUs }',
      },
    ],
  },
  {
    name: 'places in the log come from a sequence',
    step: 'revocations',
    changes: [
      {
        file: `${server}/storage/postgres/schema.ts`,
        search:
          'CREATE FUNCTION tell(event text) RETURNS bigint LANGUAGE sql AS $$\n    WITH head AS (UPDATE change_head SET seq = seq + 1 RETURNING seq)',
        replacement:
          "CREATE SEQUENCE place_in_log;\n  CREATE FUNCTION tell(event text) RETURNS bigint LANGUAGE sql AS $$\n    WITH head AS (SELECT nextval('place_in_log') AS seq)",
      },
      {
        file: `${server}/storage/postgres/schema.ts`,
        search: 'WITH head AS (UPDATE change_head SET seq = seq + 1 RETURNING seq),',
        replacement: "WITH head AS (SELECT nextval('place_in_log') AS seq),",
      },
      {
        file: `${server}/storage/postgres/change-log.ts`,
        search: 'FROM (SELECT seq FROM change_head) head LEFT JOIN',
        replacement: 'FROM (SELECT coalesce(max(seq), 0) AS seq FROM change) head LEFT JOIN',
      },
      {
        file: `${server}/storage/postgres/change-log.ts`,
        search: 'SELECT head.forgotten, head.seq AS newest,',
        replacement: 'SELECT head.forgotten, (SELECT coalesce(max(seq), 0) FROM change) AS newest,',
      },
    ],
  },
  {
    name: 'who leads writes without a look at the fence',
    step: 'takeovers',
    changes: [
      {
        file: `${server}/storage/postgres/with-fencing.ts`,
        search: 'if (!stands) throw new DeposedError(lease)',
        replacement: 'if (!stands && ours === -1) throw new DeposedError(lease)',
      },
      // Keep a deposed leader from noticing on its own.
      {
        file: `${server}/cluster/lease.ts`,
        search: 'fencingToken: () => (held !== null && clock.monoMs() < held.trustedUntil ? held.generation : null),',
        replacement: 'fencingToken: () => held?.generation ?? null,',
      },
      {
        file: `${server}/cluster/lease.ts`,
        search: 'const trustedMs = 8_000',
        replacement: 'const trustedMs = 80_000',
      },
    ],
  },
  {
    name: 'who leads looks at the fence and does not hold it',
    step: 'takeovers',
    changes: [
      {
        file: `${server}/storage/postgres/with-fencing.ts`,
        search: 'AND generation = $2 FOR SHARE',
        replacement: 'AND generation = $2',
      },
      // Lengthen the timeouts that also end a leader cut off within a write.
      {
        file: `${server}/storage/postgres/database.ts`,
        search: 'idle_in_transaction_session_timeout: 5_000',
        replacement: 'idle_in_transaction_session_timeout: 60_000',
      },
      {
        file: `${server}/storage/postgres/database.ts`,
        search: 'query_timeout: statementMs + 2_000',
        replacement: 'query_timeout: statementMs + 60_000',
      },
    ],
  },
  {
    name: 'leases run by the clocks of the servers, which nobody compares',
    step: 'takeovers',
    changes: [
      {
        file: `${server}/cluster/join-cluster.ts`,
        search: '> clocksApartMs',
        replacement: '> 100 * clocksApartMs',
      },
      {
        file: `${server}/storage/postgres/cluster-store.ts`,
        search: 'export const createPostgresLeaseStore = (database: PostgresDatabase): LeaseStore => ({',
        replacement: `const byOwnClock = (sql) =>
  sql.replaceAll('clock_timestamp()', 'to_timestamp(' + (Date.now() + 20 * Number(process.env.PROOF_CLOCK_MS ?? 0)) / 1000 + ')')
const askedByOwnClock = (given) => ({
  ...given,
  run: (sql, ...values) => given.run(byOwnClock(sql), ...values),
  get: (sql, ...values) => given.get(byOwnClock(sql), ...values),
})
export const createPostgresLeaseStore = (plain: PostgresDatabase): LeaseStore =>
  overDatabase({ ...askedByOwnClock(plain), transaction: (work) => plain.transaction((within) => work(askedByOwnClock(within))) })
const overDatabase = (database: PostgresDatabase): LeaseStore => ({`,
      },
    ],
  },
  {
    name: 'a lease goes on for a minute without its holder',
    step: 'takeovers',
    changes: [
      {
        file: `${server}/cluster/lease.ts`,
        search: 'const leaseMs = 10_000',
        replacement: 'const leaseMs = 60_000',
      },
    ],
  },
  {
    name: 'who has lost a lane still writes down what came of it',
    step: 'failures',
    changes: [
      {
        file: `${server}/storage/postgres/delivery-queues.ts`,
        search: "'SELECT 1 FROM lane WHERE webhook_id = $1 AND token = $2 FOR NO KEY UPDATE'",
        replacement: "'SELECT 1 FROM lane WHERE webhook_id = $1 AND token >= $2 FOR NO KEY UPDATE'",
      },
    ],
  },
  {
    name: 'a step that others cannot work with is taken beside them',
    step: 'upgrade',
    changes: [
      {
        file: `${server}/storage/postgres/migrate.ts`,
        search: "if (next.kind === 'breaking') await failIfOlderServersRun(within)",
        replacement: '',
      },
    ],
  },
  {
    name: 'a release goes on with data that it does not understand',
    step: 'upgrade',
    changes: [
      {
        file: `${server}/storage/postgres/migrate.ts`,
        search: 'if (breaking > steps.length) throw new NewerDataError(newest, steps.length)',
        replacement: '',
      },
    ],
  },
  {
    name: 'a copy looks at how long bytes are, and not at what they are',
    step: 'copy',
    changes: [
      {
        file: `${server}/storage/transfer/copy-data.ts`,
        search: '.update(value)',
        replacement: '',
      },
    ],
  },
  {
    name: 'streams are counted by each server for itself',
    step: 'streams',
    changes: [
      {
        file: `${server}/limits/streams/stream-counts-in-redis.ts`,
        search: 'others = others + tonumber(count)',
        replacement: 'others = others + 0 * tonumber(count)',
      },
    ],
  },
]
