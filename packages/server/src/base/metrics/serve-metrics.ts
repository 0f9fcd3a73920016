import { createServer, type Server } from 'node:http'
import { cannotListen } from '../errors/operator-errors.js'
import { isLocalHost } from '../local-and-unencrypted-addresses.js'
import type { Metrics } from './metrics.js'

const host = '127.0.0.1'

/** Separate port on loopback, because only the operator may see these metrics. */
export const serveMetrics = (metrics: Metrics, port: number): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(async (request, response) => {
      if (!isLocalHost(request.headers.host)) {
        // Reject other hosts (DNS rebinding): a page in a browser may have bound its name to our address.
        response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Ask by a loopback address.\n')
        return
      }
      if (request.url !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      const text = await metrics.renderMetrics().catch(() => null)
      if (text === null) response.writeHead(500).end()
      else response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    })
    const wanted = { host, port, hostSetting: null, portSetting: 'P2P_METRICS_PORT' }
    server.once('error', (error) => fail(cannotListen(error, wanted)))
    server.listen(port, host, () => done(server))
  })
