import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeServer = {
  readonly name: string
  readonly url: string
  /** `GET /x`, in the order of arrival; not who looks at `/readyz`. */
  readonly asked: readonly string[]
  readonly streams: ReadonlySet<ServerResponse>
  isReady: boolean
  stop(): void
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
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const fake: FakeServer = {
    name,
    asked,
    streams,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: true,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return fake
}
