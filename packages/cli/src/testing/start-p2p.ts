import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { lacks } from '@p2p-rates/core/testing'
import { p2pProgram } from './built.js'
import { environmentOf, type Run, type RunOptions } from './run-p2p.js'

export const childRunnerIn = (home: string) => (words: readonly string[], options?: RunOptions) =>
  runIn(home, process.execPath, [p2pProgram, ...words], options)

export const shellRunnerIn = (home: string) => (line: string, options?: RunOptions) =>
  runIn(home, 'bash', ['-c', `p2p() { '${process.execPath}' '${p2pProgram}' "$@"; }; ${line}`], options)

async function runIn(
  home: string,
  program: string,
  words: readonly string[],
  { env = {}, input, cwd = home }: RunOptions = {},
): Promise<Run> {
  const child = spawn(program, words, { cwd, env: environmentOf(home, env) })
  const read = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    read.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    read.err += text
  })
  child.stdin.on('error', () => {}).end(input)
  const [code] = await once(child, 'close')
  return { code, ...read }
}

export const needsTerminal = () => {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
  return lacks(...(stdout?.includes('util-linux') === true ? [] : ['script of util-linux']))
}

/** Run the built program in a terminal of this width. Returns its output, including escape sequences. */
export const terminalRunnerIn =
  (home: string) =>
  async (
    words: readonly string[],
    { env = {}, columns = 100 }: { env?: Readonly<Record<string, string>>; columns?: number } = {},
  ): Promise<{ readonly code: number | null; readonly raw: string; readonly text: string }> => {
    const line = [process.execPath, p2pProgram, ...words].map(quoted).join(' ')
    const child = spawn('script', ['-qefc', `stty cols ${columns} rows 40 && ${line}`, '/dev/null'], {
      cwd: home,
      env: environmentOf(home, env),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let raw = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      raw += text
    })
    const [code] = await once(child, 'close')
    return { code, raw, text: stripVTControlCharacters(raw.replace(wipedAway, '')).replaceAll('\r\n', '\n') }
  }

/** Text of a spinner, up to the sequence that erases its line. */
const wipedAway = /[^\n]*\u001b\[1G\u001b\[0K/g

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

export const starterIn =
  (home: string) =>
  (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [p2pProgram, ...words], { cwd: home, env: environmentOf(home, env) })
    let output = ''
    const onOutput = new Set<() => void>()
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        for (const listener of onOutput) listener()
      })
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return {
      ended,
      until: (wanted: RegExp): Promise<string> =>
        new Promise((resolve, reject) => {
          const checkOutput = () => {
            if (!wanted.test(output)) return
            onOutput.delete(checkOutput)
            resolve(output)
          }
          onOutput.add(checkOutput)
          void ended.then((code) => reject(new Error(`It ended with ${code} before it said ${wanted}: ${output}`)))
          checkOutput()
        }),
      stop: (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGINT') => {
        child.kill(signal)
        return ended
      },
    }
  }
