import { P2P, P2PError } from '@p2p-rates/sdk'

// Reads P2P_BASE_URL and P2P_API_KEY. The currency may be given: rates.ts PLN
const fiat = (process.argv[2] ?? 'UAH').toUpperCase()

try {
  const p2p = new P2P({ appInfo: { name: 'example-sdk-rates' } })
  const { data: rates, quota } = await p2p.rates({ fiat }).withResponse()
  for (const { exchange, buy, sell } of rates.exchanges)
    console.log(
      `${exchange.padEnd(8)} you buy at ${buy ?? 'nothing reliable'}, you sell at ${sell ?? 'nothing reliable'}`,
    )

  const ageSeconds = Math.round((Date.now() - Date.parse(rates.updated_at)) / 1000)
  console.log(`best: buy on ${rates.best_buy.exchange}, sell on ${rates.best_sell.exchange}; ${ageSeconds} s old`)

  const deal = await p2p.quote({ fiat, side: 'BUY', amount_usdt: 500 })
  console.log(
    `500 USDT cost ${deal.total_fiat} ${fiat}, on average ${deal.average_price} (confidence ${deal.confidence.level})`,
  )
  for (const fill of deal.fills) console.log(`  ${fill.usdt} USDT from ${fill.exchange} at ${fill.price}`)
  console.error(`${quota?.remaining} requests left this month`)
} catch (error) {
  if (!(error instanceof P2PError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
