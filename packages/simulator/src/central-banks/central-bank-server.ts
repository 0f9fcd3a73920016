import { createServer } from 'node:http'
import { rateSourceIds } from '@p2p-rates/core/internal'
import { serveOnLoopback } from '../serve-on-loopback.js'
import type { World } from '../world/world.js'
import { officialDollarRate } from './official-dollar-rate.js'
import { officialRateLists } from './official-rate-lists.js'
import { spotTickerAnswers, usdtUsdRate } from './spot-ticker-answers.js'

/**
 * All central banks of this world and the spot exchanges for USDT/USD, behind one port. The banks say every day's rates
 * as soon as it has begun.
 */
export async function startCentralBankServer(world: World, now: () => number, port: number) {
  let requests = 0
  const server = createServer((request, response) => {
    const [, id = ''] = (request.url ?? '/').split(/[/?]/)
    const ticker = spotTickerAnswers.get(request.url ?? '/')
    const list = Object.hasOwn(officialRateLists, id) ? officialRateLists[id] : undefined
    response.setHeader('X-Simulated', 'true')
    request.on('error', () => {}).resume()
    if (ticker !== undefined) {
      response.setHeader('Content-Type', 'application/json')
      response.end(ticker(usdtUsdRate(world, now()), now()))
      return
    }
    requests += 1
    if (list === undefined) {
      response.writeHead(404).end()
      return
    }
    const day = new Date(now()).toISOString().slice(0, 10)
    const { type, body } = list({ day, dollarIn: (fiat) => officialDollarRate(world, fiat, day) })
    response.setHeader('Content-Type', type)
    response.end(body)
  })
  const { url, close } = await serveOnLoopback(server, port)
  return {
    urls: Object.fromEntries(rateSourceIds.map((id) => [id, `${url}/${id}`])),
    /** Requests to banks only. */
    requests: () => requests,
    close,
  }
}

export type CentralBankServer = Awaited<ReturnType<typeof startCentralBankServer>>
