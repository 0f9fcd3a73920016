import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/chance'
import type { Cut } from './cut.js'
import { monoMs } from './mono-ms.js'
import type { Stage } from './stage.js'
import type { StagedServer } from './staged-server.js'
import { until } from './until.js'

/** Something that goes wrong for a while. */
export type Trouble = {
  readonly name: string
  /** Resolves when it is over and everybody is as well as before. */
  readonly cause: (stage: Stage, random: Random) => Promise<void>
}

const any = ({ servers }: Stage, random: Random): StagedServer => random.pick(servers)

const troubled =
  (cutOf: (server: StagedServer) => Cut, shortestMs: number, longestMs: number): Trouble['cause'] =>
  async (stage, random) => {
    const server = any(stage, random)
    const cut = cutOf(server)
    cut.set(random.pick(['reset', 'stall', 'one-way']))
    await pass(random.integer(shortestMs, longestMs))
    cut.set('pass')
    // What it had on its way is lost or arrives, as chance will have it.
    if (random.chance(0.5)) cut.break()
    await allWell(stage)
  }

/** None of these keeps anybody from asking Redis. */
export const serverTroubles: readonly Trouble[] = [
  {
    name: 'a server is killed',
    cause: async (stage, random) => {
      const server = any(stage, random)
      await server.end('SIGKILL')
      await server.start()
      await allWell(stage)
    },
  },
  {
    name: 'a server is paused',
    cause: async (stage, random) => {
      const server = any(stage, random)
      server.pause()
      await pass(random.integer(3_000, 6_000))
      server.goOn()
      await allWell(stage)
    },
  },
]

export const postgresTroubles: readonly Trouble[] = [
  { name: 'a server is cut off from PostgreSQL', cause: troubled(({ toPostgres }) => toPostgres, 500, 4_000) },
  {
    name: 'what a server is writing is acknowledged to nobody',
    cause: async (stage, random) => {
      for (let time = 0; time < 3; time++) {
        const { toPostgres } = any(stage, random)
        toPostgres.set('one-way')
        await pass(random.integer(200, 600))
        toPostgres.break()
        toPostgres.set('pass')
      }
      await allWell(stage)
    },
  },
  {
    name: 'all connections to PostgreSQL are ended',
    cause: async (stage) => {
      await stage.terminate()
      await allWell(stage)
    },
  },
  {
    name: 'the connections of a server to PostgreSQL are ended',
    cause: async (stage, random) => {
      await stage.terminate(any(stage, random))
      await allWell(stage)
    },
  },
  {
    name: 'PostgreSQL stops as by a power cut and comes back',
    cause: async (stage) => {
      await stage.primary().stop('immediate')
      await stage.primary().start()
      await allWell(stage)
    },
  },
]

export const failOver: Trouble = {
  name: 'the standby takes over',
  cause: async (stage) => {
    await stage.failOver()
    await allWell(stage)
  },
}

export const redisTroubles: readonly Trouble[] = [
  {
    name: 'Redis stands still',
    cause: async (stage, random) => {
      stage.redis.stall()
      await pass(random.integer(500, 6_000))
      stage.redis.goOn()
      await allWell(stage)
    },
  },
  {
    name: 'Redis is emptied',
    cause: async (stage) => {
      const sinceMs = monoMs()
      await stage.redis.run('FLUSHALL')
      await allTogetherSince(stage, sinceMs)
    },
  },
  {
    name: 'Redis is killed and comes back empty',
    cause: async (stage, random) => {
      const sinceMs = monoMs()
      await stage.redis.kill()
      await pass(random.integer(0, 3_000))
      await stage.redis.start()
      await allTogetherSince(stage, sinceMs)
    },
  },
  { name: 'a server is cut off from Redis', cause: troubled(({ toRedis }) => toRedis, 500, 6_000) },
]

/** Every server is ready, has been heard of since, and counts with the others. */
export async function allWell(stage: Stage): Promise<void> {
  await Promise.all(stage.servers.map((server) => server.ready()))
  const [{ now } = {}] = await stage.sql('SELECT clock_timestamp()::text AS now')
  const well = `SELECT count(*) AS count FROM member WHERE beat_at > '${now}' AND troubles = '[]'`
  await until('all servers are well', async () => {
    const [row] = await stage.sql(well)
    const alone = stage.servers.filter((server) => !countsWithOthers(stage, server))
    const heard = Number(row?.count)
    return heard >= stage.servers.length && alone.length === 0
      ? null
      : `${heard} are heard of since ${now}, ${alone.map(({ name }) => name)} count alone`
  })
}

async function allTogetherSince(stage: Stage, sinceMs: number): Promise<void> {
  const isBack = ({ name }: StagedServer) =>
    stage
      .lines()
      .some(({ server, atMs, text }) => server === name && atMs > sinceMs && text.includes('counted together'))
  await until('all count together again', async () => {
    const missing = stage.servers.filter((server) => !isBack(server))
    return missing.length === 0 ? null : missing.map(({ name }) => name).join()
  })
  await allWell(stage)
}

function countsWithOthers(stage: Stage, { name }: StagedServer): boolean {
  const last = stage.lines().findLast(({ server, text }) => server === name && text.includes('limits are counted'))
  return last === undefined || last.text.includes('together')
}
