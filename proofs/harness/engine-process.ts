import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { atExit } from './at-exit.js'
import { killedWithParent } from './kill-with-parent.js'
import type { ProgramUser } from './postgres-and-redis-programs.js'

export async function startEngine({
  words,
  ready,
  lastSignal,
  user = null,
}: {
  readonly words: readonly string[]
  readonly ready: RegExp
  /** Signal that ends the engine at once, without leftovers. */
  readonly lastSignal: 'KILL' | 'QUIT'
  readonly user?: ProgramUser | null
}) {
  const [program, ...rest] = killedWithParent(words, lastSignal)
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...(user ?? {}),
  })
  const forget = atExit(() => void child.kill(`SIG${lastSignal}`))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = once(child, 'exit').then(forget)
  await untilSaid(child, ready)
  return {
    pid: child.pid ?? 0,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    end: async (signal: NodeJS.Signals) => {
      if (!hasEnded()) child.kill(signal)
      await ended
    },
  }
}

export type EngineProcess = Awaited<ReturnType<typeof startEngine>>

function untilSaid(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((done, fail) => {
    let said = ''
    const listen = (piece: Buffer) => {
      // Read all output, because a full pipe would block the engine. While it starts, it may refuse connections.
      said = (said + String(piece)).slice(-20_000)
      if (ready.test(said)) done()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`${child.spawnfile} ended with ${code}: ${said.slice(-800)}`)))
  })
}
