import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@p2p-rates/core/internal'
import { createPostgresLocation } from '@p2p-rates/server/testing'
import { startPartition } from '../harness/network-partition.js'
import type { Open } from '../harness/parts.js'
import { makeDataDir } from '../harness/server-process.js'
import { type Cluster, openCluster } from '../replicas/cluster.js'
import type { ClusterServer } from '../replicas/cluster-server.js'
import { createChainWatch, verifyFixingsAsUser } from './chain-watch.js'
import { createFixingDays } from './fixing-days.js'
import { preload } from './kill-single-server.js'

const fiats = ['UAH', 'EUR']

const fates = ['killed', 'paused', 'cut off'] as const

/** Run two servers over one database and repeatedly lose the one that must fix the index. */
export async function loseLeaders(open: Open, { seed, losses }: { readonly seed: number; readonly losses: number }) {
  const random = createRandom(seed)
  const { root } = await open(makeDataDir())
  const clockFile = join(root, 'clock')
  const cluster = await open(openCluster({ seed, servers: 2 }))
  const [first] = cluster.servers
  if (first === undefined) throw new Error('the stage has servers')
  const printed = await first.command('keys', 'create', '--plan', 'Pro', '--name', 'proof')
  const [key = ''] = /p2p_\w{20,}/.exec(printed) ?? []
  // A way of our own: those of the servers are cut.
  const way = await open(startPartition(cluster.primary().target))
  const ownUrl = first.databaseUrl.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${way.port}`)
  const store = await open(createPostgresLocation(ownUrl, 'the proof', true).openForCommand())
  const noons = createFixingDays({ random, fiats, clockFile })
  const watch = createChainWatch(noons.expected)

  let killed: ClusterServer | null = null

  const checkStoredLinks = () => watch.checkStored(store, fiats)
  const untilFixed = async (): Promise<void> => {
    const deadlineMs = performance.now() + 60_000
    let missing = await checkStoredLinks()
    while (missing.length > 0 && performance.now() < deadlineMs) {
      // One that was cut off while it started has ended: a supervisor starts it again.
      for (const server of cluster.servers) if (server.currentProcess() === null && server !== killed) start(server)
      await wait(200)
      missing = await checkStoredLinks()
    }
    for (const name of missing) watch.breaches.push(`${name} was not fixed within a minute`)
  }
  const start = (server: ClusterServer) => {
    server.launch({ preload, environment: { PROOF_CLOCK_FILE: clockFile } })
  }
  const dayPasses = async () => {
    await noons.recordNext(store)
    noons.pass(random.below(600))
  }

  await dayPasses()
  for (const server of cluster.servers) start(server)
  await untilFixed()
  for (let loss = 0; loss < losses; loss++) {
    const fate = random.pick(fates)
    await dayPasses()
    await wait(random.below(1_200))
    const leader = (await leaderIn(cluster)) ?? first
    if (fate === 'killed') {
      killed = leader
      await leader.end('SIGKILL')
    } else if (fate === 'paused') leader.pause()
    else leader.toPostgres.set('stall')
    if (random.chance(0.5)) await dayPasses()
    await untilFixed()
    if (fate === 'killed') {
      killed = null
      start(leader)
    } else if (fate === 'paused') leader.resume()
    else leader.toPostgres.set('pass')
    await dayPasses()
    await untilFixed()
  }
  const listening = cluster.servers.find((server) => server.isListening()) ?? first
  for (const fiat of noons.fixedFiats()) {
    watch.breaches.push(...(await verifyFixingsAsUser(listening.url(), key, fiat, noons.lastMonth())))
  }
  await checkStoredLinks()
  return { breaches: watch.breaches, links: watch.links }
}

async function leaderIn(cluster: Cluster): Promise<ClusterServer | null> {
  const told = cluster.lines().findLast(({ text }) => text.includes('has the duty of upkeep from now on'))
  return cluster.servers.find(({ name }) => name === told?.server) ?? null
}
