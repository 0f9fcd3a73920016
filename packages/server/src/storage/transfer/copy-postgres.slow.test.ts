import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slotMs } from '@p2p-rates/core/internal'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { NewerDataError } from '../newer-data-error.js'
import { openDatabase as openPostgres } from '../postgres/database.js'
import { openPostgresStore } from '../postgres/open-store.js'
import { inspect } from '../sqlite/inspect.js'
import { databasePathOf, openSqliteStore } from '../sqlite/open-store.js'
import type { Store } from '../store.js'
import { copiedTables, type Table, type ValueKind } from '../tables.js'
import { type CopyTarget, copyData, type ReportRows } from './copy-data.js'
import { openCopySource, openCopyTarget } from './open-copy-source-and-target.js'
import { compare, copy, fresh, makeWhole, opened, quiet, random, seed } from './testing/copying.js'
import { historyDays, hostileTexts, seriesKeys, startMs } from './testing/fill-store.js'

const historyOf = async ({ history }: Store) =>
  Promise.all(seriesKeys.map((key) => history.readSeries(key, startMs, startMs + (historyDays + 1) * 288 * slotMs)))

describe('with PostgreSQL', needsPostgres, () => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-copy-'))
  let whole: string
  let database: TestDatabase
  beforeAll(async () => {
    whole = await makeWhole(join(folder, 'data'))
    database = await makeTestDatabase()
  }, 60_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await database.drop()
  })

  const freshPostgres = async () => {
    const place = await database.newSchema()
    const inside = openPostgres(place)
    onTestFinished(() => inside.close())
    return { place, url: place.url, run: inside.run, all: inside.all }
  }

  test('the copy has every table and every column of it, except generated ones', async () => {
    const { place, all } = await freshPostgres()
    await opened(await openPostgresStore(place)).probe()
    const own = ['search', 'locked_until', 'held_until', 'seq']
    const columns = await all(
      `SELECT table_name AS name, string_agg(column_name, ',' ORDER BY column_name COLLATE "C") AS columns
       FROM information_schema.columns WHERE table_schema = $1 AND is_generated = 'NEVER' AND NOT column_name = ANY($2)
         AND NOT table_name = ANY($3) GROUP BY 1 ORDER BY table_name::text COLLATE "C"`,
      place.schema,
      own,
      [
        'change',
        'change_head',
        'fence',
        'handed_reading',
        'lane',
        'lease',
        'member',
        'poll_nonce',
        'remote_reader',
        'remote_task',
        'state',
        'step',
        'usage_writer',
      ],
    )
    expect(columns.map(({ name, columns }) => [name, columns])).toEqual(
      copiedTables
        .map(({ name, data }) => [name, [...data.keys()].toSorted().join(',')] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  })

  test('there and back everything is the same: rows, their order, the past, and what a server finds', async () => {
    const { place, url } = await freshPostgres()
    const back = fresh()
    const proofs = await copy(whole, url)
    expect(await copy(url, back)).toEqual(proofs)
    expect(await compare(whole, back)).toEqual(proofs)
    expect(inspect(databasePathOf(back)).faults).toEqual([])

    const stores = [
      opened(openSqliteStore(whole)),
      opened(await openPostgresStore(place)),
      opened(openSqliteStore(back)),
    ] as const
    const [first, there] = stores
    for (const store of stores.slice(1)) {
      expect(await historyOf(store)).toEqual(await historyOf(first))
      expect(await store.webhooks.pending()).toEqual(await first.webhooks.pending())
      for (const id of ['wh_0', 'wh_1', 'wh_2'])
        expect(await store.webhooks.deliveries(id, 100)).toEqual(await first.webhooks.deliveries(id, 100))
      for (const text of [...hostileTexts.map((hostile) => hostile.slice(0, 50)), 'STRASSE', 'example.com', 'acc_'])
        expect(await store.accountList.page({ text, after: null, limit: 90 }, 0), text).toEqual(
          await first.accountList.page({ text, after: null, limit: 90 }, 0),
        )
    }
    const newest = { fiat: 'PLN', exchange: 'okx', buy: 4, sell: 4, buyAds: 1, sellAds: 1 }
    await there.history.append(startMs + (historyDays + 1) * 288 * slotMs, [newest])
    expect(await historyOf(there)).toEqual(await historyOf(first))
    const [waiting] = await there.webhooks.pending()
    if (waiting === undefined) throw new Error('nothing waits')
    await there.webhooks.save([], [{ ...waiting, id: 'dl_behind' }])
    expect((await there.webhooks.pending()).at(-1)?.id).toBe('dl_behind')
    // A request that was under way is free to be repeated.
    const begun = await there.idempotency.reserveKey(
      {
        accountId: 'acc_1',
        key: `1 ${hostileTexts[1]}`,
        fingerprint: 'f',
        operationId: 'o',
        createdAtMs: startMs,
        answer: null,
      },
      { keptMs: Number.MAX_SAFE_INTEGER, leaseMs: 1_000 },
    )
    expect(begun).toMatchObject({ state: 'ours', record: { operationId: 'op_1' } })
  }, 60_000)

  test('one byte that is another is found, whatever the table, and the table is named', async () => {
    const { url, run } = await freshPostgres()
    await copy(whole, url)
    expect(await compare(whole, url)).toHaveLength(copiedTables.length)
    const spoil = ({ name, data, copiedRows = 'TRUE' }: Table) => {
      const [column = '', kind = 'text'] = [...data].map(([last, { kind }]) => [last, kind] as const).at(-1) ?? []
      const others: Record<ValueKind, string> = {
        bytes: `set_byte(${column}, length(${column}) - 1, 255 - get_byte(${column}, length(${column}) - 1))`,
        whole: `${column} + 2`,
        text: `${column} || ' '`,
      }
      const one = `SELECT ctid FROM ${name} WHERE ${copiedRows} AND ${column} IS NOT NULL LIMIT 1`
      return run(`UPDATE ${name} SET ${column} = ${others[kind]} WHERE ctid = (${one})`)
    }
    const differing = async () => {
      const message = await compare(whole, url).catch((error: Error) => error.message)
      return [...String(message).matchAll(/^ {2}(\w+): \d+ rows \(\w{16}\) and \d+ rows \(\w{16}\)$/gm)].map(
        ([, name]) => name,
      )
    }
    const first = random.pick(copiedTables)
    await spoil(first)
    expect(await differing(), `seed ${seed}`).toEqual([first.name])
    for (const table of copiedTables) if (table !== first) await spoil(table)
    expect(await differing()).toEqual(copiedTables.map(({ name }) => name))
  }, 30_000)

  test('deliveries that have changed places are a difference', async () => {
    const { url, run } = await freshPostgres()
    await copy(whole, url)
    await run(`UPDATE delivery SET seq = -seq WHERE seq = (SELECT max(seq) FROM delivery)`)
    await expect(compare(url, whole)).rejects.toThrow(/^The two sides are not the same:\n {2}delivery: /)
  }, 30_000)

  test('a database with anything in it is refused and stays as it was', async () => {
    const { place, url, all } = await freshPostgres()
    const store = opened(await openPostgresStore(place))
    await store.keys.saveAccount({ id: 'acc_here', name: 'A', plan: 'Pro', createdAtMs: 1 })
    await store.setMeta('prices', 'simulated')
    await expect(copy(whole, url)).rejects.toThrow('is not empty: its table account has rows. Nothing was copied.')
    expect(await store.getMeta('prices')).toBe('simulated')
    expect(await all('SELECT id FROM account')).toEqual([{ id: 'acc_here' }])
    expect(await all('SELECT id FROM webhook')).toEqual([])
  })

  test('wherever it ends before its end, also with its connection, the database is left empty', async () => {
    const { url, all, run } = await freshPostgres()
    const pastHalf: ReportRows = ({ done, all }) => {
      if (done / all > 0.5) throw new Error('ended here')
    }
    await expect(copy(whole, url, pastHalf)).rejects.toThrow('ended here')
    const source = await openCopySource(whole)
    const target = await openCopyTarget(url)
    const cut: CopyTarget = {
      ...target,
      fill: (work) =>
        target.fill((filling) =>
          work({
            ...filling,
            put: async (table, rows) => {
              await filling.put(table, rows)
              if (table.name === 'delivery') await endConnections()
            },
          }),
        ),
    }
    const endConnections = () =>
      run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'p2p-rates copy' AND datname = current_database()`,
      )
    await expect(copyData({ source, target: cut }, { judge: async () => {}, reportRows: quiet })).rejects.toThrow(
      'does not work at the moment',
    )
    await source.close()
    for (const { name } of copiedTables) expect(await all(`SELECT 1 FROM ${name}`), name).toEqual([])
    await copy(whole, url)
  }, 30_000)

  test('later writes of a server are not in the copy, and while one is made no server writes', async () => {
    const [one, other] = [await freshPostgres(), await freshPostgres()]
    await copy(whole, one.url)
    const source = await openCopySource(one.url)
    const target = await openCopyTarget(other.url)
    const beside = openPostgres(other.place)
    onTestFinished(() => beside.close())
    const busy: CopyTarget = {
      ...target,
      fill: (work) =>
        target.fill(async (filling) => {
          await one.run(`INSERT INTO meta (name, value) VALUES ('meanwhile', 'x')`)
          const write = beside.transaction((within) => within.run('LOCK TABLE meta IN ROW EXCLUSIVE MODE NOWAIT'))
          await expect(write).rejects.toThrow('could not obtain lock')
          return work(filling)
        }),
    }
    const proofs = await copyData({ source, target: busy }, { judge: async () => {}, reportRows: quiet })
    await source.close()
    expect(await compare(whole, other.url)).toEqual(proofs)
    await expect(compare(one.url, other.url)).rejects.toThrow(/^The two sides are not the same:\n {2}meta: 4 rows/)
  }, 30_000)

  test('history that is not as it was written is named on the way back, and nothing is copied', async () => {
    const { url, run } = await freshPostgres()
    await copy(whole, url)
    const to = fresh()
    await run('UPDATE chunk SET data = set_byte(data, 99, 255 - get_byte(data, 99)) WHERE series = 2')
    await expect(copy(url, to)).rejects.toThrow(/is damaged, and nothing was copied:\n {2}chunk 2 \d+: not as it was/)
    expect(existsSync(to)).toBe(false)
  }, 30_000)

  test('a database without data, and an invalid address, are reported without the password', async () => {
    const { url, place, run } = await freshPostgres()
    await expect(copy(url, fresh())).rejects.toThrow(`There are no data at postgres://${new URL(url).host}`)
    await expect(copy('postgres://ann:se/cr#et@@[host', fresh())).rejects.toThrow(/^(?!.*cr).*cannot be read/)
    const nobody = 'postgres://ann:secret@127.0.0.1:1/none'
    await expect(copy(nobody, fresh())).rejects.toThrow(/^(?!.*secret).*does not work at the moment/)
    await opened(await openPostgresStore(place)).probe()
    await run(`INSERT INTO step (number, kind, at) VALUES (99, 'expand', now())`)
    await expect(copy(url, fresh())).rejects.toThrow(NewerDataError)
    await expect(copy(whole, url)).rejects.toThrow(NewerDataError)
  })
})
