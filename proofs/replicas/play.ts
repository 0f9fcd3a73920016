import { createRandom, type Random } from '@p2p-rates/chance'
import { checkKeys, readAcknowledged } from './acts/acknowledged.js'
import { copyThereAndBack, makeHostile } from './acts/copies.js'
import { loseAcknowledgements } from './acts/letters.js'
import { stagePlans, startLimitsLoad } from './acts/limits.js'
import { comparePasts, recordPast } from './acts/one-past.js'
import { changePlansTwice, revokeSlowly, revokeUnderLoad } from './acts/revocations.js'
import { fightForStreams } from './acts/streams.js'
import { checkTakeovers, loseLeader, pickFates, type Takeover } from './acts/takeovers.js'
import { failTenTimes } from './acts/ten-failures.js'
import { upgrade } from './acts/upgrade.js'
import { startWebhookLife } from './acts/webhooks.js'
import { type Audit, keepAudit } from './audit.js'
import { checkAcceptedWrites } from './check/accepted-writes.js'
import { checkSightings } from './check/sightings.js'
import { monoMs } from './mono-ms.js'
import { startOnlookers } from './onlookers.js'
import { addPeople } from './people.js'
import { openStage, type Stage } from './stage.js'
import type { LogLine } from './staged-server.js'
import { failOver, postgresTroubles, redisTroubles, serverTroubles, type Trouble } from './troubles.js'

export type Played = {
  readonly breaches: readonly string[]
  readonly takeovers: readonly Takeover[]
  readonly asked: number
  readonly sightings: number
  readonly writes: number
  readonly fullest: number
  readonly latestRevocationMs: number
}

/** How much of everything. */
export type Extent = {
  readonly troubles: number
  readonly revocations: number
  readonly takeovers: number
  readonly perils: number
  readonly lostLetters: number
}
export const wholeExtent: Extent = {
  troubles: 2,
  revocations: 5,
  takeovers: 2,
  perils: 4,
  lostLetters: 4,
}
export const fastExtent: Extent = {
  troubles: 1,
  revocations: 1,
  takeovers: 1,
  perils: 1,
  lostLetters: 1,
}

export type PlayOptions = {
  readonly seed: number
  readonly program: string
  readonly extent: Extent
  /** Of the acts those whose names contain this. */
  readonly only?: string | undefined
  readonly tell: (line: string) => void
}
export type Act =
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
type Direction = Pick<PlayOptions, 'only' | 'extent' | 'tell'> & {
  readonly beganMs: number
  readonly note: (what: string) => void
}

/** One stage from its beginning to its end: everybody works, and one thing after the other goes wrong. */
export async function playSeed({ seed, program, extent, only, tell }: PlayOptions): Promise<Played> {
  const random = createRandom(seed)
  const beganMs = monoMs()
  const note = (what: string) => tell(`${((monoMs() - beganMs) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const stage = await openStage({ seed, program, standby: 'synchronous', settings: stageSettings })
  try {
    return await playOn(stage, random, { only, extent, tell, beganMs, note })
  } finally {
    await stage.close()
  }
}

const stageSettings = {
  P2P_PLANS: JSON.stringify(stagePlans),
  P2P_DRAIN_SECONDS: '0',
  // Nobody here is to be slowed down.
  P2P_HAMMERING_PAUSE_MS: '0',
}

async function playOn(stage: Stage, random: Random, { only, extent, tell, beganMs, note }: Direction): Promise<Played> {
  const audit = await openAll(stage, random)
  const onlookers = await startOnlookers(stage, random)
  note('everybody is there')
  const suffer = async ({ name, cause }: Trouble) => {
    note(name)
    await cause(stage, random)
  }
  const breaches: string[] = []
  const isWanted = (act: Act) => only === undefined || act.includes(only)
  if (isWanted('copy')) await makeHostile(stage)
  const load = await startLimitsLoad(stage, random)
  const webhooks = only === undefined || only === 'webhooks' ? await startWebhookLife(stage, random) : null

  if (isWanted('limits')) {
    for (let time = 0; time < extent.troubles; time++) await suffer(random.pick(serverTroubles))
    for (let time = 0; time < extent.troubles; time++) await suffer(random.pick(postgresTroubles))
    for (let time = 0; time < extent.troubles; time++) await load.redisFails(() => suffer(random.pick(redisTroubles)))
  }
  await load.end()
  const limits = load.check()
  breaches.push(...limits.breaches)
  note(`${load.asked()} asked, ${limits.admitted} admitted, ${limits.refused} refused`)

  if (isWanted('letters'))
    breaches.push(...(await loseAcknowledgements(stage, random, { count: extent.lostLetters, note })))

  const streams = isWanted('streams') ? await fightForStreams(stage, random, stagePlans.Pro.streams ?? 0) : null
  breaches.push(...(streams?.breaches ?? []))
  if (streams !== null)
    note(`${streams.opened} streams; ${(streams.backMs / 1000).toFixed(1)} s after a kill all places were taken again`)

  const revocations = isWanted('revocations')
    ? await revokeUnderLoad(stage, random, { count: extent.revocations, note })
    : []
  breaches.push(...revocations.flatMap((one) => one.breaches))
  if (isWanted('revocations')) {
    note('two keys end, one of them slowly')
    breaches.push(...(await revokeSlowly(stage)))
    note('plans change twice at once')
    breaches.push(...(await changePlansTwice(stage)))
  }

  const takeovers: Takeover[] = []
  for (const fate of isWanted('takeovers') ? pickFates(random, extent.takeovers) : []) {
    const takeover = await loseLeader(stage, audit, fate)
    takeovers.push(takeover)
    note(`the leader was ${takeover.fate}, another published after ${(takeover.tookMs / 1000).toFixed(1)} s`)
  }
  breaches.push(...checkTakeovers(takeovers))

  const failures = isWanted('failures')
    ? await failTenTimes(stage, audit, random, { count: extent.perils, note })
    : null
  if (failures !== null) note(`a webhook that failed is disabled, after ${failures.posts()} POSTs`)

  const upgraded = isWanted('upgrade') ? await upgrade(stage, random, note) : null
  breaches.push(...(upgraded?.breaches ?? []))
  if (upgraded !== null) note(`${upgraded.asked} were answered while releases came and went`)

  if (isWanted('end')) {
    const live = (await addPeople(stage, ['Business', 'Pro'])).map(({ key }) => key)
    const acknowledged = await readAcknowledged(stage)
    await suffer(failOver)
    breaches.push(...(await acknowledged.check()))
    const ended = revocations.map(({ key }) => key)
    breaches.push(...(await checkKeys(stage, { live, ended })))
    breaches.push(...(await comparePasts(stage)))
    note('all pasts are compared')
  }
  if (webhooks !== null) {
    await webhooks.end()
    note('no more webhooks are made')
    const sent = await webhooks.check(stage.kills().length + mostLostPosts + extent.perils)
    breaches.push(...sent.breaches)
    note(`${sent.made} webhooks were made, ${sent.repeats} were told again`)
  }
  breaches.push(...((await failures?.check()) ?? []))
  await onlookers.end()
  const writes = await audit.writes()
  breaches.push(...checkAcceptedWrites(writes).map((text) => `I6 ${text}`))
  breaches.push(...checkSightings(onlookers.sightings).map((text) => `I5 ${text}`))

  for (const server of stage.servers) await server.end('SIGTERM')
  breaches.push(...(await load.checkMonths(await audit.usageWrites())))
  note('all have ended')
  if (breaches.length > 0) for (const line of stage.lines().filter(isTelling)) tell(wordsOf(line, beganMs))
  const copied = isWanted('copy') ? await copyThereAndBack(stage, random) : null
  breaches.push(...(copied?.breaches ?? []))
  if (copied !== null) note(`${copied.rows} rows went to a folder and back`)
  return {
    breaches,
    takeovers,
    asked: load.asked(),
    sightings: onlookers.sightings.length,
    writes: writes.length,
    fullest: limits.fullest,
    latestRevocationMs: Math.max(0, ...revocations.map(({ latestMs }) => latestMs ?? 0)),
  }
}

/** What helps to find out why. */
const isTelling = ({ text }: LogLine): boolean => /"level":[45]0|limits are counted/.test(text)
const wordsOf = ({ server, atMs, text }: LogLine, sinceMs: number): string =>
  `  ${((atMs - sinceMs) / 1000).toFixed(1)} s  ${server}  ${text.slice(0, 300)}`

/** Cuts and ended connections may each have lost what came of an attempt. */
const mostLostPosts = 6

/** The audit begins before anybody leads. */
async function openAll(stage: Stage, random: Random): Promise<Audit> {
  await stage.servers[0]?.command('keys', 'list')
  await recordPast(stage, random.below(2 ** 31))
  const audit = await keepAudit(stage)
  await Promise.all(stage.servers.map((server) => server.start()))
  await Promise.all(stage.servers.map((server) => server.ready()))
  return audit
}
