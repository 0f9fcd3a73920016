import { createServer, type ServerResponse } from 'node:http'
import { serveOnLoopback } from './serve-on-loopback.js'

/** Reaction of the receiver to one delivery. The last scripted reaction repeats; the default is a plain 200. */
export type ReceiverReply =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly delayMs?: number
    }
  /** Breaks the connection without an answer. */
  | 'reset'
  /** Never answers. */
  | 'hang'

export type Delivery = {
  readonly method: string
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  /** The exact bytes as text, for signatures. */
  readonly body: string
  readonly atMs: number
}

export type Receiver = {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  readonly scriptReplies: (...reactions: readonly ReceiverReply[]) => void
  /** Resolves once this many deliveries have arrived in all. */
  readonly waitForDeliveries: (count: number) => Promise<readonly Delivery[]>
  readonly close: () => Promise<void>
}

export async function startReceiver({
  port = 0,
  now = Date.now,
}: {
  port?: number
  now?: () => number
} = {}): Promise<Receiver> {
  const deliveries: Delivery[] = []
  const waiting = new Set<{ readonly count: number; readonly resolve: (all: readonly Delivery[]) => void }>()
  const timers = new Set<NodeJS.Timeout>()
  let reactions: ReceiverReply[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const body = Buffer.concat(chunks).toString()
      deliveries.push({ method: request.method ?? '', path: request.url ?? '/', headers, body, atMs: now() })
      const reaction = (reactions.length > 1 ? reactions.shift() : reactions[0]) ?? { status: 200 }
      sendReply(response, reaction, timers)
      for (const waiter of waiting) {
        if (deliveries.length < waiter.count) continue
        waiting.delete(waiter)
        waiter.resolve(deliveries)
      }
    })
  })
  const { url, close } = await serveOnLoopback(server, port)
  return {
    url,
    deliveries,
    scriptReplies: (...next) => {
      reactions = [...next]
    },
    waitForDeliveries: (count) =>
      new Promise((resolve) => {
        if (deliveries.length >= count) resolve(deliveries)
        else waiting.add({ count, resolve })
      }),
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      return close()
    },
  }
}

function sendReply(response: ServerResponse, reaction: ReceiverReply, timers: Set<NodeJS.Timeout>): void {
  if (reaction === 'hang') return
  if (reaction === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const { status, headers = {}, body = '', delayMs = 0 } = reaction
  const answer = () => response.writeHead(status, headers).end(body)
  if (delayMs === 0) answer()
  else timers.add(setTimeout(answer, delayMs))
}
