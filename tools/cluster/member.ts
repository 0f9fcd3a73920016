import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { killedWithParent } from '../../proofs/harness/kill-with-parent.js'

export const serverProgram = fileURLToPath(new URL('../../packages/server/bin/p2p-server.mjs', import.meta.url))

/** One server of the test cluster. When its process ends, another begins, as under a supervisor. */
export type Member = {
  readonly name: string
  readonly folder: string
  processId(): number | null
  url(): string | null
  /** Resolves once it listens or stands by. Rejects with its last words when it ends before. */
  readonly up: Promise<void>
  command(...words: readonly string[]): Promise<string>
  stop(): Promise<void>
}

export type MemberEvents = {
  readonly onListening: (url: string) => void
  readonly onGone: (url: string) => void
  readonly printLine: (line: string) => void
}

export type MemberOptions = MemberEvents & {
  readonly name: string
  readonly folder: string
  readonly settings: Readonly<Record<string, string>>
  readonly againMs?: number
}

/** Settings or data that do not fit: starting again changes nothing. */
const permanentExitCodes = new Set([2, 78])

export function startMember(wish: MemberOptions): Member {
  const { name, folder, settings, onListening, onGone, printLine, againMs = 5_000 } = wish
  mkdirSync(folder, { mode: 0o700 })
  const text = Object.entries(settings).map(([setting, value]) => `${setting}="${value}"\n`)
  writeFileSync(join(folder, '.env'), text.join(''), { mode: 0o600 })
  const log = createWriteStream(join(folder, 'log'), { mode: 0o600 })
  let child: ChildProcess | null = null
  let url: string | null = null
  let isUp = false
  let isStopping = false
  let again: NodeJS.Timeout | undefined
  let resolveUp = () => {}
  let rejectUp = (_: Error) => {}
  let haveEnded = () => {}
  const up = new Promise<void>((done, fail) => {
    resolveUp = done
    rejectUp = fail
  })
  up.catch(() => {})
  const ended = new Promise<void>((done) => {
    haveEnded = done
  })

  function read(line: string): void {
    log.write(`${line}\n`)
    const { message, level = 30, address } = asLogLine(line)
    if (message === 'listening' && address !== undefined) {
      url = address
      onListening(address)
    } else if (isUp && level >= 40) printLine(`${name}: ${message}`)
    if (url === null && !message.includes('Standing by.')) return
    isUp = true
    resolveUp()
  }

  function begin(): void {
    const mine = spawnServer(folder, ['start'])
    child = mine
    let last = ''
    for (const stream of [mine.stdout, mine.stderr])
      if (stream !== null)
        createInterface(stream).on('line', (line) => {
          last = asLogLine(line).message
          read(line)
        })
    mine.once('close', (code, signal) => {
      child = null
      if (url !== null) onGone(url)
      url = null
      if (isStopping) return haveEnded()
      const how = `${name} ended with ${signal ?? code}`
      if (!isUp) rejectUp(new Error(`${how}: ${last}`))
      else if (permanentExitCodes.has(code ?? 0)) printLine(`${how}: ${last}`)
      else {
        printLine(`${how}; it begins again in ${againMs / 1000} s`)
        again = setTimeout(begin, againMs)
      }
    })
  }

  begin()
  return {
    name,
    folder,
    up,
    processId: () => child?.pid ?? null,
    url: () => url,
    command: (...words) => run(folder, words),
    stop: async () => {
      clearTimeout(again)
      child?.kill('SIGTERM')
      // A paused one receives nothing else.
      child?.kill('SIGCONT')
      isStopping = true
      if (child !== null) await ended
      log.end()
    },
  }
}

/** In a group of its own: Ctrl+C is for us, and we say when. */
function spawnServer(folder: string, words: readonly string[]): ChildProcess {
  const [program, ...rest] = killedWithParent([process.execPath, serverProgram, ...words])
  const { PATH, HOME } = process.env
  return spawn(program, rest, { cwd: folder, env: { PATH, HOME }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

function run(folder: string, words: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawnServer(folder, words)
    let [printed, troubles] = ['', '']
    child.stdout?.on('data', (piece: Buffer) => {
      printed += piece
    })
    child.stderr?.on('data', (piece: Buffer) => {
      troubles += piece
    })
    child.once('close', (code) =>
      code === 0 ? done(printed.trim()) : fail(new Error(`${words.join(' ')} ended with ${code}: ${troubles.trim()}`)),
    )
  })
}

/** Last words are not always JSON. */
function asLogLine(line: string): { readonly message: string; readonly level?: number; readonly address?: string } {
  try {
    return { message: line, ...(JSON.parse(line) as object) }
  } catch {
    return { message: line }
  }
}
