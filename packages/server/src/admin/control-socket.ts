import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OperatorError } from '../accounts/keys.js'
import { type Operator, operatorCommands } from './operator.js'

/** The socket lies in the data directory; where that path is too long for a socket, a name made from it in the temporary folder stands in. */
export const socketPathOf = (dataDir: string): string => {
  const directory = resolve(dataDir)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\p2p-rates-${name}`
  const path = join(directory, 'control.sock')
  return path.length < 100 ? path : join(tmpdir(), `p2p-rates-${name}.sock`)
}

/** Opens the operator's door. Only the process that holds the lock on the data may. */
export const openControlSocket = async (dataDir: string, operator: Operator): Promise<{ close(): Promise<void> }> => {
  const path = socketPathOf(dataDir)
  // Left by a process that died.
  if (process.platform !== 'win32') rmSync(path, { force: true })

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      const answer = await obey(operator, Buffer.concat(parts).toString('utf8'))
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await listen(server, path)
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Answer = { readonly result: unknown } | { readonly refused: string } | { readonly failed: string }

const obey = async (operator: Operator, text: string): Promise<Answer> => {
  try {
    const { command, words } = JSON.parse(text) as { command: string; words: unknown[] }
    const name = operatorCommands.find((known) => known === command)
    if (name === undefined) return { refused: `The running server does not know "${command}".` }
    const act = operator[name] as (...words: unknown[]) => Promise<unknown>
    return { result: (await act(...words)) ?? null }
  } catch (error) {
    if (error instanceof OperatorError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** The operator of the running server, or null when none answers. */
export const connectToServer = async (dataDir: string): Promise<Operator | null> => {
  const path = socketPathOf(dataDir)
  if (!(await isAnswered(path))) return null
  const call =
    (command: string) =>
    async (...words: unknown[]): Promise<never> => {
      const answer = JSON.parse(await post(path, JSON.stringify({ command, words }))) as Answer
      if ('refused' in answer) throw new OperatorError(answer.refused)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.result as never
    }
  return Object.fromEntries(operatorCommands.map((command) => [command, call(command)])) as unknown as Operator
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done())
  })

/** Nobody listens where the connection is refused. A server that takes it and is too busy to answer is a server, too. */
const isAnswered = (path: string): Promise<boolean> =>
  post(path, JSON.stringify({ command: 'hello', words: [] }), 1_000).then(
    () => true,
    (error: NodeJS.ErrnoException) => !nobody.has(error.code ?? ''),
  )

const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])

const post = (socketPath: string, body: string, timeout = 30_000): Promise<string> =>
  new Promise((done, fail) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/', agent: false, timeout }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => done(Buffer.concat(parts).toString('utf8')))
      incoming.on('error', fail)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('The server does not answer.')))
    outgoing.on('error', fail)
    outgoing.end(body)
  })
