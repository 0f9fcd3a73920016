import { createRandom, type Random } from '@p2p-rates/chance'
import { monoMs } from '../harness/mono-ms.js'
import { type Audit, keepAudit } from './audit-triggers.js'
import { checkAcceptedWrites } from './check/accepted-writes.js'
import { checkSightings } from './check/sightings.js'
import { addClients } from './clients.js'
import { type Cluster, openCluster } from './cluster.js'
import type { LogLine } from './cluster-server.js'
import { type ClusterFault, failOver, postgresFaults, redisFaults, serverFaults } from './faults.js'
import { startObservers } from './observers.js'
import { checkKeys, readAcknowledgedRows } from './steps/acknowledged-rows.js'
import { copyToFolderAndBack, makeHostile } from './steps/database-copies.js'
import { clusterPlans, startLimitsLoad } from './steps/limits.js'
import { loseAcknowledgements } from './steps/lost-redis-acknowledgements.js'
import { changePlansTwice, revokeSlowly, revokeUnderLoad } from './steps/revocations.js'
import { compareHistories, recordHistory } from './steps/same-history.js'
import { competeForStreams } from './steps/stream-limit.js'
import { checkTakeovers, loseLeader, pickFates, type Takeover } from './steps/takeovers.js'
import { upgrade } from './steps/upgrade.js'
import { failTenTimes } from './steps/webhook-ten-failures.js'
import { startWebhookLife } from './steps/webhooks.js'

export type RunResult = {
  readonly breaches: readonly string[]
  readonly takeovers: readonly Takeover[]
  readonly asked: number
  readonly sightings: number
  readonly writes: number
  readonly fullest: number
  readonly latestRevocationMs: number
}

export type Extent = {
  readonly faultsPerKind: number
  readonly revocations: number
  readonly takeovers: number
  readonly deliveryFaults: number
  readonly lostAcknowledgements: number
}
export const wholeExtent: Extent = {
  faultsPerKind: 2,
  revocations: 5,
  takeovers: 2,
  deliveryFaults: 4,
  lostAcknowledgements: 4,
}
export const fastExtent: Extent = {
  faultsPerKind: 1,
  revocations: 1,
  takeovers: 1,
  deliveryFaults: 1,
  lostAcknowledgements: 1,
}

export type RunOptions = {
  readonly seed: number
  readonly program: string
  readonly extent: Extent
  readonly only?: string | undefined
  readonly printLine: (line: string) => void
}
export type Step =
  | 'webhooks'
  | 'limits'
  | 'letters'
  | 'streams'
  | 'revocations'
  | 'takeovers'
  | 'failures'
  | 'upgrade'
  | 'copy'
  | 'end'
type RunContext = Pick<RunOptions, 'only' | 'extent' | 'printLine'> & {
  readonly beganMs: number
  readonly note: (what: string) => void
}

export async function runSeed({ seed, program, extent, only, printLine }: RunOptions): Promise<RunResult> {
  const random = createRandom(seed)
  const beganMs = monoMs()
  const note = (what: string) => printLine(`${((monoMs() - beganMs) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const cluster = await openCluster({ seed, program, standby: 'synchronous', settings: clusterSettings })
  try {
    return await runOn(cluster, random, { only, extent, printLine, beganMs, note })
  } finally {
    await cluster.close()
  }
}

const clusterSettings = {
  P2P_PLANS: JSON.stringify(clusterPlans),
  P2P_DRAIN_SECONDS: '0',
  P2P_HAMMERING_PAUSE_MS: '0',
}

async function runOn(
  cluster: Cluster,
  random: Random,
  { only, extent, printLine, beganMs, note }: RunContext,
): Promise<RunResult> {
  const audit = await startServers(cluster, random)
  const observers = await startObservers(cluster, random)
  note('everybody is there')
  const causeFault = async ({ name, cause }: ClusterFault) => {
    note(name)
    await cause(cluster, random)
  }
  const breaches: string[] = []
  const isWanted = (act: Step) => only === undefined || act.includes(only)
  if (isWanted('copy')) await makeHostile(cluster)
  const load = await startLimitsLoad(cluster, random)
  const webhooks = only === undefined || only === 'webhooks' ? await startWebhookLife(cluster, random) : null

  if (isWanted('limits')) {
    for (let time = 0; time < extent.faultsPerKind; time++) await causeFault(random.pick(serverFaults))
    for (let time = 0; time < extent.faultsPerKind; time++) await causeFault(random.pick(postgresFaults))
    for (let time = 0; time < extent.faultsPerKind; time++)
      await load.redisFails(() => causeFault(random.pick(redisFaults)))
  }
  await load.end()
  const limits = load.check()
  breaches.push(...limits.breaches)
  note(`${load.asked()} asked, ${limits.admitted} admitted, ${limits.refused} refused`)

  if (isWanted('letters'))
    breaches.push(...(await loseAcknowledgements(cluster, random, { count: extent.lostAcknowledgements, note })))

  const streams = isWanted('streams') ? await competeForStreams(cluster, random, clusterPlans.Pro.streams ?? 0) : null
  breaches.push(...(streams?.breaches ?? []))
  if (streams !== null)
    note(`${streams.opened} streams; ${(streams.backMs / 1000).toFixed(1)} s after a kill all places were taken again`)

  const revocations = isWanted('revocations')
    ? await revokeUnderLoad(cluster, random, { count: extent.revocations, note })
    : []
  breaches.push(...revocations.flatMap((one) => one.breaches))
  if (isWanted('revocations')) {
    note('two keys end, one of them slowly')
    breaches.push(...(await revokeSlowly(cluster)))
    note('plans change twice at once')
    breaches.push(...(await changePlansTwice(cluster)))
  }

  const takeovers: Takeover[] = []
  for (const fate of isWanted('takeovers') ? pickFates(random, extent.takeovers) : []) {
    const takeover = await loseLeader(cluster, audit, fate)
    takeovers.push(takeover)
    note(`the leader was ${takeover.fate}, another published after ${(takeover.tookMs / 1000).toFixed(1)} s`)
  }
  breaches.push(...checkTakeovers(takeovers))

  const failures = isWanted('failures')
    ? await failTenTimes(cluster, audit, random, { count: extent.deliveryFaults, note })
    : null
  if (failures !== null) note(`a webhook that failed is disabled, after ${failures.posts()} POSTs`)

  const upgraded = isWanted('upgrade') ? await upgrade(cluster, random, note) : null
  breaches.push(...(upgraded?.breaches ?? []))
  if (upgraded !== null) note(`${upgraded.asked} were answered while releases came and went`)

  if (isWanted('end')) {
    const live = (await addClients(cluster, ['Business', 'Pro'])).map(({ key }) => key)
    const acknowledged = await readAcknowledgedRows(cluster)
    await causeFault(failOver)
    breaches.push(...(await acknowledged.check()))
    const ended = revocations.map(({ key }) => key)
    breaches.push(...(await checkKeys(cluster, { live, ended })))
    breaches.push(...(await compareHistories(cluster)))
    note('all pasts are compared')
  }
  if (webhooks !== null) {
    await webhooks.end()
    note('no more webhooks are made')
    const sent = await webhooks.check(cluster.kills().length + mostLostPosts + extent.deliveryFaults)
    breaches.push(...sent.breaches)
    note(`${sent.made} webhooks were made, ${sent.repeats} were told again`)
  }
  breaches.push(...((await failures?.check()) ?? []))
  await observers.end()
  const writes = await audit.writes()
  breaches.push(...checkAcceptedWrites(writes).map((text) => `I6 ${text}`))
  breaches.push(...checkSightings(observers.sightings).map((text) => `I5 ${text}`))

  for (const server of cluster.servers) await server.end('SIGTERM')
  breaches.push(...(await load.checkMonths(await audit.usageWrites())))
  note('all have ended')
  if (breaches.length > 0) for (const line of cluster.lines().filter(isRelevantLine)) printLine(wordsOf(line, beganMs))
  const copied = isWanted('copy') ? await copyToFolderAndBack(cluster, random) : null
  breaches.push(...(copied?.breaches ?? []))
  if (copied !== null) note(`${copied.rows} rows went to a folder and back`)
  return {
    breaches,
    takeovers,
    asked: load.asked(),
    sightings: observers.sightings.length,
    writes: writes.length,
    fullest: limits.fullest,
    latestRevocationMs: Math.max(0, ...revocations.map(({ latestMs }) => latestMs ?? 0)),
  }
}

const isRelevantLine = ({ text }: LogLine): boolean => /"level":[45]0|limits are counted/.test(text)
const wordsOf = ({ server, atMs, text }: LogLine, sinceMs: number): string =>
  `  ${((atMs - sinceMs) / 1000).toFixed(1)} s  ${server}  ${text.slice(0, 300)}`

/** POSTs whose outcome may be lost to cuts and ended connections. */
const mostLostPosts = 6

/** Start the audit before any server leads. */
async function startServers(cluster: Cluster, random: Random): Promise<Audit> {
  await cluster.servers[0]?.command('keys', 'list')
  await recordHistory(cluster, random.below(2 ** 31))
  const audit = await keepAudit(cluster)
  await Promise.all(cluster.servers.map((server) => server.start()))
  await Promise.all(cluster.servers.map((server) => server.ready()))
  return audit
}
