import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/chance'
import type { Audit } from '../audit.js'
import { monoMs } from '../mono-ms.js'
import type { Stage } from '../stage.js'
import type { StagedServer } from '../staged-server.js'
import { allWell } from '../troubles.js'

/** What becomes of the one who leads. */
const fates = ['killed', 'paused', 'cut off'] as const
export type Fate = (typeof fates)[number]

export type Takeover = { readonly fate: Fate; readonly tookMs: number }

/** So long nobody may publish, whatever has become of the leader. */
const mostMs = 30_000

/** I7. The one who judges the market goes, and somebody else publishes. */
export async function loseLeader(stage: Stage, audit: Audit, random: Random): Promise<Takeover> {
  const fate = random.pick(fates)
  const name = await audit.leader()
  const holder = stage.servers.find((server) => server.name === name)
  if (holder === undefined) throw new Error('Somebody leads.')
  const sinceMs = monoMs()
  await befall[fate](holder)
  const before = (await audit.writes()).length
  const isSucceeded = async () => {
    const later = (await audit.writes()).slice(before)
    return later.some(({ server, fiat }) => server !== name && fiat.startsWith('snapshot'))
  }
  while (!(await isSucceeded()) && monoMs() - sinceMs < mostMs) await pass(50)
  const tookMs = monoMs() - sinceMs
  await recover[fate](holder)
  await allWell(stage)
  return { fate, tookMs }
}

export const checkTakeovers = (takeovers: readonly Takeover[]): readonly string[] =>
  takeovers
    .filter(({ tookMs }) => tookMs >= mostMs)
    .map(({ fate, tookMs }) => `I7 the leader was ${fate}, and nobody else published for ${Math.round(tookMs)} ms`)

const befall: Record<Fate, (holder: StagedServer) => Promise<unknown>> = {
  killed: (holder) => holder.end('SIGKILL'),
  paused: async (holder) => holder.pause(),
  'cut off': async ({ toPostgres }) => toPostgres.set('stall'),
}

const recover: Record<Fate, (holder: StagedServer) => Promise<unknown>> = {
  killed: (holder) => holder.start(),
  paused: async (holder) => holder.goOn(),
  'cut off': async ({ toPostgres }) => toPostgres.set('pass'),
}
