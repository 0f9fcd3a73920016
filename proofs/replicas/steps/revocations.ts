import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/core/internal'
import type { Partition } from '../../harness/network-partition.js'
import { monoMs } from '../../harness/wait.js'
import { addClients, listeningServers, openClusterRequests, type TimedResponse } from '../clients.js'
import type { Cluster } from '../cluster.js'
import type { ClusterServer } from '../cluster-server.js'
import { untilAllHealthy } from '../faults.js'

/**
 * Fault that may delay a revocation on one server. `mostMs` bounds the delay; `isSilent` means that the command gets no
 * confirmation from that server.
 */
type RevocationFault = {
  readonly name: string
  readonly isSilent: boolean
  readonly mostMs: number
  begin(victim: ClusterServer, cluster: Cluster): void
  end(victim: ClusterServer, cluster: Cluster): void
}

const cutOff = (cutsOf: (victim: ClusterServer) => readonly Partition[]) => ({
  begin: (victim: ClusterServer) => cutsOf(victim).forEach((cut) => void cut.set('stall')),
  end: (victim: ClusterServer) => cutsOf(victim).forEach((cut) => void cut.set('pass')),
})

const revocationFaults: readonly RevocationFault[] = [
  { name: 'all is well', isSilent: false, mostMs: 0, begin: () => {}, end: () => {} },
  {
    ...{ name: 'Redis stands still', isSilent: false, mostMs: 0 },
    begin: (_, { redis }) => redis.stall(),
    end: (_, { redis }) => redis.resume(),
  },
  {
    ...{ name: 'one is cut off from PostgreSQL', isSilent: true, mostMs: 1_000 },
    ...cutOff(({ toPostgres }) => [toPostgres]),
  },
  {
    ...{ name: 'one is cut off from both', isSilent: true, mostMs: 10_000 },
    ...cutOff(({ toPostgres, toRedis }) => [toPostgres, toRedis]),
  },
  { name: 'one is paused', isSilent: true, mostMs: 1_000, begin: (one) => one.pause(), end: (one) => one.resume() },
]

/** I4. Revoke a key while clients use it on all servers, and keep one server from learning of it. */
export async function revokeUnderLoad(
  cluster: Cluster,
  random: Random,
  { count, note }: { readonly count: number; readonly note: (what: string) => void },
): Promise<readonly RevocationFindings[]> {
  const findings: RevocationFindings[] = []
  const first = random.below(revocationFaults.length)
  const chosen = [...revocationFaults.slice(first), ...revocationFaults.slice(0, first)].slice(0, count)
  for (const hindrance of chosen) {
    note(`a key ends, ${hindrance.name}`)
    findings.push(await revokeOne(cluster, random, hindrance))
  }
  return findings
}

async function revokeOne(cluster: Cluster, random: Random, hindrance: RevocationFault) {
  const { name, begin, end, isSilent, mostMs } = hindrance
  const { ask, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  if (person === undefined) throw new Error('There is a person.')
  const asked: TimedResponse[] = []
  let [isOver, over] = [false, false]
  const callers = cluster.servers.flatMap((server) =>
    Array.from({ length: 3 }, async () => {
      while (!over) {
        if (server.isListening()) asked.push(await ask(server, '/me', person.key))
        await pass(isOver ? 50 : 5)
      }
    }),
  )
  const isKnownEverywhere = () =>
    cluster.servers.every((server) => asked.some((one) => one.server === server.name && one.status === 200))
  while (!isKnownEverywhere()) await pass(10)

  const victim = random.pick(listeningServers(cluster))
  const commander = random.pick(cluster.servers.filter((server) => server !== victim))
  begin(victim, cluster)
  // Wait up to 1 second, so that the isolated server misses some of its polls, which run every 500 ms.
  if (isSilent) await pass(random.integer(0, 1_000))
  const words = await commander.command('keys', 'revoke', person.keyId)
  const ackMs = monoMs()
  isOver = true
  const refusedEverywhere = () =>
    cluster.servers.every(
      (server) =>
        server === victim || asked.some((one) => one.server === server.name && one.startMs > ackMs && isRefusal(one)),
    )
  while (!refusedEverywhere()) await pass(10)
  if (isSilent) await pass(mostMs === 10_000 ? 10_500 : random.integer(500, 3_000))
  end(victim, cluster)
  await untilAllHealthy(cluster)
  const after = monoMs()
  while (!asked.some((one) => one.server === victim.name && one.startMs > after && isRefusal(one))) await pass(10)
  over = true
  await Promise.all(callers)
  await close()

  const breaches: string[] = []
  const late = asked.filter(({ status, startMs }) => status === 200 && startMs > ackMs)
  for (const { server, startMs } of late) {
    const allowedMs = server === victim.name ? mostMs : 0
    if (startMs - ackMs > allowedMs)
      breaches.push(`I4 ${name}: ${server} admitted ${Math.round(startMs - ackMs)} ms after the command had ended`)
  }
  if (/Acted on by (\d) of \1 servers\.\s*$/.test(words.trim()) && late.length > 0)
    breaches.push(`I4 ${name}: all had acted, and ${late.length} were admitted`)
  const address = victim.url()
  // A server silent for two seconds counts as gone, and is not awaited.
  if (isSilent && words.includes('of 3 servers') && !words.includes(address))
    breaches.push(`I4 ${name}: the command does not name ${address}: ${words}`)
  // A server that was killed a moment ago is named too, because the command can't know that it is dead.
  const isNamed = cluster.servers.some((server) => words.includes(server.url()))
  if (!isSilent && (isNamed || !words.includes(`Acted on by ${cluster.servers.length} of`)))
    breaches.push(`I4 ${name}: ${words}`)
  return { breaches, key: person.key }
}

export type RevocationFindings = Awaited<ReturnType<typeof revokeOne>>

/** A client that keeps using a revoked key is soon answered with 429. */
const isRefusal = ({ status }: TimedResponse): boolean => status === 401 || status === 429
