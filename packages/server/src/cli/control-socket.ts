import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createInterface } from 'node:readline'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { ReportStep } from '../storage/store.js'
import { prepareSocketPath, rejectForeignSocket, socketPathOf } from './control-socket-path.js'
import { type Operator, operatorCommands } from './operator.js'

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
