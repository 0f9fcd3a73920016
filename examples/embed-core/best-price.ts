import { judgeMarket, quote, rates } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'

// Asks the live exchanges, or those at the addresses given as binance=http://127.0.0.1:9300 bybit=http://...
const baseUrls = Object.fromEntries(new URLSearchParams(process.argv.slice(2).join('&')))
const client = createExchangeClient({ baseUrls })
const { boards, outcomes } = await client.fetchMarket('UAH')
await client.close()

for (const { exchange, side, reading } of outcomes) {
  const fault = reading.state === 'failed' ? reading.fault : reading.incomplete
  if (fault !== null) console.error(`${exchange} ${side}: ${fault.message}`)
}

const market = judgeMarket('UAH', boards)
for (const { exchange, buy, sell } of rates(market).exchanges)
  console.log(`${exchange}: you buy USDT at ${buy ?? 'no trusted price'}, you sell at ${sell ?? 'no trusted price'}`)

const deal = quote(market, { side: 'BUY', amount: { value: 10_000, unit: 'fiat' } })
console.log(`${deal.fiat.toFixed(2)} UAH buy you ${deal.usdt.toFixed(2)} USDT:`)
for (const { ad, fiat, usdt } of deal.fills)
  console.log(`  ${fiat.toFixed(2)} UAH on ${ad.exchange} at ${ad.price} give ${usdt.toFixed(2)} USDT`)
