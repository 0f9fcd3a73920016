import { once } from 'node:events'
import { startOwnProcess } from './own-process.js'
import type { ProgramUser } from './postgres-and-redis-programs.js'

export async function startEngine(options: {
  readonly words: readonly string[]
  readonly ready: RegExp
  readonly lastSignal: 'KILL' | 'QUIT'
  readonly user?: ProgramUser | null
}) {
  const { words, ready, lastSignal, user = null } = options
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const { child, find } = startOwnProcess(words, { lastSignal, env, ...user })
  const ended = once(child, 'exit')
  // While it starts, it may refuse connections.
  await find((line) => ready.test(line) || null)
  return {
    pid: child.pid ?? 0,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    },
  }
}

export type EngineProcess = Awaited<ReturnType<typeof startEngine>>
