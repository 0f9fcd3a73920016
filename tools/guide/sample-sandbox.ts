import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { atExit } from '../../proofs/harness/at-exit.js'
import { requireBuild } from '../../proofs/harness/server-process.js'
import { repository } from '../throw-away-copy.js'
import type { ProgramLanguage } from './samples.js'

type Environment = Readonly<Record<string, string>>
export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

type Runner = { readonly program: string; readonly file: string; readonly words: readonly string[] }

export const sampleRunners: Readonly<Record<ProgramLanguage, Runner>> = {
  sh: { program: 'bash', file: 'sample.sh', words: ['bash', '-e'] },
  ts: { program: 'node', file: 'sample.js', words: [process.execPath] },
  python: { program: 'python3', file: 'sample.py', words: ['python3'] },
  go: { program: 'go', file: 'sample.go', words: ['go', 'run'] },
  php: { program: 'php', file: 'sample.php', words: ['php'] },
}

/** A folder of its own for samples, in which `p2p`, `p2p-server` and the packages are what this repository builds. */
export function openSampleSandbox() {
  requireBuild()
  const home = mkdtempSync(join(tmpdir(), 'p2p-guide-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  const addProgram = (name: string, line: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  mkdirSync(join(home, 'node_modules/@p2p-rates'), { recursive: true })
  for (const name of ['contract', 'core', 'sdk', 'simulator'])
    symlinkSync(join(repository, 'packages', name), join(home, 'node_modules/@p2p-rates', name))
  const run = (path: string) => `exec ${process.execPath} ${join(repository, path)} "$@"`
  addProgram('p2p', `${run('packages/cli/bin/p2p.mjs')} $P2P_SAMPLE_OPTIONS`)
  addProgram('p2p-server', run('packages/server/bin/p2p-server.mjs'))
  // Fake npm, because the packages are already here; another test checks their names.
  addProgram('npm', 'test "$1" = install')

  const usual: Environment = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    NO_COLOR: '1',
    P2P_PAGER: '',
    GOCACHE: process.env.GOCACHE ?? join(tmpdir(), 'p2p-guide-go'),
    GOTOOLCHAIN: 'local',
  }

  const place = (language: ProgramLanguage, code: string): string => {
    const path = join(mkdtempSync(join(home, `${language}-`)), sampleRunners[language].file)
    writeFileSync(path, language === 'ts' ? withoutTypes(code) : code)
    return path
  }

  return {
    home,
    place,
    start: (words: readonly string[], environment: Environment = {}): Started =>
      watch(spawn(words[0] ?? '', words.slice(1), { cwd: home, env: { ...usual, ...environment }, detached: true })),
    close: atExit(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })),
  }
}

const withoutTypes = (code: string): string =>
  ts.transpile(code, { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext })

export type SampleSandbox = ReturnType<typeof openSampleSandbox>

export const callOf = (language: ProgramLanguage, path: string): readonly string[] => [
  ...sampleRunners[language].words,
  path,
]

/** Run the command in a pseudo-terminal, because it prints differently there. Drops standard error. */
export const inWindow = (words: readonly string[]): readonly string[] => [
  'script',
  '-qefc',
  `stty cols 100 rows 40 && ${words.map((word) => `'${word}'`).join(' ')} 2>/dev/null`,
  '/dev/null',
]

function watch(child: ChildProcess) {
  const read = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const note = (name: keyof typeof read) => (text: string) => {
    read[name] += text
    for (const listener of listeners) listener()
  }
  child.stdout?.setEncoding('utf8').on('data', note('out'))
  child.stderr?.setEncoding('utf8').on('data', note('err'))
  child.stdin?.end()
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...read }))
  return {
    ended,
    /** Output of the program once it is enough. Rejects if the program ends first. */
    until: (isEnough: (out: string, err: string) => boolean) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!isEnough(read.out, read.err)) return
          listeners.delete(look)
          resolve(read.out)
        }
        listeners.add(look)
        ended.then(({ code }) => reject(new Error(`It ended with ${code}: ${read.out}\n${read.err}`)), reject)
        look()
      }),
    stop: async () => {
      if (child.pid !== undefined) killGroup(child.pid)
      await ended
    },
  }
}

export type Started = ReturnType<typeof watch>

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
