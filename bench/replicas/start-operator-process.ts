import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atExit } from '../../proofs/harness/at-exit.js'
import type { MadeKey, OperatorOrder, Revoked } from './operator-process.js'

/** Operator commands in one long-running process, because starting a process takes longer than the command. */
export type OperatorProcess = {
  makeKeys(count: number): Promise<readonly MadeKey[]>
  revoke(id: string): Promise<Revoked>
  stop(): void
}

export function startOperatorProcess(settings: Readonly<Record<string, string>>, folder: string): OperatorProcess {
  let begun: Promise<Running> | null = null
  let end = () => {}
  const begin = async (): Promise<Running> => {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
      // Run in an empty folder, so that no .env is read.
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        TSX_TSCONFIG_PATH: tsconfig,
        P2P_SIMULATED: 'true',
        P2P_PACING: 'off',
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    end = atExit(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit').then((): never => {
      throw new Error('the operator ended')
    })
    ended.catch(() => {})
    const running = { child, ended }
    await answerOf(running)
    return running
  }
  const ask = async <Answer>(order: OperatorOrder): Promise<Answer> => {
    begun ??= begin()
    const running = await begun
    running.child.send(order)
    return (await answerOf(running)) as Answer
  }
  return {
    makeKeys: (make) => ask({ make }),
    revoke: (id) => ask({ revoke: id }),
    stop: () => end(),
  }
}

const script = fileURLToPath(new URL('operator-process.ts', import.meta.url))
const tsconfig = fileURLToPath(new URL('../../tsconfig.json', import.meta.url))

type Running = { readonly child: ChildProcess; readonly ended: Promise<never> }

const answerOf = async ({ child, ended }: Running): Promise<unknown> => {
  const [answer] = await Promise.race([once(child, 'message'), ended])
  return answer
}
