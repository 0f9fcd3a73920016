import { createRandom, type Random } from '@p2p-rates/chance'
import { stagePlans, startLimitsLoad } from './acts/limits.js'
import { revokeUnderLoad } from './acts/revocations.js'
import { loseLeader, type Takeover } from './acts/takeovers.js'
import { type Audit, keepAudit } from './audit.js'
import { checkAcceptedWrites } from './check/accepted-writes.js'
import { checkSightings } from './check/sightings.js'
import { monoMs } from './mono-ms.js'
import { startOnlookers } from './onlookers.js'
import { openStage, type Stage } from './stage.js'
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

export type PlayOptions = {
  readonly seed: number
  readonly program: string
  /** Of the acts those whose names contain this. */
  readonly only?: string | undefined
  readonly tell: (line: string) => void
}
type Act = 'limits' | 'revocations' | 'takeovers'
type Direction = Pick<PlayOptions, 'only'> & { readonly note: (what: string) => void }

/** One stage from its beginning to its end: everybody works, and one thing after the other goes wrong. */
export async function playSeed({ seed, program, only, tell }: PlayOptions): Promise<Played> {
  const random = createRandom(seed)
  const beganMs = monoMs()
  const note = (what: string) => tell(`${((monoMs() - beganMs) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const stage = await openStage({ seed, program, standby: 'synchronous', settings: stageSettings })
  try {
    return await playOn(stage, random, { only, note })
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

async function playOn(stage: Stage, random: Random, { only, note }: Direction): Promise<Played> {
  const audit = await openAll(stage)
  const onlookers = await startOnlookers(stage, random)
  note('everybody is there')
  const suffer = async ({ name, cause }: Trouble) => {
    note(name)
    await cause(stage, random)
  }
  const breaches: string[] = []
  const load = await startLimitsLoad(stage, random)
  const isWanted = (act: Act) => only === undefined || act.includes(only)

  if (isWanted('limits')) {
    for (const trouble of [random.pick(serverTroubles), random.pick(postgresTroubles), random.pick(postgresTroubles)])
      await suffer(trouble)
    for (const trouble of [random.pick(redisTroubles), random.pick(redisTroubles)])
      await load.redisFails(() => suffer(trouble))
  }
  await load.end()
  const limits = load.check()
  breaches.push(...limits.breaches)
  note(`${load.asked()} asked, ${limits.admitted} admitted, ${limits.refused} refused`)

  const revocations = isWanted('revocations') ? await revokeUnderLoad(stage, random, note) : []
  breaches.push(...revocations.flatMap((one) => one.breaches))

  const takeovers: Takeover[] = []
  for (let time = 0; isWanted('takeovers') && time < 2; time++) {
    const takeover = await loseLeader(stage, audit, random)
    takeovers.push(takeover)
    note(`the leader was ${takeover.fate}, another published after ${(takeover.tookMs / 1000).toFixed(1)} s`)
  }
  if (isWanted('takeovers')) await suffer(failOver)
  await onlookers.end()
  const writes = await audit.writes()
  breaches.push(...checkAcceptedWrites(writes).map((text) => `I6 ${text}`))
  breaches.push(...checkSightings(onlookers.sightings).map((text) => `I5 ${text}`))

  for (const server of stage.servers) await server.end('SIGTERM')
  breaches.push(...(await load.checkMonths()))
  note('all have ended')
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

/** The audit begins before anybody leads. */
async function openAll(stage: Stage): Promise<Audit> {
  await stage.servers[0]?.command('keys', 'list')
  const audit = await keepAudit(stage)
  await Promise.all(stage.servers.map((server) => server.start()))
  await Promise.all(stage.servers.map((server) => server.ready()))
  return audit
}
