import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lacks } from '@p2p-rates/core/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireBuild } from '../../proofs/harness/server-process.js'
import { freePort } from '../guide/free-port.js'
import { findPostgres, findRedis } from './find-postgres-and-redis.js'
import { type Cluster, startCluster } from './start-cluster.js'

const environment = {
  P2P_DATABASE_URL: process.env.P2P_TEST_DATABASE_URL,
  P2P_REDIS_URL: process.env.P2P_TEST_REDIS_URL,
}
const postgres = await findPostgres(environment).catch(() => null)
const redis = await findRedis(environment).catch(() => null)
const missing = [...(postgres === null ? ['PostgreSQL'] : []), ...(redis === null ? ['Redis'] : [])]

const databases = async (): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database')
  await client.end()
  return rows.map(({ datname }) => datname)
}
const drop = async (name: string) => {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await client.end()
}
const newName = () => `p2p_cluster_test_${randomBytes(5).toString('hex')}`
const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

describe('npm run cluster', lacks(...missing), () => {
  const database = newName()
  const said: string[] = []
  let cluster: Cluster
  beforeAll(async () => {
    requireBuild()
    const printLine = (line: string) => void said.push(line)
    cluster = await startCluster({ port: 0, seed: 7, keep: false, database, environment, againMs: 500, printLine })
  }, 300_000)
  afterAll(() => cluster.stop())

  const key = () => /Pro +(p2p_\w+)/.exec(cluster.banner)?.[1] ?? ''
  const rates = async () => {
    const headers = { 'X-API-Key': key() }
    const answer = await fetch(`${cluster.url}/api/v1/rates?fiat=UAH`, { headers }).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status ?? 'broken'
  }

  test('its one address answers to its keys, and its lines say where everything is', async () => {
    expect(await rates()).toBe(200)
    const processes = cluster.members.map((member) => member.processId())
    for (const fact of [cluster.url, cluster.members[0]?.url(), cluster.members[0]?.folder, ...processes])
      expect(cluster.banner).toContain(String(fact))
    for (const plan of ['Free', 'Starter', 'Pro', 'Business'])
      expect(cluster.banner).toMatch(new RegExp(`${plan} +p2p_`))
    expect(cluster.banner.split('\n').length).toBeLessThanOrEqual(24)
  })

  test('when the first server is killed, the address answers to the same key, and the server begins again', async () => {
    const [first] = cluster.members
    const killed = first?.processId() ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => said).toContain('server 1 ended with SIGKILL; it begins again in 0.5 s')
    await expect.poll(rates).toBe(200)
    await expect.poll(() => first?.processId() ?? killed).not.toBe(killed)
  })

  test('its end leaves nothing behind: no process, no folder, no database', async () => {
    const processes = cluster.members.flatMap((member) => member.processId() ?? [])
    const folders = cluster.members.map(({ folder }) => folder)
    expect([processes.length, folders.every((folder) => existsSync(folder))]).toEqual([3, true])
    expect(await databases()).toContain(database)
    expect(await cluster.stop()).toEqual([])
    expect(processes.filter(isAlive)).toEqual([])
    expect(folders.filter((folder) => existsSync(folder))).toEqual([])
    expect(await databases()).not.toContain(database)
    await expect(fetch(cluster.url)).rejects.toThrow()
  })

  test('a database to keep is kept, with a message', async () => {
    const name = newName()
    const one = await startCluster({
      ...{ port: 0, seed: 7, servers: 1, keep: true, database: name, environment },
      printLine: () => {},
    })
    const [kept = ''] = await one.stop()
    expect(kept).toContain(name)
    expect(await databases()).toContain(name)
    await drop(name)
    const [, folder = ''] = /logs in (\S+)$/.exec(kept) ?? []
    expect(existsSync(join(folder, '1', '.env'))).toBe(true)
    rmSync(folder, { recursive: true })
  })
})

test('without an engine it names the missing part in a sentence, and ends with 1', async () => {
  const port = await freePort()
  const program = fileURLToPath(new URL('../cluster.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: {
      PATH: process.env.PATH,
      P2P_DATABASE_URL: `postgres://me@127.0.0.1:${port}/x`,
      P2P_REDIS_URL: `redis://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (piece: Buffer) => {
    said += piece
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([
    1,
    `No PostgreSQL answers at 127.0.0.1:${port}, which P2P_DATABASE_URL names; Debian's package postgresql brings one.\nNo Redis answers at 127.0.0.1:${port}, which P2P_REDIS_URL names; Debian's package redis-server brings one.\n`,
  ])
})
