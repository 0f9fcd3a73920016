import { expect, onTestFinished, test } from 'vitest'
import { spotTickers } from '../spot/spot-tickers.js'
import { createSpotClient } from './source-clients.js'
import { serveHttp } from './testing/servers.js'

const [kraken] = spotTickers

function fetchFrom(url: string) {
  if (kraken === undefined) throw new Error('There is no spot exchange.')
  const client = createSpotClient({ baseUrls: { kraken: url }, ports: { now: () => 0 } })
  onTestFinished(() => client.close())
  return client.fetchUsdtUsd(kraken)
}

test('USDT/USD is read from the configured address', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveHttp((request, response) => {
    asked.push(request.url)
    response.setHeader('X-Simulated', 'true')
    response.end('{"error":[],"result":{"USDTZUSD":{"c":["1.0001","1"]}}}')
  })
  expect(await fetchFrom(`${url}/mirror`)).toMatchObject({ simulated: true, usdtUsd: { rate: 1.0001 } })
  expect(asked).toEqual(['/mirror/0/public/Ticker?pair=USDTUSD'])
})

test('a failing exchange is a fault, never an exception', async () => {
  const huge = await serveHttp((_, response) => response.end(' '.repeat(30_000)))
  const away = await serveHttp((_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
  expect(await fetchFrom(huge)).toMatchObject({ state: 'failed', fault: { kind: 'too_large' } })
  expect(await fetchFrom(away)).toMatchObject({ state: 'failed', fault: { kind: 'redirect' } })
})
