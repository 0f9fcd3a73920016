import type { SeriesIds } from '../history-store.js'
import type { ClusterStore, LeaderStore } from '../store.js'
import { createPostgresChangeLog } from './change-log.js'
import type { PostgresDatabase, Transaction } from './database.js'
import { createPostgresLeaseStore } from './lease-store.js'
import { createPostgresMemberStore } from './member-store.js'
import { portsOver } from './open-store.js'
import { createPostgresPollNonces } from './poll-nonces.js'
import { createPostgresReadingQueue } from './reading-queue.js'
import { createPostgresOpenTasks, createPostgresPostedTasks } from './task-board.js'
import { withFencing } from './with-fencing.js'

/** `line` holds reserved connections, so that leases and heartbeats always work. */
export const createClusterStore = (database: PostgresDatabase, line: PostgresDatabase): ClusterStore => ({
  changes: createPostgresChangeLog(line),
  leases: createPostgresLeaseStore(line),
  members: createPostgresMemberStore(line),
  webhooks: portsOver(database).webhooks,
  readings: createPostgresReadingQueue(database),
  tasks: createPostgresOpenTasks(database),
  pollNonces: createPostgresPollNonces(database),
  asLeader: (lease, generation) => createLeaderStore(withFencing(database, { lease, generation }), lease),
})

const createLeaderStore = (database: PostgresDatabase, lease: string, series: SeriesIds = new Map()): LeaderStore => ({
  ...portsOver(database, series),
  changes: createPostgresChangeLog(database),
  readings: createPostgresReadingQueue(database),
  tasks: createPostgresPostedTasks(database, lease),
  inTransaction: async (work) => {
    let learnt: SeriesIds = new Map()
    const result = await database.transaction((within) => {
      learnt = new Map(series)
      return work(createLeaderStore(withinTransaction(database, within), lease, learnt))
    })
    // Series that were new there are on record only now.
    for (const [name, id] of learnt) series.set(name, id)
    return result
  },
})

const withinTransaction = (database: PostgresDatabase, within: Transaction): PostgresDatabase => ({
  ...within,
  transaction: (work) => work(within),
  snapshot: (work) => work(within),
  reportDamage: database.reportDamage,
  close: async () => {},
})
