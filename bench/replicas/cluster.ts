import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { atExit } from '../../proofs/harness/at-exit.js'
import { makeEngineFolder } from '../../proofs/harness/engine-folder.js'
import { startEngine } from '../../proofs/harness/engine-process.js'
import { type OwnPostgres, type SqlAnswer, startPostgres } from '../../proofs/harness/postgres.js'
import { postgresPrograms, redisProgram } from '../../proofs/harness/postgres-and-redis-programs.js'
import { requireBuild } from '../../proofs/harness/server-process.js'
import { freePort } from '../http/servers.js'
import { startSimulatorProcess } from '../simulator-process.js'
import { cpuMsOf, processTreeOf } from './process-cpu-time.js'
import { type Group, type GroupOptions, startGroup } from './servers.js'

export type Cluster = {
  readonly simulator: { readonly baseUrls: Readonly<Record<string, string>> }
  /** A folder that is removed whole, on the disk on which PostgreSQL keeps its data. */
  readonly root: string
  newDatabase(): Promise<SharedDatabase>
  sql(text: string, database?: string): Promise<SqlAnswer>
  readonly postgresSocket: string
  startSingleServer(wish: GroupOptions): Promise<Group>
  startServerGroup(servers: number, wish: GroupOptions & { readonly place?: SharedDatabase }): Promise<Group>
  engines(): { readonly postgres: readonly number[]; readonly redis: readonly number[] }
  engineCpuMs(): { readonly postgres: number; readonly redis: number }
  close(): Promise<void>
}

export type SharedDatabase = { readonly database: string; readonly settings: Readonly<Record<string, string>> }

export async function openCluster(): Promise<Cluster> {
  if (postgresPrograms === null || redisProgram === null)
    throw new Error('this benchmark needs PostgreSQL and Redis (Debian packages postgresql and redis-server)')
  requireBuild()
  const ends: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const end of ends.splice(0)) await end()
  }
  try {
    const root = mkdtempSync(join(tmpdir(), 'p2p-bench-replicas-'))
    ends.unshift(atExit(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })))
    const simulator = await startSimulatorProcess(7)
    ends.unshift(() => void simulator.stop())
    const postgres = await startPostgres()
    ends.unshift(postgres.close)
    await recordCommits(postgres)
    const redis = await startRedis(redisProgram)
    ends.unshift(redis.close)
    const engines = () => ({ postgres: processTreeOf(postmasterOf(postgres)), redis: processTreeOf(redis.pid) })

    let groups = 0
    const folder = () => join(root, String(++groups))
    const held = async (starting: Promise<Group>): Promise<Group> => {
      const group = await starting
      ends.unshift(group.close)
      return group
    }
    const newDatabase = async (): Promise<SharedDatabase> => {
      const database = `p2p_${randomBytes(4).toString('hex')}`
      await postgres.run(`CREATE DATABASE ${database}`)
      return {
        database,
        settings: {
          P2P_DATABASE_URL: `postgres:///${database}?host=${dirname(postgres.target.path)}&user=postgres`,
          P2P_REDIS_URL: redis.url,
          P2P_MASTER_KEY: randomBytes(32).toString('hex'),
          P2P_DRAIN_SECONDS: '0',
        },
      }
    }
    return {
      ...{ simulator, root, newDatabase, engines, close, postgresSocket: postgres.target.path },
      sql: (text, database) => postgres.run(text, database),
      startSingleServer: (wish) => held(startGroup({ ...wish, simulator, servers: 1, folder: folder() })),
      startServerGroup: async (servers, wish) => {
        const { settings } = wish.place ?? (await newDatabase())
        return held(
          startGroup({ ...wish, simulator, servers, folder: folder(), settings: { ...settings, ...wish.settings } }),
        )
      },
      engineCpuMs: () => {
        const { postgres: ofPostgres, redis: ofRedis } = engines()
        return { postgres: cpuMsOf(ofPostgres), redis: cpuMsOf(ofRedis) }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Record commit timestamps in PostgreSQL, so that the servers don't have to report them. */
async function recordCommits(postgres: OwnPostgres): Promise<void> {
  await postgres.run('ALTER SYSTEM SET track_commit_timestamp = on')
  await postgres.stop('fast')
  await postgres.start()
}

const postmasterOf = ({ target }: OwnPostgres): number =>
  Number(readFileSync(join(dirname(target.path), 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

async function startRedis(program: string) {
  const folder = makeEngineFolder(null)
  const port = await freePort()
  const options = Object.entries({
    '--port': String(port),
    '--bind': '127.0.0.1',
    '--dir': folder.path,
    '--pidfile': join(folder.path, 'pid'),
    '--daemonize': 'no',
    '--save': '',
    '--appendonly': 'no',
    '--maxmemory-policy': 'noeviction',
  }).flat()
  const engine = await startEngine({
    words: [program, ...options],
    ready: /ready to accept connections/i,
    lastSignal: 'KILL',
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: await writtenPid(join(folder.path, 'pid')),
    close: async () => {
      await engine.end('SIGKILL')
      folder.remove()
    },
  }
}

async function writtenPid(file: string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid > 0) return pid
    } catch {
      // It is written a moment after the first connection is taken.
    }
    await pass(10)
  }
}
