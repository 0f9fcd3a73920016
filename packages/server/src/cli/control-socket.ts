import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { ReportStep } from '../storage/store.js'
import { isCommand, type Operator, operatorOf } from './operator.js'

/** Limit of a Unix socket path. */
const longestPath = 99
const isWindows = process.platform === 'win32'

/** Returns a path in the data directory. If that is too long for a socket, a path in a temporary folder. */
export function socketPathOf(dataDir: string): string {
  const directory = resolve(dataDir)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (isWindows) return `\\\\.\\pipe\\p2p-rates-${name}`
  const path = join(directory, 'control.sock')
  return path.length <= longestPath ? path : join(tmpdir(), `p2p-rates-${name}`, 'control.sock')
}

/** Prepares the path for this process. Only the holder of the data lock may call it. */
function prepareSocketPath(dataDir: string): string {
  const path = socketPathOf(dataDir)
  if (isWindows) return path
  const folder = dirname(path)
  if (folder !== resolve(dataDir)) makeOwnFolder(folder)
  const there = statOf(path)
  if (there === null) return path
  if (!there.isSocket()) throw new OperatorError(`${path} is in the folder of the control socket. Move it away.`)
  // Left by a process that died.
  rmSync(path, { force: true })
  return path
}

function makeOwnFolder(folder: string): void {
  if (statOf(folder) === null) mkdirSync(folder, { mode: 0o700 })
  const there = statOf(folder)
  const isOurs = there?.isDirectory() === true && there.uid === process.getuid?.() && (there.mode & 0o077) === 0
  if (!isOurs) throw new OperatorError(`${folder}, the folder of the control socket, belongs to another user.`)
}

/** Rejects a socket of another user, because keys are sent through it. Trusts the data's owner, this user and root. */
export function rejectForeignSocket(dataDir: string, path: string): void {
  if (isWindows) return
  const trusted = new Set([0, process.getuid?.(), statOrNull(dataDir)?.uid])
  const folder = dirname(path)
  for (const place of folder === resolve(dataDir) ? [path] : [folder, path]) {
    const there = statOf(place)
    if (there !== null && !trusted.has(there.uid))
      throw new OperatorError(`${place} belongs to another user (user ${there.uid}): nothing is sent there.`)
  }
}

/** Does not follow symlinks. */
const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

const heartbeatMs = 1_000
/** A server without a heartbeat for 30 s counts as hung. */
const patienceMs = 30_000

/** Opens the control socket. Only the process that holds the data lock may do so. */
export async function openControlSocket(dataDir: string, operator: Operator): Promise<{ close(): Promise<void> }> {
  const path = prepareSocketPath(dataDir)
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      outgoing.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
      const heartbeat = setInterval(() => outgoing.write('\n'), heartbeatMs)
      const reportProgress = (step: string) => void outgoing.write(`${JSON.stringify({ step })}\n`)
      const answer = await runOperatorCommand(operator, Buffer.concat(parts).toString('utf8'), reportProgress)
      clearInterval(heartbeat)
      outgoing.end(JSON.stringify(answer))
    })
  })
  await listen(server, path)
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  if (!isWindows) chmodSync(path, 0o600)
  return { close }
}

type Order = { readonly command: string; readonly words: readonly unknown[] }
type Answer = { readonly result: unknown } | { readonly refused: string } | { readonly failed: string }

async function runOperatorCommand(operator: Operator, text: string, reportProgress: ReportStep): Promise<Answer> {
  try {
    const { command, words }: Order = JSON.parse(text)
    if (!isCommand(command)) return { refused: `The running server does not know "${command}".` }
    return { result: (await Reflect.apply(operator[command], operator, [...words, reportProgress])) ?? null }
  } catch (error) {
    if (error instanceof OperatorError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

export async function connectToServer(dataDir: string): Promise<Operator | null> {
  const path = socketPathOf(dataDir)
  rejectForeignSocket(dataDir, path)
  if (!(await isServerRunning(path))) return null
  return operatorOf(
    (command) =>
      (...words) =>
        runInServer(path, command, words),
  )
}

async function runInServer(path: string, command: string, all: readonly unknown[]): Promise<unknown> {
  const words = all.filter((word) => !isReportStep(word))
  const answer: Answer = JSON.parse(await post(path, { command, words }, patienceMs, all.find(isReportStep)))
  if ('refused' in answer) throw new OperatorError(answer.refused)
  if ('failed' in answer) throw new OperatorError(answer.failed)
  return answer.result
}

const isReportStep = (word: unknown): word is ReportStep => typeof word === 'function'

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done())
  })

/** A server that accepts the connection counts as running, even if too busy to answer. */
const isServerRunning = (path: string): Promise<boolean> =>
  post(path, { command: 'hello', words: [] }, 1_000).then(
    () => true,
    (error: NodeJS.ErrnoException) => !noServerCodes.has(error.code ?? ''),
  )

const noServerCodes = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])

/** Waits while heartbeats arrive: one line per step, the answer in the last line. */
const post = (
  socketPath: string,
  order: Order,
  timeout = patienceMs,
  reportProgress: ReportStep = () => {},
): Promise<string> =>
  new Promise((done, fail) => {
    const read = (incoming: IncomingMessage): void => {
      let last = ''
      createInterface(incoming).on('line', (line) => {
        const { step }: { step?: string } = line === '' ? {} : JSON.parse(line)
        if (step !== undefined) reportProgress(step)
        else if (line !== '') last = line
      })
      incoming.on('error', fail)
      incoming.on('close', () => setImmediate(() => done(last)))
    }
    const outgoing = request({ socketPath, method: 'POST', path: '/', agent: false, timeout }, read)
    outgoing.on('timeout', () => outgoing.destroy(new OperatorError('The server does not answer.')))
    outgoing.on('error', fail)
    outgoing.end(JSON.stringify(order))
  })
