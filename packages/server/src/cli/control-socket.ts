import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { ReportStep } from '../storage/store.js'
import { type Operator, operatorCommands } from './operator.js'

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
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
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
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return { close }
}

type Answer = { readonly result: unknown } | { readonly refused: string } | { readonly failed: string }

async function runOperatorCommand(operator: Operator, text: string, reportProgress: ReportStep): Promise<Answer> {
  try {
    const { command, words } = JSON.parse(text) as { command: string; words: unknown[] }
    const name = operatorCommands.find((known) => known === command)
    if (name === undefined) return { refused: `The running server does not know "${command}".` }
    const act = operator[name] as (...words: unknown[]) => Promise<unknown>
    return { result: (await act(...words, reportProgress)) ?? null }
  } catch (error) {
    if (error instanceof OperatorError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

export async function connectToServer(dataDir: string): Promise<Operator | null> {
  const path = socketPathOf(dataDir)
  rejectForeignSocket(dataDir, path)
  if (!(await isServerRunning(path))) return null
  const call =
    (command: string) =>
    async (...words: unknown[]): Promise<never> => {
      const reportProgress = words.find((word) => typeof word === 'function') as ReportStep | undefined
      const body = JSON.stringify({ command, words: words.filter((word) => typeof word !== 'function') })
      const answer = JSON.parse(await post(path, body, { reportProgress })) as Answer
      if ('refused' in answer) throw new OperatorError(answer.refused)
      if ('failed' in answer) throw new OperatorError(answer.failed)
      return answer.result as never
    }
  return Object.fromEntries(operatorCommands.map((command) => [command, call(command)])) as unknown as Operator
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done())
  })

/**
 * False if the connection is refused, so no server runs. A server that accepts it counts as running, even if too busy
 * to answer.
 */
const isServerRunning = (path: string): Promise<boolean> =>
  post(path, JSON.stringify({ command: 'hello', words: [] }), { timeout: 1_000 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => !noServerCodes.has(error.code ?? ''),
  )

const noServerCodes = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])

/** Waits while heartbeats arrive: one line per step, the answer in the last line. */
const post = (
  socketPath: string,
  body: string,
  {
    timeout = patienceMs,
    reportProgress = () => {},
  }: { timeout?: number; reportProgress?: ReportStep | undefined } = {},
): Promise<string> =>
  new Promise((done, fail) => {
    const read = (incoming: IncomingMessage): void => {
      let last = ''
      createInterface(incoming).on('line', (line) => {
        const { step } = line === '' ? {} : (JSON.parse(line) as { step?: string })
        if (step !== undefined) reportProgress(step)
        else if (line !== '') last = line
      })
      incoming.on('error', fail)
      incoming.on('close', () => setImmediate(() => done(last)))
    }
    const outgoing = request({ socketPath, method: 'POST', path: '/', agent: false, timeout }, read)
    outgoing.on('timeout', () => outgoing.destroy(new OperatorError('The server does not answer.')))
    outgoing.on('error', fail)
    outgoing.end(body)
  })
