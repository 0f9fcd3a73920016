import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { UnsupportedDatabaseError } from '../../base/errors/operator-errors.js'
import { makeFolder } from '../../testing/make-folder.js'
import { makeTestDatabase, needsPostgres, needsPostgresRoles, type TestDatabase } from '../../testing/postgres.js'
import { startServer } from '../../testing/start-server.js'
import { chooseStore } from '../choose-store.js'
import type { Store } from '../store.js'

describe('over a real PostgreSQL', needsPostgres, () => {
  let engine: TestDatabase
  beforeAll(async () => {
    engine = await makeTestDatabase()
  })
  afterAll(() => engine.drop())

  test('a whole server keeps its data there, answers from them and finds them again', async () => {
    const { url } = await engine.newSchema()
    const wish = { fiats: ['UAH'], settings: { P2P_DATABASE_URL: url, P2P_MASTER_KEY: 'a'.repeat(64) } } as const
    const first = await startServer({ ...wish, historyDays: 40 })
    const headers = { 'X-API-Key': first.keys.Business }
    const read = async (baseUrl: string, path: string) => (await fetch(`${baseUrl}${path}`, { headers })).json()
    const span = '?hours=48&exchange=okx'
    const points = ((await read(first.baseUrl, `/history${span}`)) as { points: unknown[] }).points
    expect(points.length).toBeGreaterThan(100)
    expect(
      ((await read(first.baseUrl, '/candles?interval=1d&hours=800')) as { candles: unknown[] }).candles.length,
    ).toBeGreaterThan(30)
    const made = await fetch(`${first.baseUrl}/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: JSON.stringify({ url: 'https://hooks.example.com/', event: 'best_buy', threshold: 1 }),
    })
    expect(made.status).toBe(201)
    await first.stop()

    const second = await startServer({ ...wish, historyDays: 0 })
    onTestFinished(() => second.stop())
    expect(await read(second.baseUrl, '/webhooks')).toMatchObject({ webhooks: [{ event: 'best_buy' }] })
    const again = ((await read(second.baseUrl, `/history${span}`)) as { points: unknown[] }).points
    expect(again.slice(0, 50)).toEqual(points.slice(points.length - again.length).slice(0, 50))
    expect(await read(second.baseUrl, '/me')).toMatchObject({ used_this_month: expect.any(Number) })
  })

  test('a server makes the folder for its control socket and its reserve where there is none', async () => {
    const { url } = await engine.newSchema()
    const dataDir = join(makeFolder(), 'not', 'yet')
    const settings = { P2P_DATABASE_URL: url, P2P_MASTER_KEY: 'a'.repeat(64) }
    const running = await startServer({ fiats: ['UAH'], settings, historyDays: 0, dataDir })
    onTestFinished(() => running.stop())
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['control.sock', 'revocations.reserve']))
  })

  const placeAt = async (url: string) =>
    chooseStore({ DATA_DIR: makeFolder(), DATABASE_URL: url, REDIS_URL: undefined })
  const accountsOf = async (store: Store) => (await store.keys.accounts()).map(({ id }) => id)

  test('one serves, the rest stand by and take over; a deposed one writes nothing more', async () => {
    const { url } = await engine.newSchema()
    const place = await placeAt(url)
    const first = await place.openForServer(
      () => {},
      () => {},
    )
    const told: string[] = []
    let isServing = false
    const taking = place
      .openForServer(
        () => {},
        (why) => void told.push(why),
      )
      .then((store) => {
        isServing = true
        return store
      })
    await expect
      .poll(() => told)
      .toEqual([expect.stringMatching(/^Another server serves these data: .+, process \d+ .*Standing by\.$/)])
    await expect(place.openForCommand()).rejects.toThrow(/^A server serves these data: /)
    await first.keys.saveAccount({ id: 'acc_first', name: '', plan: 'Free', createdAtMs: 1 })
    expect([isServing, await first.dataHealth()]).toEqual([false, null])
    await first.close()
    const second = await taking
    onTestFinished(() => second.close())
    expect(await accountsOf(second)).toEqual(['acc_first'])
    await second.keys.saveAccount({ id: 'acc_second', name: '', plan: 'Free', createdAtMs: 2 })
    expect(await second.dataHealth()).toBeNull()
  })

  test('a server whose lease has another holder writes nothing and names the reason', async () => {
    const place = await engine.newSchema()
    const store = await (await placeAt(place.url)).openForServer(
      () => {},
      () => {},
    )
    onTestFinished(() => store.close())
    await engine.run(`UPDATE ${place.schema}.fence SET generation = generation + 1`)
    await expect(store.keys.saveAccount({ id: 'acc_late', name: '', plan: 'Free', createdAtMs: 1 })).rejects.toThrow(
      'Another server leads',
    )
    expect(await accountsOf(store)).toEqual([])
    await engine.run(`UPDATE ${place.schema}.lease SET holder = 'another'`)
    await expect
      .poll(() => store.dataHealth(), { timeout: 15_000 })
      .toMatchObject({ message: expect.stringMatching(/^Another server serves/) })
  })

  test.each([
    ['goes on where nobody else was at it', 0],
    ['ends where another one was', 1],
  ])('a server cut off until its lease had expired %s', async (_, others) => {
    const place = await engine.newSchema()
    const store = await (await placeAt(place.url)).openForServer(
      () => {},
      () => {},
    )
    onTestFinished(() => store.close())
    await engine.run(
      `UPDATE ${place.schema}.lease SET holder = 'gone', expires_at = '-infinity';
       UPDATE ${place.schema}.fence SET generation = generation + ${others}`,
    )
    let count = 0
    const save = () => {
      count += 1
      return store.keys.saveAccount({ id: `acc_${count}`, name: '', plan: 'Free', createdAtMs: count })
    }
    const ends = async () => (await store.dataHealth())?.message ?? null
    const writes = () =>
      save().then(
        () => true,
        () => false,
      )
    // The lease is looked at every three seconds.
    if (others === 0) {
      await expect
        .poll(async () => Number((await engine.get(`SELECT generation FROM ${place.schema}.fence`))?.generation), {
          timeout: 15_000,
        })
        .toBe(2)
      await expect.poll(writes, { timeout: 15_000 }).toBe(true)
      expect(await ends()).toBeNull()
    } else {
      await expect.poll(ends, { timeout: 15_000 }).toMatch(/^Another server serves/)
      expect(await writes()).toBe(false)
    }
  })

  test('a command works on the data while no server runs, and keeps servers waiting meanwhile', async () => {
    const place = await placeAt((await engine.newSchema()).url)
    const store = await place.openForCommand()
    await store.keys.saveAccount({ id: 'acc_a', name: 'A', plan: 'Free', createdAtMs: 1 })
    await expect(place.openForCommand()).rejects.toThrow(/^A server serves these data: a command on /)
    await store.close()
    const findings = await place.inspect(null)
    expect(findings).toMatchObject({ place: place.name, faults: [] })
    expect(findings.rows.get('account')).toBe(1)
    expect(await place.migrate()).toEqual({ from: findings.version, to: findings.version })
    await expect(place.backUp('x')).rejects.toThrow('pg_dump')
  })

  test.each([
    [
      'a database that is not there',
      async () => (await engine.newSchema()).url.replace(/p2p_test_\w+/, 'p2p_nowhere'),
      /^The database refuses us: database "p2p_nowhere" does not exist\.$/,
    ],
    [
      'an address that leaves it open who answers',
      async () => `${(await engine.newSchema()).url}&ssl=no-verify`,
      /^The address of the database or PGSSLMODE leaves it open who answers/,
    ],
  ])('%s is reported in one sentence', async (_, urlOf, words) => refuses(await urlOf(), words))

  test.each([
    ['without rights', 'USAGE', '', /^The database user may not create tables/],
    [
      'who does not own the tables',
      'USAGE, CREATE',
      'CREATE TABLE step (number int PRIMARY KEY, kind text NOT NULL, at timestamptz)',
      /^The database user lacks a right: permission denied for table step\./,
    ],
  ])('a user %s is reported in one sentence', needsPostgresRoles, async (_, rights, sql, words) => {
    const { url, schema } = await engine.newSchema()
    const role = `p2p_stranger_${process.pid}`
    await engine.run(`CREATE ROLE ${role}; GRANT ${role} TO CURRENT_USER`)
    onTestFinished(() => engine.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
    await engine.run(`GRANT ${rights} ON SCHEMA ${schema} TO ${role}; SET search_path = ${schema}; ${sql}`)
    // It takes the role after it has connected, because a role of its own might need a password.
    const asRole = new URL(url)
    asRole.searchParams.set('options', `-csearch_path=${schema} -crole=${role}`)
    await refuses(asRole.href, words)
  })

  const refuses = async (url: string, words: RegExp) => {
    const refused = (await placeAt(url)).openForServer(
      () => {},
      () => {},
    )
    await expect(refused).rejects.toThrow(UnsupportedDatabaseError)
    await expect(refused).rejects.toThrow(words)
  }
})
