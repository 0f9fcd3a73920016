import { P2P, P2PError } from '@p2p-rates/sdk'

// Reads P2P_BASE_URL and P2P_API_KEY. The currency may be given: follow.ts PLN
const fiat = (process.argv[2] ?? 'UAH').toUpperCase()
const stopped = new AbortController()
process.once('SIGINT', () => stopped.abort())

let before = Number.NaN
try {
  for await (const { best_buy, best_sell, updated_at } of new P2P().stream({ fiat }, { signal: stopped.signal })) {
    const trend = best_buy.price > before ? '▲' : best_buy.price < before ? '▼' : ' '
    console.log(
      `${updated_at} ${trend} you buy at ${best_buy.price} (${best_buy.exchange}), sell at ${best_sell.price}`,
    )
    before = best_buy.price
  }
  console.error('stopped')
} catch (error) {
  if (!(error instanceof P2PError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
