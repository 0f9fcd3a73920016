import { cpus } from 'node:os'
import { startBalancer } from '../../tools/cluster/balancer.js'
import { generateLoad, withKeys } from '../http/load-generator.js'
import { inTurns, medianOf } from '../median-time.js'
import type { BenchServer, Cluster } from './cluster.js'
import { cpuMsOf, moveToCores } from './process-cpu-time.js'

const rounds = 5
const secondsPerRound = 3
const accounts = 64
const path = '/api/v1/rates?fiat=UAH'

type Setup = {
  readonly url: string
  readonly keys: readonly string[]
  readonly servers: readonly BenchServer[]
  readonly cores: string
  readonly engineCores: string
}
/**
 * One server with data of its own, one that counts with others, and three of those behind the balancer, in turns. Three
 * on two cores are no faster than the cores: what a thousand requests cost the servers' processes is compared.
 */
export async function measureRequestThroughput(cluster: Cluster, print: (line: string) => void) {
  const alone = await cluster.startSingleServer({})
  const together = await cluster.startServerGroup(3, {})
  const balancer = await startBalancer()
  try {
    for (const { url } of together.servers) balancer.add(url)
    const keysOf = ({ makeKeys }: typeof alone) => makeKeys(accounts)
    const [ownKeys, keys] = [await keysOf(alone), await keysOf(together)]
    const [one] = together.servers
    if (one === undefined) throw new Error('no server has started')
    const all = `0-${cpus().length - 1}`
    const onOneCore = { cores: '0', engineCores: '1' }
    const { servers } = together
    const jobs = {
      alone: () => measure(cluster, { url: urlOf(alone.servers), keys: ownKeys, servers: alone.servers, ...onOneCore }),
      one: () => measure(cluster, { url: one.url, keys, servers: [one], ...onOneCore }),
      three: () => measure(cluster, { url: balancer.url, keys, servers, cores: all, engineCores: all }),
    }
    const looks = await inTurns(jobs, { rounds })

    type Name = keyof typeof looks
    const middle = (name: Name, figure: (look: LoadSample) => number) => medianOf(looks[name].map(figure))
    const per1000 = (name: Name, cpuMs: (look: LoadSample) => number) =>
      middle(name, (look) => cpuMs(look) / look.requestsPerSecond / secondsPerRound)
    const names = [
      ['alone', 'one, SQLite'],
      ['one', 'one, PostgreSQL'],
      ['three', 'three, balanced'],
    ] as const
    for (const [name, words] of names) {
      const cpu = `${per1000(name, ({ serverMs }) => serverMs).toFixed(3)} s of CPU per 1,000`
      print(
        `  ${words.padEnd(16)} ${middle(name, (look) => look.requestsPerSecond).toFixed(0)} req/s  p99 ${middle(name, (look) => look.p99Ms).toFixed(1)} ms  ${cpu}`,
      )
    }
    const costs = (name: Name) => per1000(name, ({ serverMs }) => serverMs)
    return {
      cores: cpus().length,
      alone_requests_per_second: middle('alone', (look) => look.requestsPerSecond),
      one_requests_per_second: middle('one', (look) => look.requestsPerSecond),
      three_requests_per_second: middle('three', (look) => look.requestsPerSecond),
      alone_p99_ms: middle('alone', (look) => look.p99Ms),
      one_p99_ms: middle('one', (look) => look.p99Ms),
      three_p99_ms: middle('three', (look) => look.p99Ms),
      alone_cpu_seconds_per_1000: costs('alone'),
      one_cpu_seconds_per_1000: costs('one'),
      three_cpu_seconds_per_1000: costs('three'),
      redis_cpu_seconds_per_1000: per1000('one', ({ redisMs }) => redisMs),
      postgres_cpu_seconds_per_1000: per1000('one', ({ postgresMs }) => postgresMs),
      balancer_cpu_seconds_per_1000: per1000('three', ({ balancerMs }) => balancerMs),
      per_core_to_alone: costs('alone') / costs('one'),
      three_per_core_to_alone: costs('alone') / costs('three'),
      p99_to_alone: middle('one', (look) => look.p99Ms) / middle('alone', (look) => look.p99Ms),
      bad_answers: Object.values(looks)
        .flat()
        .reduce((sum, { bad }) => sum + bad, 0),
    }
  } finally {
    await balancer.close()
    await Promise.all([alone.close(), together.close()])
  }
}

async function measure(cluster: Cluster, { url, keys, servers, cores, engineCores }: Setup) {
  const { postgres, redis } = cluster.engines()
  const pids = servers.map(({ pid }) => pid)
  moveToCores(cores, pids)
  moveToCores(engineCores, [...postgres, ...redis])
  const before = { server: cpuMsOf(pids), ...cluster.engineCpuMs(), own: ownCpuMs() }
  const loaded = await generateLoad(url, withKeys(path, keys), secondsPerRound)
  const after = { server: cpuMsOf(pids), ...cluster.engineCpuMs(), own: ownCpuMs() }
  return {
    ...loaded,
    serverMs: after.server - before.server,
    postgresMs: after.postgres - before.postgres,
    redisMs: after.redis - before.redis,
    balancerMs: after.own - before.own,
  }
}

type LoadSample = Awaited<ReturnType<typeof measure>>

const urlOf = ([server]: readonly BenchServer[]): string => server?.url ?? ''

/** The balancer runs in this process, which does nothing else meanwhile. */
const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
