import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aDelivery, aWebhook } from '../alerts/webhooks/testing/a-webhook.js'
import { readConfig } from '../base/config.js'
import { type Log, silentLog } from '../base/log/log.js'
import { backUp } from '../storage/sqlite/copy-database.js'
import { openDatabase } from '../storage/sqlite/database.js'
import { databasePathOf, openSqliteStore } from '../storage/sqlite/open-store.js'
import type { FileLock } from '../storage/sqlite/sqlite-store-location.js'
import { lockDataDir } from '../storage/sqlite/sqlite-store-location.js'
import { createFakeTime } from '../testing/fake-time.js'
import { makeFolder } from '../testing/make-folder.js'
import { openSecondStore } from '../testing/open-second-store.js'
import { createBrowser } from '../testing/people.js'
import { createTestClient } from '../testing/test-client.js'
import { buildServer } from './build.js'

const configOf = (dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_SIMULATED: 'true',
    P2P_FIATS: 'UAH',
    P2P_EXCHANGES: 'okx',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
    ...settings,
  }).config

const takePort = async (): Promise<string> => {
  const server: Server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return String((server.address() as AddressInfo).port)
}

type Spoiled = {
  /** Causes the fault; resolves with settings that the failing start needs. */
  readonly spoil: (dataDir: string) => Promise<Readonly<Record<string, string>>>
  readonly repair: (dataDir: string) => void
  readonly message: RegExp
}

let lock: FileLock | null = null

/** One for every step that can fail, in the order of the steps. */
const steps: Readonly<Record<string, Spoiled>> = {
  'another server has the data': {
    spoil: async (dataDir) => {
      lock = lockDataDir(dataDir)
      return {}
    },
    repair: () => lock?.release(),
    message: /A server is already running/,
  },
  'the database is a folder': {
    spoil: async (dataDir) => {
      mkdirSync(join(dataDir, 'p2p-rates.db'))
      return {}
    },
    repair: (dataDir) => rmSync(join(dataDir, 'p2p-rates.db'), { recursive: true }),
    message: /p2p-rates\.db/,
  },
  'the database is something else': {
    spoil: async (dataDir) => {
      writeFileSync(join(dataDir, 'p2p-rates.db'), 'not a database at all')
      return {}
    },
    repair: (dataDir) => rmSync(join(dataDir, 'p2p-rates.db')),
    message: /are damaged/,
  },
  'the data are of real prices': {
    spoil: async (dataDir) => {
      const store = openSqliteStore(dataDir)
      await store.setMetaIfAbsent('prices', 'real')
      store.close()
      return {}
    },
    repair: (dataDir) => rmSync(join(dataDir, 'p2p-rates.db')),
    message: /holds real prices/,
  },
  'the master key is empty': {
    spoil: async (dataDir) => {
      writeFileSync(join(dataDir, 'master.key'), '')
      return {}
    },
    repair: (dataDir) => rmSync(join(dataDir, 'master.key')),
    message: /master\.key/,
  },
  'the master key is another one': {
    spoil: async (dataDir) => {
      await (await buildServer(configOf(dataDir), { log: silentLog })).stop()
      return { P2P_MASTER_KEY: 'a'.repeat(64) }
    },
    repair: () => {},
    message: /not the one these data were sealed with/,
  },
  'the master key is gone': {
    spoil: async (dataDir) => {
      await (await buildServer(configOf(dataDir), { log: silentLog })).stop()
      renameSync(join(dataDir, 'master.key'), join(dataDir, 'elsewhere'))
      return {}
    },
    repair: (dataDir) => renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'master.key')),
    message: /master\.key is gone/,
  },
  'a folder is in the folder of the control socket': {
    spoil: async (dataDir) => {
      mkdirSync(join(dataDir, 'control.sock', 'something'), { recursive: true })
      return {}
    },
    repair: (dataDir) => rmSync(join(dataDir, 'control.sock'), { recursive: true }),
    message: /in the folder of the control socket/,
  },
  'the port is taken': {
    spoil: async () => ({ P2P_PORT: await takePort() }),
    repair: () => {},
    message: /is taken by another program \(EADDRINUSE\)\. Set P2P_PORT\.$/,
  },
  'the address is of another machine': {
    spoil: async () => ({ P2P_HOST: '192.0.2.1' }),
    repair: () => {},
    message: /This machine has no address 192\.0\.2\.1 \(EADDRNOTAVAIL\)\. Set P2P_HOST\.$/,
  },
  'the port of the metrics is taken': {
    spoil: async () => ({ P2P_METRICS_PORT: await takePort() }),
    repair: () => {},
    message: /is taken by another program \(EADDRINUSE\)\. Set P2P_METRICS_PORT\.$/,
  },
  'what waits to be delivered is unreadable': {
    spoil: async (dataDir) => {
      const store = openSqliteStore(dataDir)
      await store.webhooks.create(aWebhook({ enabled: false }), 20)
      await store.webhooks.save([], [aDelivery({ state: 'pending' })])
      store.database.exec(`UPDATE delivery SET record = '{"once":true'`)
      store.close()
      return {}
    },
    repair: (dataDir) => {
      const store = openSqliteStore(dataDir)
      store.database.exec('DELETE FROM delivery')
      store.close()
    },
    message: /JSON/,
  },
}

test.each(Object.entries(steps))('where %s, a start leaves nothing open, and the next one works', async (_, step) => {
  const dataDir = join(makeFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const settings = await step.spoil(dataDir)
  const time = createFakeTime()
  await expect(buildServer(configOf(dataDir, settings), { log: silentLog, ...time })).rejects.toThrow(step.message)
  expect(time.pending()).toBe(0)

  step.repair(dataDir)
  const server = await buildServer(configOf(dataDir), { log: silentLog })
  await server.stop()
})

test('a server that has stopped leaves no timer behind, and may be asked to stop again', async () => {
  const time = createFakeTime()
  const server = await buildServer(configOf(join(makeFolder(), 'data')), { log: silentLog, ...time })
  expect(time.pending()).toBeGreaterThan(0)
  await Promise.all([server.stop(), server.stop()])
  expect(time.pending()).toBe(0)
})

describe('a running server', () => {
  const run = async () => {
    const dataDir = join(makeFolder(), 'data')
    const lines: string[] = []
    const tell = (message: string) => void lines.push(message)
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: tell }
    const time = createFakeTime()
    const server = await buildServer(configOf(dataDir), { log, ...time })
    onTestFinished(() => server.stop())
    return { dataDir, lines, time, server }
  }

  test.each([
    ['its folder is removed', (dataDir: string) => rmSync(dataDir, { recursive: true })],
    ['the lock in it is removed', (dataDir: string) => rmSync(join(dataDir, 'server.lock'))],
  ])('ends within a second when %s, with a clear line, and answers no more', async (_, harm) => {
    const { dataDir, lines, time, server } = await run()
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    harm(dataDir)
    await time.pass(1_000)
    expect((await server.ended).message).toMatch(/was removed or replaced/)
    expect(lines.join('\n')).toMatch(/was removed or replaced/)
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
    expect(time.pending()).toBe(0)
  })

  test('answers while another program holds the lock of the database, says 503 to writes, and heals', async () => {
    const { dataDir, server } = await run()
    const { id } = await server.operator.createAccount('A', 'Business')
    const { key } = await server.operator.createKey(id, null)
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ url: 'https://example.com/hook', event: 'best_buy', threshold: 1 })
    const write = async () => (await fetch(`${server.url}/api/v1/webhooks`, { method: 'POST', headers, body })).status
    const read = async () => (await fetch(`${server.url}/api/v1/me`, { headers })).status
    const other = openDatabase(databasePathOf(dataDir))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    expect([await write(), await read(), await write(), await read()]).toEqual([503, 200, 503, 200])
    other.exec('COMMIT')
    expect(await write()).toBe(201)
  })

  test('stores its counts before a restore replaces the data', async () => {
    const { dataDir, server } = await run()
    const file = join(dataDir, '..', 'backup.db')
    const { id } = await server.operator.createAccount('A', 'Pro')
    const { key } = await server.operator.createKey(id, null)
    const beside = openSecondStore(dataDir)
    backUp(beside.database, file)
    // No timer moves: the only flush is the one of the restore.
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { 'X-API-Key': key } })).status).toBe(200)
    const { kept } = await server.operator.restore(file, { keepEnded: true })
    const before = openDatabase(kept, { readOnly: true })
    onTestFinished(() => before.close())
    expect(before.prepare('SELECT sum(requests) AS requests FROM usage_day').get()).toEqual({ requests: 1 })
    expect([...(await beside.usage.lastUses(null))]).toEqual([])
  })

  test('that is asked to stop does not report an unexpected end', async () => {
    const { lines, time, server } = await run()
    await server.stop()
    await time.pass(1_000)
    expect(lines).toEqual([])
  })
})

test('a password costs 2^17 rounds unless a test says otherwise', async () => {
  const dataDir = join(makeFolder(), 'data')
  const server = await buildServer(configOf(dataDir, { P2P_REGISTRATION: 'open' }), { log: silentLog })
  onTestFinished(() => server.stop())
  const asker = createTestClient(server.url)
  onTestFinished(() => asker.close())
  const ann = { email: 'ann@example.com', password: 'a long password' }
  expect((await createBrowser(asker, server.url).ask('POST', '/accounts', ann)).status).toBe(201)
  const login = await openSecondStore(dataDir).logins.findByEmail(ann.email)
  expect(login?.password).toMatch(/^scrypt\$17\$/)
})
