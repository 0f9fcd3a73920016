import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atExit } from '../../proofs/at-exit.js'
import type { MadeKey, OperatorOrder, Revoked } from './operator.js'

/** The operator's commands in a process of their own, which stays: programs that start take longer than what they do. */
export type HeldOperator = {
  /** Keys of one account, or each of an account of its own. */
  makeKeys(count: number, account: 'one' | 'each'): Promise<readonly MadeKey[]>
  revoke(id: string): Promise<Revoked>
  stop(): void
}

/** The process begins with the first order. */
export function createOperatorBeside(settings: Readonly<Record<string, string>>, folder: string): HeldOperator {
  let begun: Promise<ChildProcess> | null = null
  let end = () => {}
  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
      // No .env of anybody is read there.
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
    await answerOf(child)
    return child
  }
  const ask = async <Answer>(order: OperatorOrder): Promise<Answer> => {
    begun ??= begin()
    const child = await begun
    child.send(order)
    return (await answerOf(child)) as Answer
  }
  return {
    makeKeys: (make, account) => ask({ make, account }),
    revoke: (id) => ask({ revoke: id }),
    stop: () => end(),
  }
}

const script = fileURLToPath(new URL('operator.ts', import.meta.url))
const tsconfig = fileURLToPath(new URL('../../tsconfig.json', import.meta.url))

const answerOf = async (child: ChildProcess): Promise<unknown> => {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the operator ended')
    }),
  ])
  return answer
}
