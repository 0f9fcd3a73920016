import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.js'
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

/** Folder of one engine's files and socket. Unlike a port, no other process can take it. */
export function makeEngineFolder(user: ProgramUser | null): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'p2p-engine-'))
  if (user !== null) chownSync(path, user.uid, user.gid)
  chmodSync(path, 0o755)
  // An engine that was killed a moment ago may still write.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { path, remove: atExit(remove) }
}
