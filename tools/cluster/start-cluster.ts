import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { planNames } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { type Balancer, startBalancer } from './balancer.js'
import { banner } from './banner.js'
import { findPostgres, findRedis } from './find-postgres-and-redis.js'
import { type Member, serverProgram, startMember } from './member.js'
import { makeOwnDatabase } from './own-database.js'

export type TestClusterOptions = {
  readonly port: number
  readonly seed: number
  readonly servers?: number
  readonly keep: boolean
  readonly database?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Delay in milliseconds before an ended server starts again. */
  readonly againMs?: number
  readonly printLine: (line: string) => void
}

export type Cluster = {
  readonly banner: string
  readonly url: string
  readonly members: readonly Member[]
  readonly balancer: Balancer
  /** Stop everything. Resolves with the places of kept data. */
  stop(): Promise<readonly string[]>
}

const cliProgram = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

export async function startCluster(wish: TestClusterOptions): Promise<Cluster> {
  const { port, seed, servers = 3, keep, environment = process.env, printLine } = wish
  const ends: (() => void | Promise<void>)[] = []
  const members: Member[] = []
  const kept: string[] = []
  const stop = async () => {
    await Promise.all(members.map((member) => member.stop()))
    for (const end of ends.splice(0)) await end()
    return kept
  }
  try {
    const [postgres, redis] = await bothOrErrors(findPostgres(environment), findRedis(environment))
    const database = await makeOwnDatabase(postgres, wish.database ?? 'p2p_rates_cluster')
    ends.unshift(() => database.close(keep ? 'keep' : 'drop'))
    const root = mkdtempSync(join(tmpdir(), 'p2p-cluster-'))
    if (keep) kept.push(`${database.url} with the settings and logs in ${root}`)
    else ends.unshift(() => rmSync(root, { recursive: true, force: true }))
    const simulator = await startSimulator({ seed, crossed: { UAH: 4 } })
    ends.unshift(() => simulator.close())
    const balancer = await startBalancer({ port })
    ends.unshift(() => balancer.close())

    const settings = {
      P2P_DATABASE_URL: database.url,
      P2P_REDIS_URL: redis,
      P2P_MASTER_KEY: randomBytes(32).toString('hex'),
      P2P_DATA_DIR: './data',
      P2P_PORT: '0',
      P2P_METRICS_PORT: '0',
      P2P_PUBLIC_URL: balancer.url,
      P2P_SIMULATED: 'true',
      P2P_PACING: 'off',
      P2P_CYCLE_SECONDS: '60',
      P2P_PRIVATE_RECEIVERS: 'true',
      P2P_VISITOR_PLAN: 'Business',
      P2P_EXCHANGE_URLS: exchangeIds.map((exchange) => `${exchange}=${simulator.baseUrls[exchange]}`).join(','),
    }
    for (let number = 1; number <= servers; number++) {
      const member = startMember({
        ...{ settings, printLine, againMs: wish.againMs ?? 5_000 },
        name: `server ${number}`,
        folder: join(root, String(number)),
        onListening: balancer.add,
        onGone: balancer.remove,
      })
      members.push(member)
      // The first is the one that serves where only one may.
      await member.up
    }
    await untilOneIsIn(balancer)
    const [first] = members
    if (first === undefined) throw new Error('A cluster has at least one server.')
    const keys = new Map<string, string>()
    for (const plan of planNames)
      keys.set(plan, await first.command('keys', 'create', '--plan', plan, '--name', `Trial ${plan}`))
    return {
      banner: banner({
        ...{ keys, serverProgram, cliProgram, url: balancer.url, folder: first.folder },
        servers: members.map((member) => ({ url: member.url(), processId: member.processId() })),
      }),
      ...{ url: balancer.url, members, balancer, stop },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reject with both messages if both engines are missing. */
async function bothOrErrors(...findings: readonly [Promise<string>, Promise<string>]): Promise<[string, string]> {
  const [one, other] = await Promise.allSettled(findings)
  const troubles = [one, other].flatMap((found) => (found.status === 'rejected' ? [found.reason as Error] : []))
  const [first, second] = troubles
  if (first !== undefined && second !== undefined)
    throw Object.assign(first, { message: `${first.message}\n${second.message}` })
  if (first !== undefined) throw first
  return Promise.all(findings)
}

async function untilOneIsIn(balancer: Balancer): Promise<void> {
  while (!balancer.servers().some(({ isIn }) => isIn)) await new Promise((done) => setTimeout(done, 50))
}
