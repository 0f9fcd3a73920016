import { expect, onTestFinished, test } from 'vitest'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { kucoinNetworks } from '../transfers/network-readers.js'
import { createNetworkClient } from './source-clients.js'
import { serveHttp } from './testing/servers.js'

function fetchFrom(url: string) {
  const client = createNetworkClient({ baseUrls: { kucoin: url }, ports: { now: () => observedAt } })
  onTestFinished(() => client.close())
  return client.fetchNetworks(kucoinNetworks)
}

test('networks are read from the configured address', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveHttp((request, response) => {
    asked.push(request.url)
    response.setHeader('X-Simulated', 'true')
    response.end(fixture('networks/kucoin.json'))
  })
  expect(await fetchFrom(`${url}/mirror`)).toMatchObject({ state: 'read', simulated: true })
  expect(asked).toEqual(['/mirror/api/v3/currencies/USDT'])
})

test('a failing exchange is a fault, never an exception', async () => {
  const huge = await serveHttp((_, response) => response.end(' '.repeat(600_000)))
  const away = await serveHttp((_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
  expect(await fetchFrom(huge)).toMatchObject({ state: 'failed', fault: { kind: 'too_large' } })
  expect(await fetchFrom(away)).toMatchObject({ state: 'failed', fault: { kind: 'redirect' } })
})
