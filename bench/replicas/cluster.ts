import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fiats } from '@p2p-rates/core'
import type { Simulator } from '@p2p-rates/simulator'
import { freePort } from '../../proofs/harness/free-port.js'
import { openTogether } from '../../proofs/harness/parts.js'
import { type OwnPostgres, startPostgres } from '../../proofs/harness/postgres.js'
import { missingEngines } from '../../proofs/harness/postgres-and-redis-programs.js'
import { startRedis } from '../../proofs/harness/redis.js'
import {
  createKey,
  endProcess,
  makeDataDir,
  operatorOf,
  startServerProcess,
  untilReady,
} from '../../proofs/harness/server-process.js'
import { monoMs } from '../../proofs/harness/wait.js'
import { hugePlan } from '../http/servers.js'
import { startSimulatorProcess } from '../simulator-process.js'
import { cpuMsOf, processTreeOf } from './process-cpu-time.js'

type Settings = Readonly<Record<string, string>>
type GroupOptions = { readonly settings?: Settings; readonly place?: SharedDatabase }
export type SharedDatabase = { readonly database: string; readonly settings: Settings }
type SimulatorProcess = Pick<Simulator, 'baseUrls'>

export const openCluster = () =>
  openTogether(async (open) => {
    if (missingEngines.length > 0) throw new Error(`this benchmark needs ${missingEngines.join(' and ')}`)
    const { root } = await open(makeDataDir())
    const simulator = await open(startSimulatorProcess(7))
    const postgres = await open(startPostgres())
    await recordCommits(postgres)
    const redisPort = await freePort()
    const redis = await open(startRedis(redisPort))
    const engines = () => ({ postgres: processTreeOf(postgres.pid()), redis: processTreeOf(redis.pid()) })
    const newDatabase = async (): Promise<SharedDatabase> => {
      const database = `p2p_${randomBytes(4).toString('hex')}`
      await postgres.run(`CREATE DATABASE ${database}`)
      const settings = {
        P2P_DATABASE_URL: `postgres:///${database}?host=${dirname(postgres.target.path)}&user=postgres`,
        P2P_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        P2P_MASTER_KEY: randomBytes(32).toString('hex'),
        P2P_DRAIN_SECONDS: '0',
      }
      return { database, settings }
    }
    let groups = 0
    const start = (servers: number, settings: Settings) =>
      open(startGroup(join(root, String(++groups)), servers, simulator, settings))
    return {
      /** A folder that is removed whole, on the disk on which PostgreSQL keeps its data. */
      root,
      ...{ simulator, newDatabase, engines, postgresSocket: postgres.target.path },
      /** One server that shares no data. */
      startSingleServer: ({ settings = {} }: GroupOptions) => start(1, settings),
      startServerGroup: async (servers: number, { settings, place }: GroupOptions) =>
        start(servers, { ...(place ?? (await newDatabase())).settings, ...settings }),
      engineCpuMs: () => ({ postgres: cpuMsOf(engines().postgres), redis: cpuMsOf(engines().redis) }),
    }
  })

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Record commit timestamps in PostgreSQL, so that the servers don't have to report them. */
async function recordCommits(postgres: OwnPostgres): Promise<void> {
  await postgres.run('ALTER SYSTEM SET track_commit_timestamp = on')
  await postgres.stop('fast')
  await postgres.start()
}

async function startGroup(folder: string, count: number, simulator: SimulatorProcess, settings: Settings) {
  mkdirSync(folder, { recursive: true })
  const running = new Set<BenchServer>()
  let started = 0
  const joinGroup = async (): Promise<BenchServer> => {
    const server = await startServer(settings.P2P_DATA_DIR ?? join(folder, `data-${started++}`), simulator, settings)
    running.add(server)
    return server
  }
  const servers: BenchServer[] = []
  for (let number = 0; number < count; number++) servers.push(await joinGroup())
  const operator = await operatorOf(settings.P2P_DATA_DIR ?? join(folder, 'data-0'))
  return {
    ...{ servers, join: joinGroup },
    makeKeys: async (wanted: number) => {
      const made: string[] = []
      for (let number = 0; number < wanted; number++) made.push(await createKey(operator, 'Business'))
      return made
    },
    close: async () => {
      await Promise.all([...running].map((server) => server.kill()))
    },
  }
}

export type Group = Awaited<ReturnType<typeof startGroup>>

async function startServer(dataDir: string, simulator: SimulatorProcess, settings: Settings) {
  const heard: { readonly atMs: number; readonly text: string }[] = []
  const server = startServerProcess({
    ...{ dataDir, simulator },
    settings: { P2P_FIATS: fiats.join(','), P2P_CYCLE_SECONDS: '3600', P2P_PLANS: hugePlan, ...settings },
    onLine: (text) => void heard.push({ atMs: monoMs(), text }),
  })
  const url = await untilReady(server)
  return {
    url,
    pid: server.child.pid ?? 0,
    /** When it logged the line that has these words, by the clock of all processes. It may still come. */
    waitForLine: async (words: string) => {
      for (;;) {
        const line = heard.find(({ text }) => text.includes(words))
        if (line !== undefined) return line.atMs
        await pass(5)
      }
    },
    kill: async () => void (await endProcess(server, 'SIGKILL')),
  }
}

export type BenchServer = Awaited<ReturnType<typeof startServer>>
