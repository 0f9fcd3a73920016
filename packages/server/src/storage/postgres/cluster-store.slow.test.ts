import { slotMs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { makeTestDatabase, needsPostgres } from '../../testing/postgres.js'
import { createClusterStore, createPostgresLeaseStore } from './cluster-store.js'
import { createPostgresHistoryStore } from './history-store.js'
import { openMigrated } from './testing/open-migrated.js'

test('series that were new in a step that failed are not taken for known afterwards', needsPostgres, async () => {
  const server = await makeTestDatabase()
  try {
    const database = await openMigrated(await server.newSchema())
    const generation = await createPostgresLeaseStore(database).acquireLease('market', 'one', 60_000)
    const led = createClusterStore(database, database).asLeader('market', () => generation)
    const atMs = 1_000 * slotMs
    const entry = (exchange: string) => ({ fiat: 'UAH', exchange, buy: 41, sell: 40, buyAds: 3, sellAds: 2 })
    const failing = led.inTransaction(async (within) => {
      await within.history.append(atMs, [entry('okx')])
      throw new Error('something later')
    })
    await expect(failing).rejects.toThrow('something later')
    // Another takes the number that was not used.
    await createPostgresHistoryStore(database).append(atMs, [entry('bybit')])
    await led.inTransaction((within) => within.history.append(atMs, [entry('okx'), entry('best')]))
    await led.inTransaction((within) => within.history.append(atMs + slotMs, [entry('okx')]))
    const buysOf = async (exchange: string) => [
      ...(await createPostgresHistoryStore(database).readSeries({ fiat: 'UAH', exchange }, atMs, atMs + 2 * slotMs))
        .buy,
    ]
    expect((await buysOf('okx')).map((price) => price > 0)).toEqual([true, true])
    expect((await buysOf('bybit')).map((price) => price > 0)).toEqual([true, false])
    expect((await buysOf('best')).map((price) => price > 0)).toEqual([true, false])
  } finally {
    await server.drop()
  }
})
