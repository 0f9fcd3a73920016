import { setTimeout as pass } from 'node:timers/promises'
import { createRandom, type Random } from '@p2p-rates/chance'
import { until } from '../../harness/until.js'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { openClusterRequests } from '../cluster-requests.js'
import type { ClusterServer } from '../cluster-server.js'
import { untilAllHealthy } from '../faults.js'
import { laterRelease, type Release } from '../releases.js'

/** Step that changes a table every request reads. `removed` reverts it, so that the previous release can't continue. */
const added = {
  kind: 'expand',
  sql: 'ALTER TABLE account ADD COLUMN region text; CREATE TABLE region (name text)',
} as const
const removed = { kind: 'breaking', sql: 'ALTER TABLE account DROP COLUMN region; DROP TABLE region' } as const

const present: Release = {}
const next = laterRelease('99.1.0', [added])
const afterNext = laterRelease('99.2.0', [added, removed])

type Refusal = { readonly code: number; readonly words: string }
/** Exit code that makes a supervisor retry. */
const hasToWait: Refusal = { code: 1, words: 'servers still run: ' }
/** No other start mends it. */
const isTooOld: Refusal = { code: 78, words: 'Start the newer release.' }

export type UpgradeFindings = { readonly breaches: readonly string[]; readonly asked: number }

/** I14. Run servers of two releases side by side under load, then a release that can't run with an older one. */
export async function upgrade(
  cluster: Cluster,
  random: Random,
  note: (what: string) => void,
): Promise<UpgradeFindings> {
  const breaches: string[] = []
  const load = await startAsking(cluster, random, breaches)
  const [first, second, third] = cluster.servers
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('The stage has three servers.')
  const known = await stepsTaken(cluster)
  const look = async (when: string, kinds: readonly string[]) => {
    const taken = (await stepsTaken(cluster)).slice(known.length)
    if (taken.join() !== kinds.join()) breaches.push(`${when}: the steps taken are ${taken.join() || 'none'}`)
  }

  /** Servers that were asked to end; any other exit is a breach. */
  const told = new Set<string>()
  const watch = (server: ClusterServer): void => {
    void server.currentProcess()?.exit.then(({ code, signal }) => {
      if (!told.delete(server.name)) breaches.push(`${server.name} has ended by itself, with ${signal ?? code}`)
    })
  }
  const leave = async (server: ClusterServer): Promise<void> => {
    await load.leaveOut(server)
    told.add(server.name)
    const exit = await server.end('SIGTERM')
    if (exit?.code !== 0) breaches.push(`${server.name} was told to end, and did so with ${exit?.signal ?? exit?.code}`)
  }
  const come = async (server: ClusterServer, release: Release): Promise<void> => {
    server.install(release)
    await server.start()
    watch(server)
    await server.ready()
    load.takeIn(server)
  }
  /** False where it has come, and stays. */
  const comesInVain = async (server: ClusterServer, release: Release, { code, words }: Refusal): Promise<boolean> => {
    server.install(release)
    const life = server.launch()
    const exit = await life.listening.then(
      () => null,
      () => life.exit,
    )
    if (exit === null) {
      breaches.push(`${server.name} listens, and must not`)
      watch(server)
      await server.ready()
      return false
    }
    if (exit.code !== code || !life.output().includes(words))
      breaches.push(`${server.name} has ended with ${exit.code}: ${life.output().slice(-300)}`)
    return true
  }
  const finish = async (): Promise<UpgradeFindings> => {
    const asked = await load.end()
    for (const server of cluster.servers) told.add(server.name)
    return { breaches: breaches.map((text) => `I14 ${text}`), asked }
  }

  for (const server of cluster.servers) watch(server)
  note('servers of the next release come one by one')
  await leave(first)
  await come(first, next)
  await untilAllHealthy(cluster)
  await look('beside the release before', ['expand'])

  note('one comes that the others could not stand beside')
  await leave(second)
  if (!(await comesInVain(second, afterNext, hasToWait))) return finish()
  await look('beside others', ['expand'])
  await come(second, present)
  await untilAllHealthy(cluster)
  for (const server of [second, third]) {
    await leave(server)
    await come(server, next)
    await untilAllHealthy(cluster)
  }

  note('all have gone, and it comes')
  for (const server of cluster.servers) await leave(server)
  await Promise.all(cluster.servers.map((server) => come(server, afterNext)))
  await untilAllHealthy(cluster)
  await look('alone', ['expand', 'breaking'])
  await leave(third)
  if (!(await comesInVain(third, next, isTooOld))) return finish()
  await come(third, afterNext)
  await untilAllHealthy(cluster)
  return finish()
}

const stepsTaken = async ({ sql }: Cluster): Promise<readonly string[]> =>
  (await sql('SELECT kind FROM step ORDER BY number')).map(({ kind }) => String(kind))

const callers = 8
const mostPutOff = 0.05

/** Callers whom a balancer leads only to servers that may be asked: each of them must be answered, and rightly. */
async function startAsking(cluster: Cluster, random: Random, breaches: string[]) {
  const { ask, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  const open = new Set(cluster.servers)
  const underWay = new Map(cluster.servers.map((server) => [server, 0]))
  let [asked, putOff] = [0, 0]
  let over = false

  const askOne = async (server: ClusterServer, fiat: string): Promise<void> => {
    underWay.set(server, (underWay.get(server) ?? 0) + 1)
    const { status, headers, text } = await ask(server, `/rates?fiat=${fiat}`, person?.key ?? '')
    underWay.set(server, (underWay.get(server) ?? 0) - 1)
    asked += 1
    // A server that cannot be sure says so, and is right to.
    const isPutOff = status === 503 && text.includes('storage_unavailable')
    if (isPutOff) putOff += 1
    const isRight = status === 200 && headers['x-plan'] === 'Business' && text.includes(`"fiat":"${fiat}"`)
    if (!isRight && !isPutOff) breaches.push(`${server.name} answers ${status} ${text.slice(0, 200)}`)
  }
  const keepAsking = async (own: Random): Promise<void> => {
    while (!over) {
      if (open.size > 0) await askOne(own.pick([...open]), own.pick(['UAH', 'EUR']))
      await pass(own.integer(1, 20))
    }
  }
  const asking = Array.from({ length: callers }, () => keepAsking(createRandom(random.below(2 ** 31))))

  return {
    leaveOut: async (server: ClusterServer): Promise<void> => {
      open.delete(server)
      await until('all are answered', async () => (underWay.get(server) === 0 ? null : `${server.name} is asked`))
    },
    takeIn: (server: ClusterServer): void => void open.add(server),
    end: async (): Promise<number> => {
      over = true
      await Promise.all(asking)
      await close()
      if (putOff > asked * mostPutOff) breaches.push(`${putOff} of ${asked} were put off`)
      return asked
    },
  }
}
