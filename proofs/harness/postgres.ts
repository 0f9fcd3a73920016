import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { type EngineProcess, makeEngineFolder, startEngine } from './engine-process.js'
import { postgresPrograms, userForPostgres } from './postgres-and-redis-programs.js'

export type SqlAnswer = readonly Readonly<Record<string, unknown>>[]

const socketPort = 5432
const standbyName = 'standby'

const settings = (folder: string): string => `
listen_addresses = ''
unix_socket_directories = '${folder}'
port = ${socketPort}
fsync = on
synchronous_commit = on
full_page_writes = on
wal_level = replica
max_wal_senders = 8
hot_standby = on
max_connections = 100
shared_buffers = 32MB
wal_retrieve_retry_interval = 200ms
lc_messages = 'C'
logging_collector = off
`

export async function startPostgres(): Promise<OwnPostgres> {
  const user = userForPostgres()
  const folder = makeEngineFolder(user)
  const data = join(folder.path, 'data')
  runProgram('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'])
  appendFileSync(join(data, 'postgresql.conf'), settings(folder.path))
  return over({ folder, data, ready: /database system is ready to accept connections/ })
}

/** A standby that the primary waits for at each commit. */
export async function startStandby(primary: OwnPostgres) {
  const user = userForPostgres()
  const folder = makeEngineFolder(user)
  const data = join(folder.path, 'data')
  const from = folderOf(primary)
  runProgram('pg_basebackup', ['-h', from, '-p', String(socketPort), '-U', 'postgres', '-D', data, '-c', 'fast'])
  const place = `host=${from} port=${socketPort} user=postgres application_name=${standbyName}`
  // The later lines count.
  appendFileSync(join(data, 'postgresql.conf'), `${settings(folder.path)}primary_conninfo = '${place}'\n`)
  const signal = join(data, 'standby.signal')
  writeFileSync(signal, '')
  if (user !== null) chownSync(signal, user.uid, user.gid)
  const own = await over({ folder, data, ready: /database system is ready to accept (?:read-only )?connections/ })
  await primary.run(`ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`)
  await primary.run('SELECT pg_reload_conf()')
  const isSynchronous = `SELECT 1 FROM pg_stat_replication WHERE application_name = '${standbyName}' AND sync_state = 'sync'`
  while ((await primary.run(isSynchronous)).length === 0) await pass(20)
  return {
    ...own,
    /** From now on it is a primary. Stop the other one before: two would be right. */
    promote: async () => {
      await own.run('SELECT pg_promote(true, 60)')
    },
  }
}

type EnginePlace = {
  readonly folder: { readonly path: string; remove(): void }
  readonly data: string
  readonly ready: RegExp
}

async function over({ folder, data, ready }: EnginePlace) {
  const words = [program('postgres'), '-D', data]
  const launch = () => startEngine({ words, ready, lastSignal: 'QUIT', user: userForPostgres() })
  let engine: EngineProcess = await launch()
  return {
    target: { path: join(folder.path, `.s.PGSQL.${socketPort}`) },
    pid: () => engine.pid,
    /** Connects directly, not through a cut, as the superuser. */
    run: (sql: string, database = 'postgres') => ask(folder.path, database, sql),
    /** `fast`: as an operator would. `immediate`: as when the power goes. */
    stop: (how: 'fast' | 'immediate') => engine.end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    start: async () => {
      engine = await launch()
    },
    close: async () => {
      await engine.end('SIGQUIT')
      folder.remove()
    },
  }
}

/** PostgreSQL of the proof, reached through the socket in its folder. Commits are written to disk. */
export type OwnPostgres = Awaited<ReturnType<typeof over>>

const folderOf = ({ target }: OwnPostgres): string => join(target.path, '..')

async function ask(host: string, database: string, sql: string): Promise<SqlAnswer> {
  const client = new pg.Client({ host, port: socketPort, user: 'postgres', database })
  client.on('error', () => {})
  await client.connect()
  try {
    const answer = await client.query<Record<string, unknown>>(sql)
    return answer.rows ?? []
  } finally {
    await client.end()
  }
}

function program(name: string): string {
  if (postgresPrograms === null) throw new Error('PostgreSQL is not installed here.')
  return join(postgresPrograms, name)
}

function runProgram(name: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program(name), [...words], {
    encoding: 'utf8',
    // The engine's user may lack access to the current folder.
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...(userForPostgres() ?? {}),
  })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}
