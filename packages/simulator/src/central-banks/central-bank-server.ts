import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { officialIds } from '@p2p-rates/core/internal'
import type { World } from '../world/world.js'
import { officialDollarRate } from './official-dollar-rate.js'
import { officialRateLists } from './official-rate-lists.js'

export type CentralBankServer = {
  readonly urls: Readonly<Record<string, string>>
  readonly requests: () => number
  readonly close: () => Promise<void>
}

/** All central banks of this world, behind one port. They say every day's rates as soon as it has begun. */
export async function startCentralBankServer(
  world: World,
  now: () => number,
  port: number,
): Promise<CentralBankServer> {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const [, id = ''] = (request.url ?? '/').split(/[/?]/)
    const list = Object.hasOwn(officialRateLists, id) ? officialRateLists[id] : undefined
    response.setHeader('X-Simulated', 'true')
    request.on('error', () => {}).resume()
    if (list === undefined) {
      response.writeHead(404).end()
      return
    }
    const day = new Date(now()).toISOString().slice(0, 10)
    const { type, body } = list({ day, dollarIn: (fiat) => officialDollarRate(world, fiat, day) })
    response.setHeader('Content-Type', type)
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: Object.fromEntries(officialIds.map((id) => [id, `${origin}/${id}`])),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
