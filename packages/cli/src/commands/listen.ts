import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Cli } from '../cli.js'
import { Failure } from '../failure.js'
import { readPort } from '../options.js'
import { webhookSecret } from '../settings/webhook-secret.js'
import { nodeFetch } from '../source/node-fetch.js'
import type { Define } from './command.js'

export const listenPort = 4680

export const define: Define = (command, cli) =>
  command
    .description('Take signed events on this machine and relay them, byte for byte, to a receiver under development.')
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:3000/hook')
    .option('--port <n>', 'where to take events', readPort, listenPort)
    .action(async ({ forwardTo, port }: { forwardTo: string; port: number }) => {
      if (!URL.canParse(forwardTo))
        throw new Failure('usage', '--forward-to takes a complete address.', '--forward-to http://localhost:3000/hook')
      const secret = await webhookSecret(cli.environment)
      await listen(port, (request, response) => void relay(cli, forwardTo, request, response))
      cli.terminal.note(`Relaying from http://127.0.0.1:${port}/ to ${forwardTo}. Sample events: p2p trigger spread`)
      cli.terminal.note('They are signed with this secret, which stays the same:')
      cli.terminal.print(secret)
      await new Promise(() => {})
    })

const listen = (port: number, handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // Imported, it would delay every command that is loaded beside this one: see node-fetch.
    process
      .getBuiltinModule('node:http')
      .createServer(handle)
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new Failure('failed', `Port ${port} cannot be used (${error.code}).`, 'Choose another one with --port.'),
        ),
      )
      // Nobody else on the network is to send anything through here.
      .listen(port, '127.0.0.1', resolve)
  })

async function relay(cli: Cli, to: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startMs = performance.now()
  const body = await readBody(request)
  const kind = request.headers['x-service-event'] ?? '?'
  const id = request.headers['x-service-delivery'] ?? '?'
  const status = await forward(to, request, body)
  response.writeHead(status ?? 502).end()
  const took = `${Math.round(performance.now() - startMs)} ms`
  cli.terminal.print([new Date().toISOString(), kind, id, status ?? 'nobody answered', took].join('\t'))
}

/** What the receiver answered, or `null` when nobody did. */
const forward = (to: string, { headers }: IncomingMessage, body: string): Promise<number | null> =>
  nodeFetch(to, { method: 'POST', body, headers: relayed(headers) }).then(
    ({ status }) => status,
    () => null,
  )

/** All that belongs to the event, nothing that belongs to this connection. */
const relayed = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(content-type|user-agent|x-service-.+|webhook-.+)$/.test(name) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  )

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
