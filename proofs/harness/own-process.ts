import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { atExit } from './at-exit.js'

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

type OwnProcessOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & {
  /** Signal that ends the program at once, without leftovers. */
  readonly lastSignal?: 'KILL' | 'QUIT'
  /** Called with each line of standard output. */
  readonly onLine?: ((line: string) => void) | undefined
}

/** Starts a program that ends with this process, also when this one is killed. `spawnedAtMs` is of `performance.now()`. */
export function startOwnProcess(
  words: readonly string[],
  { lastSignal = 'KILL', onLine = () => {}, ...options }: OwnProcessOptions,
) {
  // The kernel ends it; it keeps its process id.
  const [program = '', ...rest] = hasSetpriv ? ['setpriv', '--pdeathsig', lastSignal, '--', ...words] : words
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const spawnedAtMs = performance.now()
  const kill = atExit(() => void child.kill(`SIG${lastSignal}`))
  const exit = new Promise<Exit>((done) => {
    child.once('close', (code, signal) => {
      kill()
      done({ code, signal })
    })
  })
  let output = ''
  const outputs = [createInterface(child.stdout).on('line', onLine), createInterface(child.stderr)]
  for (const lines of outputs) lines.on('line', (line) => (output += `${line}\n`))
  return {
    child,
    spawnedAtMs,
    exit,
    output: () => output,
    /** Resolves with what `find` sees in a line first. Rejects with the last words of a program that ends before. */
    find: <Found>(find: (line: string) => Found | null): Promise<Found> =>
      new Promise((done, fail) => {
        const look = (line: string) => {
          const found = find(line)
          if (found !== null) done(found)
        }
        for (const lines of outputs) lines.on('line', look)
        child.once('error', fail)
        void exit.then(({ code, signal }) =>
          fail(new Error(`${words.join(' ')} ended with ${signal ?? code}: ${output.slice(-800)}`)),
        )
      }),
  }
}

const hasSetpriv = process.platform === 'linux' && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
