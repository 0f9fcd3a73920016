import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/core/internal'
import { monoMs } from '../../harness/wait.js'
import type { Audit } from '../audit-triggers.js'
import type { Cluster } from '../cluster.js'
import type { ClusterServer } from '../cluster-server.js'
import { untilAllHealthy } from '../faults.js'

const fates = ['killed', 'paused', 'cut off', 'cut off within a write'] as const
export type Fate = (typeof fates)[number]

/** Maximum time without a publication, whatever fault the leader has. */
const mostMs = 30_000

/** Returns `count` fates in a fixed order from a random start, so that none repeats before all occurred. */
export function pickFates(random: Random, count: number): readonly Fate[] {
  const first = random.below(fates.length)
  return Array.from({ length: count }, (_, index) => fates[(first + index) % fates.length] ?? 'killed')
}

/** I7. Cause a fault of the market leader and wait until another server publishes. */
export async function loseLeader(cluster: Cluster, audit: Audit, fate: Fate) {
  const name = await audit.leader()
  const holder = cluster.servers.find((server) => server.name === name)
  if (holder === undefined) throw new Error('Somebody leads.')
  await injectFate[fate](holder)
  const sinceMs = monoMs()
  const before = (await audit.writes()).length
  const isSucceeded = async () => {
    const later = (await audit.writes()).slice(before)
    return later.some(({ server, fiat }) => server !== name && fiat.startsWith('snapshot'))
  }
  while (!(await isSucceeded()) && monoMs() - sinceMs < mostMs) await pass(50)
  const tookMs = monoMs() - sinceMs
  await recover[fate](holder)
  await untilAllHealthy(cluster)
  const late = `I7 the leader was ${fate}, and no other server published for ${Math.round(tookMs)} ms`
  return { tookMs, breaches: tookMs < mostMs ? [] : [late] }
}

const injectFate: Record<Fate, (holder: ClusterServer) => Promise<unknown>> = {
  killed: (holder) => holder.end('SIGKILL'),
  paused: async (holder) => holder.pause(),
  'cut off': async ({ toPostgres }) => toPostgres.set('stall'),
  // Stall after the leader has confirmed its lease, right before it writes.
  'cut off within a write': ({ toPostgres }) => toPostgres.stallAfter('FROM fence'),
}

const recover: Record<Fate, (holder: ClusterServer) => Promise<unknown>> = {
  killed: (holder) => holder.start(),
  paused: async (holder) => holder.resume(),
  'cut off': async ({ toPostgres }) => toPostgres.set('pass'),
  'cut off within a write': async ({ toPostgres }) => toPostgres.set('pass'),
}
