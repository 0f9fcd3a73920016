import { createRandom, type Random } from '@p2p-rates/core/internal'
import { withParts } from '../harness/parts.js'
import { monoMs } from '../harness/wait.js'
import { type Audit, keepAudit } from './audit-triggers.js'
import { checkAcceptedWrites } from './check/accepted-writes.js'
import { checkSightings } from './check/sightings.js'
import { addClients } from './clients.js'
import { type Cluster, openCluster } from './cluster.js'
import type { LogLine } from './cluster-server.js'
import { type ClusterFault, failOver, postgresFaults, redisFaults, serverFaults, untilAllHealthy } from './faults.js'
import { startObservers } from './observers.js'
import { checkKeys, readAcknowledgedRows } from './steps/acknowledged-rows.js'
import { clusterPlans, startLimitsLoad } from './steps/limits.js'
import { revokeUnderLoad } from './steps/revocations.js'
import { loseLeader, pickFates } from './steps/takeovers.js'
import { startWebhookLife } from './steps/webhooks.js'

export type Extent = { readonly faultsPerKind: number; readonly revocations: number; readonly takeovers: number }
export const wholeExtent: Extent = { faultsPerKind: 2, revocations: 5, takeovers: 2 }
export const fastExtent: Extent = { faultsPerKind: 1, revocations: 1, takeovers: 1 }

export type RunOptions = {
  readonly seed: number
  readonly program: string
  readonly extent: Extent
  readonly only?: string | undefined
  readonly printLine: (line: string) => void
}
type Step = 'webhooks' | 'limits' | 'revocations' | 'takeovers' | 'end'
type Run = Pick<RunOptions, 'extent'> & {
  readonly cluster: Cluster
  readonly random: Random
  readonly audit: Audit
  readonly breaches: string[]
  readonly note: (what: string) => void
}

/** One run of three servers over engines of their own. Returns the promises that it broke. */
export const runSeed = ({ seed, program, extent, only, printLine }: RunOptions): Promise<readonly string[]> =>
  withParts(async (open) => {
    const random = createRandom(seed)
    const beganMs = monoMs()
    const note = (what: string) => printLine(`${((monoMs() - beganMs) / 1000).toFixed(1).padStart(6)} s  ${what}`)
    const cluster = await open(openCluster({ seed, program, hasStandby: true, settings: clusterSettings }))
    const run: Run = { cluster, random, audit: await startServers(cluster), breaches: [], extent, note }
    await runSteps(run, (step) => only === undefined || step.includes(only))
    if (run.breaches.length > 0)
      for (const line of cluster.lines().filter(isRelevantLine)) printLine(wordsOf(line, beganMs))
    return run.breaches
  })

const clusterSettings = {
  P2P_PLANS: JSON.stringify(clusterPlans),
  P2P_DRAIN_SECONDS: '0',
  P2P_HAMMERING_PAUSE_MS: '0',
}

async function runSteps(run: Run, isWanted: (step: Step) => boolean): Promise<void> {
  const { cluster, random, audit, breaches, extent, note } = run
  const observers = await startObservers(cluster, random)
  const webhooks = isWanted('webhooks') ? await startWebhookLife(cluster, random) : null
  const load = await startLimitsLoad(cluster, random)
  if (isWanted('limits') || isWanted('webhooks'))
    for (let time = 0; time < extent.faultsPerKind; time++) {
      await causeFault(run, random.pick(serverFaults))
      await causeFault(run, random.pick(postgresFaults))
      await load.redisFails(() => causeFault(run, random.pick(redisFaults)))
    }
  await load.end()
  const limits = load.check()
  breaches.push(...limits.breaches)
  note(`${load.asked()} asked, ${limits.admitted} admitted, ${limits.refused} refused`)

  const ended = isWanted('revocations') ? await revoke(run) : []
  for (const fate of isWanted('takeovers') ? pickFates(random, extent.takeovers) : []) {
    const { tookMs, breaches: broken } = await loseLeader(cluster, audit, fate)
    breaches.push(...broken)
    note(`the leader was ${fate}, another published after ${(tookMs / 1000).toFixed(1)} s`)
  }
  if (isWanted('end')) await failOverToStandby(run, ended)
  if (webhooks !== null) {
    await webhooks.end()
    const sent = await webhooks.check(cluster.kills() + mostLostPosts)
    breaches.push(...sent.breaches)
    note(`${sent.made} webhooks were made, ${sent.repeats} were told again`)
  }
  await observers.end()
  breaches.push(...checkAcceptedWrites(await audit.writes()).map((text) => `I6 ${text}`))
  breaches.push(...checkSightings(observers.sightings).map((text) => `I5 ${text}`))
}

async function causeFault({ cluster, random, note }: Run, { name, cause }: ClusterFault): Promise<void> {
  note(name)
  await cause(cluster, random)
  await untilAllHealthy(cluster)
}

/** Returns the keys that have ended. */
async function revoke({ cluster, random, breaches, extent, note }: Run): Promise<readonly string[]> {
  const revocations = await revokeUnderLoad(cluster, random, { count: extent.revocations, note })
  breaches.push(...revocations.flatMap((one) => one.breaches))
  return revocations.map(({ key }) => key)
}

/** I10. Everything acknowledged is there after the standby has taken over, and keys are as they were. */
async function failOverToStandby(run: Run, ended: readonly string[]): Promise<void> {
  const { cluster, breaches } = run
  const live = (await addClients(cluster, ['Business', 'Pro'])).map(({ key }) => key)
  const acknowledged = await readAcknowledgedRows(cluster)
  await causeFault(run, failOver)
  breaches.push(...(await acknowledged.check()), ...(await checkKeys(cluster, { live, ended })))
}

const isRelevantLine = ({ text }: LogLine): boolean => /"level":[45]0|limits are counted/.test(text)
const wordsOf = ({ server, atMs, text }: LogLine, sinceMs: number): string =>
  `  ${((atMs - sinceMs) / 1000).toFixed(1)} s  ${server}  ${text.slice(0, 300)}`

/** POSTs whose outcome may be lost to cuts and ended connections. */
const mostLostPosts = 6

/** Start the audit before any server leads. */
async function startServers(cluster: Cluster): Promise<Audit> {
  await cluster.servers[0]?.command('keys', 'list')
  const audit = await keepAudit(cluster)
  await Promise.all(cluster.servers.map((server) => server.start()))
  await Promise.all(cluster.servers.map((server) => server.ready()))
  return audit
}
