import { createServer, type ServerResponse } from 'node:http'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

export type FakeServer = {
  readonly name: string
  readonly url: string
  /** `GET /x`, in the order of arrival; not who looks at `/readyz`. */
  readonly asked: readonly string[]
  readonly streams: ReadonlySet<ServerResponse>
  isReady: boolean
  stop(): Promise<void>
}

/** `/break` ends the connection instead of an answer. */
export async function startFakeServer(name: string): Promise<FakeServer> {
  const asked: string[] = []
  const streams = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/readyz') return void outgoing.writeHead(fake.isReady ? 200 : 503).end()
    asked.push(`${incoming.method} ${incoming.url}`)
    if (incoming.url === '/break') return void incoming.socket.destroy()
    if (incoming.url !== '/stream') return void outgoing.end(name)
    streams.add(outgoing)
    outgoing.on('close', () => streams.delete(outgoing))
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`data: ${name}\n\n`)
  })
  const { url, close } = await serveOnLoopback(server)
  const fake: FakeServer = { name, asked, streams, url, isReady: true, stop: close }
  return fake
}
