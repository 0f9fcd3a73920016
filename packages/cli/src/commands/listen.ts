import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeliveryHeaderName } from '@p2p-rates/contract'
import { cleanText } from '@p2p-rates/contract/words'
import { Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { oneOf, readPort } from '../input/options.js'
import { webhookSecret } from '../settings/webhook-secret.js'
import { firstLineOfResponse } from '../source/first-line-of-response.js'
import { nodeFetch } from '../source/node-fetch.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const listenPort = 4680
export const kinds = ['ping', 'digest', 'spread', 'best_buy', 'best_sell'] as const

type Options = {
  readonly forwardTo?: string
  readonly port: number
  readonly event?: readonly string[]
  readonly printSecret?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .description('Receive signed events on this machine and relay them unchanged to your receiver.')
    .option('--forward-to <url>', 'address of the receiver, such as http://localhost:3000/hook')
    .option('--port <n>', 'port to listen on', readPort, listenPort)
    .addOption(
      new Option('--event <kind>', `relay only this kind: ${kinds.join(', ')} (repeatable; default: all)`).argParser(
        addKind,
      ),
    )
    .option('--print-secret', 'print the secret of sample events and exit')
    .action(async ({ forwardTo, port, event: events = kinds, printSecret }: Options) => {
      const secret = await webhookSecret(cli.environment)
      if (printSecret === true) return cli.terminal.print(secret)
      if (forwardTo === undefined || !URL.canParse(forwardTo))
        throw new CliError('usage', say('Missing --forward-to with the address of your receiver.'), hint)
      await listen(port, (request, response) => void relay({ cli, to: forwardTo, events }, request, response))
      cli.terminal.printNote(
        say('Relaying from http://127.0.0.1:{port}/ to {receiver}. Sample events: p2p webhooks trigger spread', {
          port,
          receiver: forwardTo,
        }),
      )
      cli.terminal.printNote(say('Secret of the signatures, always the same (--print-secret prints it alone):'))
      cli.terminal.print(secret)
      await new Promise(() => {})
    })

/** Commas between several, as in earlier versions. */
const addKind = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map(oneOf(kinds)),
]

const hint = 'p2p webhooks listen --forward-to http://localhost:3000/hook'

const listen = (port: number, handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // Use `getBuiltinModule`, because an import would delay every command in the same file; see node-fetch.
    process
      .getBuiltinModule('node:http')
      .createServer(handle)
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new CliError(
            'failed',
            say('Port {port} cannot be used ({code}).', { port, code: String(error.code) }),
            say('Give another --port.'),
          ),
        ),
      )
      // Bound to this machine, so that others on the network cannot send through it.
      .listen(port, '127.0.0.1', resolve)
  })

type Relay = { readonly cli: Cli; readonly to: string; readonly events: readonly string[] }

/** Unwanted events are accepted too, so that they are not sent again. */
async function relay({ cli, to, events }: Relay, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startMs = performance.now()
  // A sender that hangs up in the middle has sent no event.
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) return void response.destroy()
  if (body === null) return void response.writeHead(413, { connection: 'close' }).end()
  const deliveryHeader = (name: Lowercase<DeliveryHeaderName>) => String(request.headers[name] ?? '?')
  const kind = deliveryHeader('x-service-event')
  const id = deliveryHeader('x-service-delivery')
  const isWanted = events.includes(kind)
  const { status, says } = isWanted ? await forward(to, request, body) : { status: 204, says: 'left out by --event' }
  response.writeHead(status ?? 502).end(status === 204 ? undefined : says)
  const took = `${Math.round(performance.now() - startMs)} ms`
  const columns = [new Date().toISOString(), kind, id, status ?? 'no answer', took, says]
  cli.terminal.print(
    columns
      .map((column) => cleanText(String(column)))
      .join('\t')
      .trimEnd(),
  )
}

/** Same timeout as that of a webhook delivery. */
const patienceMs = 15_000

/** The receiver's status and first line; the status is `null` when no answer came. */
async function forward(to: string, { headers }: IncomingMessage, body: string) {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await nodeFetch(to, { method: 'POST', body, headers: relayed(headers), signal })
    return { status: answer.status, says: await firstLineOfResponse(answer) }
  } catch (error) {
    return { status: null, says: error instanceof Error ? error.message : '' }
  }
}

/** The headers of the event, without those of this connection. */
const relayed = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(content-type|user-agent|x-service-.+|webhook-.+)$/.test(name) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  )

const maxEventBytes = 1_000_000

/** `null` when it is longer than any event. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // The answer goes over the same connection, so that is kept.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxEventBytes) return null
  }
  return Buffer.concat(chunks).toString('utf8')
}
