import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on 127.0.0.1. Port 0 takes a free one. */
export async function serveOnLoopback(server: HttpServer | Server, port = 0) {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address() as AddressInfo
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close: () => closeServer(server) }
}

/** Breaks the connections of an HTTP server; those of other servers end by themselves. */
export const closeServer = (server: HttpServer | Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
