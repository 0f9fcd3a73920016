import { lacks } from '@p2p-rates/core/testing'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../proofs/harness/free-port.js'
import { findEngines } from './engines.js'
import { startCluster } from './start-cluster.js'

const environment = {
  P2P_DATABASE_URL: process.env.P2P_TEST_DATABASE_URL,
  P2P_REDIS_URL: process.env.P2P_TEST_REDIS_URL,
}
const missing = await findEngines(environment).then(
  () => [],
  ({ message }: Error) => ['PostgreSQL', 'Redis'].filter((engine) => message.includes(engine)),
)

test('the cluster answers at one address while a server is killed, and leaves nothing', lacks(...missing), async () => {
  const said: string[] = []
  const printLine = (line: string) => void said.push(line)
  const cluster = await startCluster({ port: 0, seed: 7, keep: false, environment, printLine })
  onTestFinished(async () => void (await cluster.stop()))
  const headers = { 'X-API-Key': cluster.keys.get('Pro') ?? '' }
  const rates = () =>
    fetch(`${cluster.url}/api/v1/rates?fiat=UAH`, { headers }).then(
      ({ status }) => status,
      () => 'broken',
    )
  await expect.poll(rates).toBe(200)
  for (const key of cluster.keys.values()) expect(key).toMatch(/^p2p_\w{38}$/)

  const [killed = 0] = cluster.processIds()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => said).toContain('server 1 ended with SIGKILL; it begins again in 2 s')
  await expect.poll(rates).toBe(200)
  await expect.poll(() => cluster.processIds()[0]).not.toBe(killed)

  expect(await cluster.stop()).toEqual([])
  await expect(new pg.Client({ connectionString: cluster.databaseUrl }).connect()).rejects.toThrow('does not exist')
})

test('missing engines are named in a sentence', async () => {
  const port = await freePort()
  const nowhere = { P2P_DATABASE_URL: `postgres://me@127.0.0.1:${port}/x`, P2P_REDIS_URL: `redis://127.0.0.1:${port}` }
  await expect(
    startCluster({ port: 0, seed: 7, keep: false, environment: nowhere, printLine: () => {} }),
  ).rejects.toThrow(
    `No PostgreSQL answers at 127.0.0.1:${port}, the address in P2P_DATABASE_URL. The package postgresql installs one.\n` +
      `No Redis answers at 127.0.0.1:${port}, the address in P2P_REDIS_URL. The package redis-server installs one.`,
  )
})
