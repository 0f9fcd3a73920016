import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fiats } from '@p2p-rates/core'
import { monoMs } from '../../proofs/harness/mono-ms.js'
import { type ServerProcess, startServerProcess } from '../../proofs/harness/server-process.js'
import { type OperatorProcess, startOperatorProcess } from './start-operator-process.js'

export type GroupOptions = { readonly settings?: Readonly<Record<string, string>> }

export type Group = {
  readonly servers: readonly BenchServer[]
  readonly operator: OperatorProcess
  readonly settings: Readonly<Record<string, string>>
  join(): Promise<BenchServer>
  close(): Promise<void>
}

export type BenchServer = {
  readonly url: string
  readonly pid: number
  /** When it logged the line that has these words, by the clock of all processes. It may still come. */
  waitForLine(words: string): Promise<number>
  kill(): Promise<void>
}

export async function startGroup(wish: {
  readonly simulator: { readonly baseUrls: Readonly<Record<string, string>> }
  readonly folder: string
  readonly servers: number
  readonly settings?: Readonly<Record<string, string>>
}): Promise<Group> {
  const settings = {
    P2P_CYCLE_SECONDS: '3600',
    P2P_PLANS: JSON.stringify({
      Business: { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000, streams: 100_000 },
    }),
    ...wish.settings,
  }
  mkdirSync(wish.folder, { recursive: true })
  let started = 0
  const dataDirOf = (number: number) => join(wish.folder, `data-${number}`)
  const running = new Set<BenchServer>()
  const start = async (): Promise<BenchServer> => {
    const dataDir = dataDirOf(started++)
    const server = await startServer({ dataDir, simulator: wish.simulator, settings }, (gone) => running.delete(gone))
    running.add(server)
    return server
  }
  const servers: BenchServer[] = []
  for (let number = 0; number < wish.servers; number++) servers.push(await start())
  const operator = startOperatorProcess({ P2P_DATA_DIR: dataDirOf(0), ...settings }, wish.folder)
  return {
    ...{ servers, operator, settings, join: start },
    close: async () => {
      operator.stop()
      await Promise.all([...running].map((server) => server.kill()))
    },
  }
}

async function startServer(
  launch: Parameters<typeof startServerProcess>[0],
  onGone: (server: BenchServer) => void,
): Promise<BenchServer> {
  const heard: { readonly atMs: number; readonly text: string }[] = []
  const process = startServerProcess({
    ...launch,
    settings: { P2P_FIATS: fiats.join(','), ...launch.settings },
    onLine: (text) => void heard.push({ atMs: monoMs(), text }),
  })
  const url = await process.listening
  await untilReady(url, process)
  const server: BenchServer = {
    url,
    pid: process.child.pid ?? 0,
    waitForLine: async (words) => {
      for (;;) {
        const line = heard.find(({ text }) => text.includes(words))
        if (line !== undefined) return line.atMs
        await pass(5)
      }
    },
    kill: async () => {
      process.child.kill('SIGKILL')
      await process.exit
    },
  }
  void process.exit.then(() => onGone(server))
  return server
}

async function untilReady(url: string, process: ServerProcess): Promise<void> {
  let hasEnded = false
  void process.exit.then(() => {
    hasEnded = true
  })
  while (!(await isReady(url))) {
    if (hasEnded) throw new Error(`a server ended before it was ready: ${process.output().slice(-500)}`)
    await pass(20)
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
