import { setTimeout as pass } from 'node:timers/promises'
import { collectorHeaders, collectorPaths, type Sources } from '@p2p-rates/contract'
import { aSigningKey } from '@p2p-rates/server/testing'
import { startSimulator } from '@p2p-rates/simulator'
import { monoMs } from '../harness/mono-ms.js'
import { makeDataDir } from '../harness/server-process.js'
import { until } from '../harness/until.js'
import { addClients } from '../replicas/clients.js'
import { type Cluster, openCluster } from '../replicas/cluster.js'
import type { ClusterServer } from '../replicas/cluster-server.js'
import { startAgentProcess } from './agent-process.js'
import { createFaultyCollector } from './faulty-collector.js'
import type { RunResult } from './run-collector-faults.js'

const remote = 'bybit'
const duty = `collect:${remote}`
/** A year off: no wall clock of a collector counts. */
const clockOffMs = 31_536_000_000

/**
 * Run three servers over one database. Collectors connect to the second and third server and read pages for the leader.
 * The proof kills and pauses the leader while it waits for pages.
 */
export async function runSeveralServers(seed: number, { pauses }: { readonly pauses: number }): Promise<RunResult> {
  const cluster = await openCluster({
    seed,
    settings: {
      P2P_FIATS: 'UAH',
      P2P_EXCHANGES: `okx,${remote}`,
      P2P_REMOTE_EXCHANGES: remote,
      P2P_CYCLE_SECONDS: '2',
      P2P_DRAIN_SECONDS: '0',
    },
  })
  const ends: (() => unknown)[] = [cluster.close]
  const breaches: string[] = []
  try {
    const [first, second, third] = cluster.servers
    if (first === undefined || second === undefined || third === undefined) throw new Error('The stage has three.')
    cluster.simulator.fault(remote, { kind: 'blocked' })
    // The world stands still, so two readers always agree. Fewer agreements than before mean that some were lost.
    const worldMs = Date.now()
    const world = await startSimulator({ seed, exchanges: [remote], now: () => worldMs })
    ends.push(world.close)
    const { root, remove } = makeDataDir()
    ends.push(remove)
    const { baseUrls } = world

    await first.start()
    await until('the first leads', async () => (leaderOf(cluster) === first ? null : 'nobody does'))
    await Promise.all([second.start(), third.start()])
    const [person] = await addClients(cluster, ['Business'])
    const addReporter = (name: string, key: string, exchanges: string) =>
      second.command('reporters', 'add', name, key, '--exchanges', exchanges)

    for (const [name, { url }] of [
      ['home', second],
      ['office', third],
    ] as const) {
      const agent = await startAgentProcess({ url: url(), name, baseUrls, root })
      ends.push(agent.stop)
      await addReporter(name, agent.publicText, remote)
    }
    const slow = createFaultyCollector({
      url: second.url(),
      name: 'slow',
      baseUrls,
      flaw: { delayMs: () => 700, clockOffMs, replaysTo: () => third.url() },
    })
    ends.push(slow.stop)
    await addReporter('slow', slow.publicText, remote)
    slow.start()

    let checksMade = 0
    const sourceAt = async (server: ClusterServer) => {
      checksMade += 1
      const headers = { 'X-API-Key': person?.key ?? '' }
      const answer = await fetch(`${server.url()}/api/v1/sources?fiat=UAH&exchange=${remote}`, { headers })
      const source = ((await answer.json()) as Sources).sources?.[0]
      const aheadMs = Date.parse(source?.observed_at ?? '') - Date.now()
      if (aheadMs > 1_000) breaches.push(`${server.name} shows a board that was observed in ${aheadMs} ms`)
      return source
    }
    const isReadSince = (atMs: number) => async () => {
      for (const server of cluster.servers.filter((one) => one.isListening())) {
        const source = await sourceAt(server)
        const isNew = Date.parse(source?.observed_at ?? '') > atMs
        if (!(isNew && source?.via === 'remote' && source.checked === true && source.state === 'live'))
          return `${server.name} has ${JSON.stringify(source)}`
      }
      return null
    }
    await until('all servers show what collectors read for one of them', isReadSince(0))
    await until('checks are counted', async () => {
      const few = [...(await readReputations(cluster)).values()].filter(({ agreements }) => agreements < 2)
      return few.length === 0 ? null : JSON.stringify(few)
    })

    const replaceLeader = async (how: (leader: ClusterServer) => Promise<void>): Promise<void> => {
      const leader = leaderOf(cluster)
      if (leader === null) throw new Error('Nobody leads.')
      await until('a page is under way', async () => ((await underWay(cluster)).length > 0 ? null : 'none is'))
      await how(leader)
      const before = await readReputations(cluster)
      const orphans = await underWay(cluster)
      await until('another one leads', async () => (leaderOf(cluster) === leader ? 'nobody else does' : null))
      await until('its pages are read', isReadSince(Date.now()))
      const [over] = await cluster.sql(`SELECT count(*)::int AS it FROM remote_task t
        WHERE is_over AND answered_at IS NOT NULL AND task IN ('', ${orphans.map((task) => `'${task}'`).join() || "''"})
          AND generation < (SELECT generation FROM fence WHERE name = lease)`)
      if (over?.it !== 0) breaches.push(`${String(over?.it)} answers were fetched by who led no longer`)
      for (const [name, now] of await readReputations(cluster)) {
        if (now.agreements < (before.get(name)?.agreements ?? 0)) breaches.push(`agreements of ${name} were forgotten`)
        if (now.contradictions > 0) breaches.push(`${name} was blamed and had not lied`)
      }
    }
    await replaceLeader(async (leader) => void (await leader.end('SIGKILL')))
    await first.start()
    for (let pause = 0; pause < pauses; pause += 1) {
      let wake = () => {}
      await replaceLeader(async (leader) => {
        leader.pause()
        wake = leader.resume
        await until('another one leads meanwhile', async () => (leaderOf(cluster) === leader ? 'nobody does' : null))
        wake()
      })
    }
    // Each agreement is about a page that was brought.
    const { agreements = 0 } = (await readReputations(cluster)).get('slow') ?? {}
    if (agreements > slow.deliveredPages())
      breaches.push(`${agreements} agreements about ${slow.deliveredPages()} pages`)
    const { replayed } = slow.replies
    if (replayed.length === 0) breaches.push('nothing was repeated to another server')
    if (replayed.some((status) => status !== 409 && status !== 401))
      breaches.push('another server took what was repeated')

    breaches.push(...(await checkRemoval(cluster, second, addReporter)))
    return { breaches, checksMade, pages: slow.deliveredPages() }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

function leaderOf(cluster: Cluster): ClusterServer | null {
  const lastLeaderLine = cluster.lines().findLast(({ text }) => text.includes(`has the duty of ${duty} from now on`))
  return cluster.servers.find(({ name }) => name === lastLeaderLine?.server) ?? null
}

const underWay = async (cluster: Cluster): Promise<readonly string[]> =>
  (
    await cluster.sql('SELECT task FROM remote_task WHERE taken_by IS NOT NULL AND answered_at IS NULL AND NOT is_over')
  ).map(({ task }) => String(task))

async function readReputations(cluster: Cluster) {
  const rows = await cluster.sql('SELECT id, record FROM reporter')
  return new Map(
    rows.map(({ id, record }) => {
      const { standing } = JSON.parse(String(record)) as { standing: { agreements: number; contradictions: number } }
      return [String(id), standing]
    }),
  )
}

/** A collector polls every server when it is removed: each rejects it from then on. */
async function checkRemoval(
  cluster: Cluster,
  at: ClusterServer,
  letIn: (name: string, key: string, exchanges: string) => Promise<string>,
): Promise<readonly string[]> {
  const { publicText, headersFor } = aSigningKey()
  // Nothing of it is read elsewhere, so that it waits.
  await letIn('idle', publicText, 'okx')
  const poll = (server: ClusterServer, nonce: string) =>
    fetch(server.url() + collectorPaths.tasks, {
      headers: headersFor({ method: 'GET', path: collectorPaths.tasks, reporter: 'idle', nonce }),
    })
  const waiting = await Promise.all(
    cluster.servers.map(async (server) => {
      const nonce = (await poll(server, '')).headers.get(collectorHeaders.nonce) ?? ''
      const ended = poll(server, nonce).then(({ status }) => ({ status, atMs: monoMs() }))
      return { server, ended }
    }),
  )
  await pass(500)
  await cluster.sql(`DELETE FROM reporter WHERE id = 'idle'`)
  const removedMs = monoMs()
  const breaches: string[] = []
  for (const { server } of waiting)
    if ((await poll(server, '')).status !== 401) breaches.push(`${server.name} heard one that was removed`)
  for (const { server, ended } of waiting) {
    const { status, atMs } = await ended
    if (status !== 401) breaches.push(`${server.name} sent one away that was removed with ${status}`)
    if (atMs - removedMs > 2_000) breaches.push(`${server.name} sent it away after ${Math.round(atMs - removedMs)} ms`)
  }
  const said = await at.command('reporters', 'remove', 'office')
  if (!said.includes('3 of 3 servers')) breaches.push(`not all have acted on a removal: ${said.trim()}`)
  return breaches
}
