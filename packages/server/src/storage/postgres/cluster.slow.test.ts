import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../base/time/clock.js'
import { systemTimers } from '../../base/time/timers.js'
import { logBeginning } from '../../cluster/events/change-log.js'
import { leaseStoreContract } from '../../cluster/lease-store.contract.js'
import { memberStoreContract } from '../../cluster/member-store.contract.js'
import { startHeartbeat, waitForPropagation } from '../../cluster/membership.js'
import { pollNoncesContract } from '../../ingest/agents/poll-nonces.contract.js'
import { taskBoardContract } from '../../ingest/agents/task-board.contract.js'
import { aReporter } from '../../ingest/agents/testing/a-reporter.js'
import { readingQueueContract } from '../../ingest/reading-queue.contract.js'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { createReporterStore } from '../stores/records.js'
import { createPostgresChangeLog } from './change-log.js'
import {
  createClusterStore,
  createPostgresLeaseStore,
  createPostgresMemberStore,
  createPostgresPollNonces,
  createPostgresReadingQueue,
} from './cluster-store.js'
import type { PostgresDatabase } from './database.js'
import { createPostgresSql } from './postgres-sql.js'
import { createPostgresOpenTasks, createPostgresPostedTasks } from './task-board.js'
import { openMigrated } from './testing/open-migrated.js'
import { DeposedError, withFencing } from './with-fencing.js'

describe('over a real PostgreSQL', needsPostgres, () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  const openTwo = async (): Promise<readonly [PostgresDatabase, PostgresDatabase]> => {
    const place = await server.newSchema()
    return [await openMigrated(place), await openMigrated(place)]
  }

  describe('leases', () =>
    leaseStoreContract(async () => {
      const [one, other] = await openTwo()
      return [createPostgresLeaseStore(one), createPostgresLeaseStore(other)]
    }))

  describe('members', () =>
    memberStoreContract(async () => {
      const [one, other] = await openTwo()
      return [createPostgresMemberStore(one), createPostgresMemberStore(other)]
    }))

  describe('handed readings', () =>
    readingQueueContract(async () => {
      const [one, other] = await openTwo()
      const log = createPostgresChangeLog(one)
      for (let place = 0; place < 10; place += 1) await log.append('handed over')
      return [createPostgresReadingQueue(one), createPostgresReadingQueue(other)]
    }))

  const opensBoards = async () => {
    const [one, other] = await openTwo()
    const generation = await createPostgresLeaseStore(one).acquireLease('collect:bybit', 'one', 60_000)
    const boardOver = (database: PostgresDatabase) => ({
      ...createPostgresOpenTasks(database),
      ...createPostgresPostedTasks(
        withFencing(database, { lease: 'collect:bybit', generation: () => generation }),
        'collect:bybit',
      ),
    })
    const pass = async (ms: number) => {
      const by = `interval '${ms} milliseconds'`
      await one.run(`UPDATE remote_task SET posted_at = posted_at - ${by}, handed_at = handed_at - ${by},
        answered_at = answered_at - ${by}`)
      await one.run(`UPDATE remote_reader SET seen_at = seen_at - ${by}, rests_until = rests_until - ${by}`)
      await one.run(`UPDATE poll_nonce SET ends_at = ends_at - ${by}`)
    }
    return { one, other, both: [boardOver(one), boardOver(other)] as const, pass }
  }

  describe('the board of remote collectors', () => taskBoardContract(opensBoards))

  describe('numbers of their polls', () =>
    pollNoncesContract(async () => {
      const { one, other, pass } = await opensBoards()
      return { both: [createPostgresPollNonces(one), createPostgresPollNonces(other)], pass }
    }))

  test('tasks of a deposed leader are given to no reader, taken from none, and their answers are not its own', async () => {
    const [one, other] = await openTwo()
    const [here, there] = [createClusterStore(one, one), createClusterStore(other, other)]
    const generation = await here.leases.acquireLease('collect:okx', 'one', 1)
    const led = here.asLeader('collect:okx', () => generation)
    const page = { exchange: 'okx', fiat: 'UAH', side: 'BUY', page: 1, requestHash: 'hash' } as const
    const post = (task: string) => led.tasks.postTask({ task, nonce: 'n', group: task, page })
    const answer = { schema: 1, started_ms: 0, ended_ms: 5, state: 'failed', kind: 'network' } as const
    const reader = (id: string) => ({ id, exchanges: ['okx'] })
    for (const task of ['answered', 'taken', 'open']) await post(task)
    for (const id of ['a', 'b']) expect(await there.tasks.claimTask(reader(id))).not.toBeNull()
    expect(await there.tasks.submitAnswer({ task: 'answered', nonce: 'n', reporter: 'a' }, answer)).toBe(true)

    await expect.poll(() => there.leases.acquireLease('collect:okx', 'other', 60_000)).toBe(2)
    expect(await there.tasks.claimTask(reader('c'))).toBeNull()
    expect(await there.tasks.submitAnswer({ task: 'taken', nonce: 'n', reporter: 'b' }, answer)).toBe(false)
    await expect(led.tasks.takeEnded(['answered'])).rejects.toThrow(DeposedError)
    await expect(post('later')).rejects.toThrow(DeposedError)
    const agree = () => led.reporters.change('a', (known) => known)
    await expect(agree()).rejects.toThrow(DeposedError)

    const successor = there.asLeader('collect:okx', () => 2)
    expect(await successor.tasks.takeEnded(['later'])).toEqual(new Map())
    await successor.tasks.postTask({ task: 'next', nonce: 'n', group: 'next', page })
    expect((await here.tasks.claimTask(reader('c')))?.task).toBe('next')
  })

  test('the removal of a remote collector is published in the same transaction', async () => {
    const [one, other] = await openTwo()
    const reporters = createReporterStore(createPostgresSql(one))
    await reporters.add(aReporter())
    await reporters.remove('home-kyiv')
    const told = await createPostgresChangeLog(other).changesSince(logBeginning, 10)
    expect(told).toHaveLength(1)
    expect(JSON.parse((typeof told === 'string' ? null : told[0]?.text) ?? '')).toEqual({
      kind: 'reporter_removed',
      reporter: 'home-kyiv',
    })
  })

  test('a damaged row does not prevent the rest from being read', async () => {
    const [one] = await openTwo()
    const readings = createPostgresReadingQueue(one)
    const place = await createPostgresChangeLog(one).append('handed over')
    const reading = { exchange: 'okx', side: 'BUY', text: '', ageMs: () => 0 } as const
    for (const fiat of ['UAH', 'EUR', 'PLN']) await readings.putReading({ ...reading, fiat }, place)
    await one.run(`UPDATE handed_reading SET asked_at = 'infinity' WHERE fiat = 'EUR'`)
    await one.run(`UPDATE handed_reading SET place = 9000000000000000000 WHERE fiat = 'PLN'`)
    expect((await readings.readingsSince(0)).map(({ fiat }) => fiat)).toEqual(['UAH'])
  })

  test('a reader forwards its readings, and nothing once another server reads the exchange', async () => {
    const [one, other] = await openTwo()
    const [here, there] = [createClusterStore(one, one), createClusterStore(other, other)]
    const generation = await here.leases.acquireLease('collect:okx', 'one', 1)
    const led = here.asLeader('collect:okx', () => generation)
    const handOver = (text: string) =>
      led.inTransaction(async (within) => {
        const place = await within.changes.append('handed over')
        await within.readings.putReading({ exchange: 'okx', fiat: 'UAH', side: 'BUY', text, ageMs: () => 0 }, place)
      })
    await handOver('in time')
    await expect.poll(() => there.leases.acquireLease('collect:okx', 'other', 60_000)).toBe(2)
    await expect(handOver('too late')).rejects.toThrow(DeposedError)
    expect((await there.readings.readingsSince(0)).map(({ text }) => text)).toEqual(['in time'])
    expect(await there.changes.changesSince(logBeginning, 10)).toHaveLength(1)
  })

  test('a server with other settings than the first of its release is marked, until it is alone', async () => {
    const [one] = await openTwo()
    const store = createPostgresMemberStore(one)
    let told = 0
    const join = async (id: string, release: string, settings: string) => {
      const member = await startHeartbeat({
        store,
        self: { id, release, address: 'http://here', settings },
        seen: () => logBeginning,
        troubles: () => [],
        clock: systemClock,
        timers: systemTimers,
        reportOutage: () => {},
        onDiffer: () => {
          told += 1
        },
      })
      onTestFinished(() => member.stop())
      return member
    }
    const first = await join('a', '1', 'as ever')
    const same = await join('b', '1', 'as ever')
    const other = await join('c', '1', 'in another way')
    const later = await join('d', '2', 'in a new way')
    await expect.poll(() => other.settingsDiffer()).toBe(true)
    await expect.poll(() => [first, same, later].map((member) => member.servers())).toEqual([4, 4, 4])
    expect([first, same, later].map((member) => member.settingsDiffer())).toEqual([false, false, false])
    expect(told).toBe(1)
    await first.stop()
    await same.stop()
    await expect.poll(() => other.settingsDiffer()).toBe(false)
  })

  test('the author of a change learns how many servers have acted on it, and which have not', async () => {
    const [one] = await openTwo()
    const store = createPostgresMemberStore(one)
    const ports = { store, clock: systemClock, timers: systemTimers }
    const seen = { a: 0, b: 0 }
    const join = async (id: keyof typeof seen) => {
      const member = await startHeartbeat({
        store,
        self: { id, release: '1', address: 'http://here', settings: '' },
        seen: () => ({ seq: seen[id], writtenUs: 0 }),
        troubles: () => [],
        clock: systemClock,
        timers: systemTimers,
        reportOutage: () => {},
      })
      onTestFinished(() => member.stop())
      return member
    }
    const [a, b] = [await join('a'), await join('b')]
    seen.a = 5
    await a.beat()
    const waiting = waitForPropagation(5, ports)
    seen.b = 5
    await b.beat()
    expect(await waiting).toEqual({ acted: 2, of: 2, silent: [] })
    await expect.poll(() => a.servers()).toBe(2)
    expect(Math.abs(a.clockAheadMs())).toBeLessThan(1_000)
    seen.a = 6
    await a.beat()
    expect(await waitForPropagation(6, ports)).toEqual({ acted: 1, of: 2, silent: ['b (http://here)'] })
    seen.b = 6
    await b.beat()
    // A silent server may still serve cached data, so report it as silent without waiting for it.
    const lastHeard = (id: string, age: string) =>
      one.run(
        `INSERT INTO member (id, release, address, seen, troubles, started_at, beat_at)
         VALUES ($1, '1', 'http://there', 5, '[]', now(), clock_timestamp() - $2::interval)`,
        id,
        age,
      )
    await lastHeard('cut off', '5 s')
    await lastHeard('long gone', '1 min')
    expect(await waitForPropagation(6, ports)).toEqual({ acted: 2, of: 3, silent: ['cut off (http://there)'] })
  })

  test('a server that has read a log that went back has acted on nothing of this one, at any position', async () => {
    const [one] = await openTwo()
    const [store, log] = [createPostgresMemberStore(one), createPostgresChangeLog(one)]
    const ports = { store, clock: systemClock, timers: systemTimers }
    const self = (id: string) => ({ id, release: '1', address: 'http://here', settings: '' })
    for (const text of ['a', 'b', 'c']) await log.append(text)
    const read = await log.head()
    for (const id of ['asleep', 'awake']) await store.beat({ ...self(id), read, troubles: [] })
    expect(await waitForPropagation(2, ports)).toEqual({ acted: 2, of: 2, silent: [] })

    // A standby that knew less takes over, and others go on writing.
    await one.run('DELETE FROM change WHERE seq > 1')
    await one.run('UPDATE change_head SET seq = 1')
    for (const text of ['d', 'e', 'f']) await log.append(text)
    await store.beat({ ...self('awake'), read: await log.head(), troubles: [] })
    expect(await waitForPropagation(2, ports)).toEqual({ acted: 1, of: 2, silent: ['asleep (http://here)'] })
  })

  const scene = async () => {
    const [one, other] = await openTwo()
    await one.run('CREATE TABLE written (by text)')
    const [leases, others] = [createPostgresLeaseStore(one), createPostgresLeaseStore(other)]
    const generation = await leases.acquireLease('market', 'one', 1)
    const led = withFencing(one, { lease: 'market', generation: () => generation })
    const write = (by: string) => led.run('INSERT INTO written VALUES ($1)', by)
    const written = async () => (await other.all('SELECT by FROM written')).map(({ by }) => by)
    return { led, others, write, written }
  }

  test('the leader writes; a deposed one writes nothing, in any way', async () => {
    const { led, others, write, written } = await scene()
    await write('one')
    await expect.poll(() => others.acquireLease('market', 'other', 60_000)).toBe(2)
    await expect(write('one, late')).rejects.toThrow(DeposedError)
    await expect(led.transaction((within) => within.run(`INSERT INTO written VALUES ('late')`))).rejects.toThrow(
      DeposedError,
    )
    expect(await written()).toEqual(['one'])
  })

  test('a server unsure of its lead writes nothing', async () => {
    const { led, written } = await scene()
    const unsure = withFencing(led, { lease: 'market', generation: () => null })
    await expect(unsure.run(`INSERT INTO written VALUES ('unsure')`)).rejects.toThrow(DeposedError)
    expect(await written()).toEqual([])
  })

  test('the next one begins after pending writes are committed: never before', async () => {
    const { led, others, written } = await scene()
    const order: string[] = []
    let taken: Promise<void> = Promise.resolve()
    await led.transaction(async (within) => {
      taken = (async () => {
        await expect.poll(() => others.acquireLease('market', 'other', 60_000), { timeout: 10_000 }).toBe(2)
        order.push(`taken after ${(await written()).length}`)
      })()
      // The other one waits for the fence by now.
      await expect
        .poll(
          async () => (await within.get('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted'))?.waiting,
        )
        .toBeGreaterThan(0)
      await within.run(`INSERT INTO written VALUES ('under way')`)
      order.push('written')
    })
    await taken
    expect(order).toEqual(['written', 'taken after 1'])
  })
})
