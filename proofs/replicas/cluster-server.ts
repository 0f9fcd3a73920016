import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Simulator } from '@p2p-rates/simulator'
import { startPartition } from '../harness/network-partition.js'
import type { OwnPostgres } from '../harness/postgres.js'
import type { OwnRedis } from '../harness/redis.js'
import { runCommand, type ServerProcess, startServerProcess, untilReady } from '../harness/server-process.js'
import { monoMs } from '../harness/wait.js'

export type LogLine = { readonly server: string; readonly atMs: number; readonly text: string }

export type LaunchOverrides = {
  readonly preload?: string
  readonly environment?: Readonly<Record<string, string>>
}

export type ClusterServerOptions = {
  readonly name: string
  readonly root: string
  readonly simulator: Pick<Simulator, 'baseUrls'>
  readonly postgres: Pick<OwnPostgres, 'target'>
  readonly redis: Pick<OwnRedis, 'target'>
  readonly database: string
  /** Offset of the server's clock in milliseconds; needs a build that reads it. */
  readonly clockMs: number
  readonly settings: Readonly<Record<string, string>>
  readonly program?: string
  readonly onLine: (line: LogLine) => void
  readonly onKill: () => void
  /** Called when it goes on. */
  readonly onPause: (fromMs: number, toMs: number) => void
}

export const nameInDatabase = (server: string): string => `server-${server}`

export async function makeClusterServer(wish: ClusterServerOptions) {
  const { name, root, simulator, onLine } = wish
  const toPostgres = await startPartition(wish.postgres.target)
  const toRedis = await startPartition(wish.redis.target)
  const folder = join(root, name)
  mkdirSync(folder)
  const databaseUrl = `postgres://postgres@127.0.0.1:${toPostgres.port}/${wish.database}?application_name=${nameInDatabase(name)}`
  const settings = {
    P2P_DATABASE_URL: databaseUrl,
    P2P_REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
    ...wish.settings,
  }
  const ofBuild = wish.program === undefined ? {} : { program: wish.program }
  const place = { dataDir: join(folder, 'data'), simulator, ...ofBuild }
  const clock = { PROOF_CLOCK_MS: String(wish.clockMs) }
  let life: ServerProcess | null = null
  let url: string | null = null
  let pausedAtMs = 0
  let hear: (line: string) => void = () => {}

  const launch = (harm: LaunchOverrides = {}): ServerProcess => {
    if (life !== null) throw new Error(`${name} runs already`)
    const mine = startServerProcess({
      ...place,
      ...harm,
      settings,
      environment: { ...clock, ...harm.environment },
      onLine: (text) => {
        onLine({ server: name, atMs: monoMs(), text })
        hear(text)
      },
    })
    life = mine
    mine.listening.then(
      (address) => {
        if (life === mine) url = address
      },
      () => {},
    )
    void mine.exit.then(() => {
      if (life !== mine) return
      life = null
      url = null
    })
    return mine
  }

  return {
    name,
    toPostgres,
    toRedis,
    /** Through its cut. */
    databaseUrl,
    /** URL of the current process. Throws if none runs or it does not listen yet. */
    url: () => {
      if (url === null) throw new Error(`${name} does not listen`)
      return url
    },
    isListening: () => url !== null,
    currentProcess: () => life,
    /** Until it listens and `/readyz` is content; rejects when this life ends before. */
    ready: async () => {
      if (life === null) throw new Error(`${name} does not run`)
      await untilReady(life)
    },
    launch,
    /** Begins a life and resolves once it listens, or says that it stands by. Rejects with its last words. */
    start: async () => {
      const standsBy = new Promise<'standing by'>((done) => {
        hear = (text) => {
          if (text.includes('Standing by.')) done('standing by')
        }
      })
      const { listening } = launch()
      return Promise.race([listening.then((): 'listening' => 'listening'), standsBy])
    },
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      if (life === null) return null
      const { child, exit } = life
      child.kill(signal)
      if (signal === 'SIGKILL') wish.onKill()
      // A paused one receives nothing else.
      if (signal === 'SIGTERM') child.kill('SIGCONT')
      return exit
    },
    pause: () => {
      pausedAtMs = monoMs()
      life?.child.kill('SIGSTOP')
    },
    resume: () => {
      life?.child.kill('SIGCONT')
      wish.onPause(pausedAtMs, monoMs())
    },
    /** Run an operator command such as `keys create --plan Pro` with this server's settings. Resolves with its output. */
    command: async (...words: readonly string[]) => {
      const { exit, output } = runCommand(words, { ...place, settings, environment: clock })
      const { code } = await exit
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output()}`)
      return output()
    },
    close: async () => {
      if (life !== null) {
        life.child.kill('SIGKILL')
        await life.exit
      }
      await Promise.all([toPostgres.close(), toRedis.close()])
    },
  }
}

export type ClusterServer = Awaited<ReturnType<typeof makeClusterServer>>
