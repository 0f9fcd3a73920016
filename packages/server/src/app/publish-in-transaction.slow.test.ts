import { expect, test } from 'vitest'
import { aSnapshot } from '../alerts/webhooks/testing/a-snapshot.js'
import { appendToChangelog } from '../cluster/events/changelog-bus.js'
import { publishInTransaction } from '../history/publish.js'
import { publicationOf } from '../market/market-snapshot.js'
import { createClusterStore, createPostgresLeaseStore } from '../storage/postgres/cluster-store.js'
import { openMigrated } from '../storage/postgres/testing/open-migrated.js'
import type { LeaderStore } from '../storage/store.js'
import { createFakeTime } from '../testing/fake-time.js'
import { makeTestDatabase, needsPostgres } from '../testing/postgres.js'

test(
  'a number from the clock during a database outage is followed by greater ones, under every leader',
  needsPostgres,
  async () => {
    const server = await makeTestDatabase()
    try {
      const database = await openMigrated(await server.newSchema())
      const generation = await createPostgresLeaseStore(database).acquireLease('market', 'one', 60_000)
      const store = createClusterStore(database, database).asLeader('market', () => generation)
      const { clock } = createFakeTime()
      const publishMarket = publishInTransaction({
        inTransaction: store.inTransaction,
        evaluate: async () => {},
        appendEvent: ({ changes }: LeaderStore, event) => appendToChangelog(changes, event),
        catchUp: async () => {},
        clock,
      })
      const publish = (version: number) => {
        const snapshot = { ...aSnapshot({ buy: 41, sell: 40 }), version }
        return publishMarket({ fiat: snapshot.fiat, snapshot, judgedMonoMs: clock.monoMs(), isNew: false })
      }
      const nowMs = Date.UTC(2026, 10, 25)
      const aheadMs = nowMs + 640
      await publish(aheadMs)

      const wanted = new Map([['UAH', publicationOf({ version: nowMs })]] as const)
      const next = (await store.sources.nextPublications(wanted)).get('UAH') ?? 0
      expect(next).toBeGreaterThan(publicationOf({ version: aheadMs }))
      await publish(next * 64)
      // By a clock that is behind.
      await expect(publish(nowMs)).rejects.toThrow('a newer publication of UAH is on record')
      await expect(publish(next * 64)).rejects.toThrow('a newer publication of UAH is on record')
    } finally {
      await server.drop()
    }
  },
)
