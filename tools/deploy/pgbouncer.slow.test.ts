import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOnPath, lacks } from '@p2p-rates/core/testing'
import { startServer } from '@p2p-rates/server/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EngineProcess, makeEngineFolder, startEngine } from '../../proofs/harness/engine-process.js'
import { type OwnPostgres, startPostgres } from '../../proofs/harness/postgres.js'
import { postgresPrograms, userForPostgres } from '../../proofs/harness/postgres-and-redis-programs.js'
import { replaceOnce } from '../replace-once.js'
import { repository } from '../throw-away-copy.js'

const read = (name: string) => readFileSync(join(repository, 'examples/self-host/replicas', name), 'utf8')
const missing = [...(isOnPath('pgbouncer') ? [] : ['pgbouncer']), ...(postgresPrograms === null ? ['PostgreSQL'] : [])]

/** It talks through socket files alone: no port can be taken. */
const ours = (folder: string, engine: OwnPostgres): string =>
  (
    [
      ['host=127.0.0.1 port=5432', `host=${join(engine.target.path, '..')} port=5432`],
      ['listen_addr = 127.0.0.1\n', `unix_socket_dir = ${folder}\n`],
      ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    ] as const
  ).reduce((text, [search, replacement]) => replaceOnce(text, search, replacement), read('pgbouncer.ini'))

describe('through PgBouncer in transaction mode, with our files', lacks(...missing), () => {
  let folder: ReturnType<typeof makeEngineFolder>
  let engine: OwnPostgres
  let pooler: EngineProcess
  beforeAll(async () => {
    const user = userForPostgres()
    folder = makeEngineFolder(user)
    engine = await startPostgres()
    await engine.run("CREATE ROLE p2p LOGIN PASSWORD 'secret'")
    await engine.run('CREATE DATABASE p2p OWNER p2p')
    await engine.run(read('limits.sql'))
    const file = join(folder.path, 'pgbouncer.ini')
    writeFileSync(file, ours(folder.path, engine))
    writeFileSync(join(folder.path, 'userlist.txt'), '"p2p" "secret"\n')
    pooler = await startEngine({ words: ['pgbouncer', file], ready: /process up/, lastSignal: 'KILL', user })
  })
  afterAll(async () => {
    await pooler.end('SIGINT')
    await engine.close()
    folder.remove()
  })

  const url = () => `postgres:///p2p?host=${folder.path}&port=6432&user=p2p&password=secret`

  test('a whole server leads, writes and finds its data again', async () => {
    const settings = { P2P_DATABASE_URL: url(), P2P_MASTER_KEY: 'a'.repeat(64) }
    const wish = { fiats: ['UAH'], historyDays: 1, settings } as const
    const first = await startServer(wish)
    const headers = { 'X-API-Key': first.keys.Business, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ url: 'https://hooks.example.com/', event: 'best_buy', threshold: 1 })
    const made = await fetch(`${first.baseUrl}/webhooks`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    await first.stop()
    const second = await startServer({ ...wish, historyDays: 0 })
    onTestFinished(() => second.stop())
    expect(await (await fetch(`${second.baseUrl}/webhooks`, { headers })).json()).toMatchObject({
      webhooks: [{ event: 'best_buy' }],
    })
  })

  test('the limits that the servers cannot ask for there are those of their user', async () => {
    const client = new pg.Client({ connectionString: url() })
    await client.connect()
    onTestFinished(() => client.end())
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const { rows } = await client.query(
      `SELECT ${limits.map((limit) => `current_setting('${limit}') AS ${limit}`).join(', ')}`,
    )
    expect(rows).toEqual([{ statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '5s' }])
  })

  test('connections are shared: more callers than it has of them are answered', async () => {
    const clients = Array.from({ length: 60 }, () => new pg.Client({ connectionString: url() }))
    await Promise.all(clients.map((client) => client.connect()))
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))))
    await Promise.all(clients.map((client) => client.query('SELECT 1')))
    const [open] = await engine.run("SELECT count(*)::int AS it FROM pg_stat_activity WHERE usename = 'p2p'")
    expect(Number(open?.it)).toBeLessThanOrEqual(24)
  })
})
