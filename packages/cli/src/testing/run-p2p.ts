import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { fastHelpOrVersion } from '../fast-help-and-version.js'
import { runCommand } from '../run-command.js'

export type Run = { readonly code: number | null; readonly out: string; readonly err: string }
export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly cwd?: string
  /** Default: real time. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** A home of its own, so that no user's profiles are read or written. */
export function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'p2p-cli-'))
  return { home, remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

/** Options that lead questions to simulated exchanges, without a server. */
export const directTo = ({ baseUrls }: { readonly baseUrls: Readonly<Record<string, string>> }): string[] =>
  Object.entries(baseUrls).flatMap(([id, url]) => ['--exchange-url', `${id}=${url}`])

export const environmentOf = (home: string, env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  // A pager waits for a person.
  P2P_PAGER: '',
  ...env,
})

/** The program in this process, as a script runs it: every stream is a pipe. */
export const runnerIn =
  (home: string) =>
  async (words: readonly string[], options: RunOptions = {}): Promise<Run> => {
    const { code, output } = await runHere(home, words, options)
    const of = (stream: 'out' | 'err') =>
      Buffer.concat(output.flatMap((piece) => (piece.stream === stream ? [Buffer.from(piece.text)] : []))).toString()
    return { code, out: of('out'), err: of('err') }
  }

/** The program in this process with stdout in a window of this size. `raw` is stdout and stderr together, with escape sequences. */
export const windowRunnerIn =
  (home: string) =>
  async (
    words: readonly string[],
    { columns = 100, rows, ...options }: RunOptions & { readonly columns?: number; readonly rows?: number } = {},
  ): Promise<{ readonly code: number; readonly raw: string; readonly text: string }> => {
    const { code, output } = await runHere(home, words, options, { columns, ...(rows === undefined ? {} : { rows }) })
    const raw = output.map(({ text }) => text).join('')
    return { code, raw, text: stripVTControlCharacters(raw) }
  }

async function runHere(
  home: string,
  words: readonly string[],
  { env = {}, input = '', cwd = home, sleep }: RunOptions,
  window?: { readonly columns: number; readonly rows?: number },
) {
  const output: { readonly stream: 'out' | 'err'; readonly text: string | Uint8Array }[] = []
  const write = (stream: 'out' | 'err') => (text: string | Uint8Array) => output.push({ stream, text })
  const answer = fastHelpOrVersion(words, window?.columns)
  if (answer !== null) return { code: 0, output: [{ stream: 'out' as const, text: answer }] }
  const code = await runCommand(words, {
    out: { write: write('out'), ...(window === undefined ? {} : { isTTY: true, ...window }) },
    err: { write: write('err') },
    inIsTty: false,
    readInput: async () => input,
    environment: environmentOf(home, env),
    folder: cwd,
    setInterruptHandler: () => {},
    ...(sleep && { sleep }),
  })
  return { code, output }
}
