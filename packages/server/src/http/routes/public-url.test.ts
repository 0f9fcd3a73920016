import { expect, test } from 'vitest'
import { startServer } from '../../testing/start-server.js'

test('a server that knows where callers find it says so in its description and at its root', async () => {
  const running = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    settings: { P2P_PUBLIC_URL: 'https://rates.example.com/p2p/' },
  })
  try {
    const headers = { 'X-API-Key': running.keys.Free }
    expect(await (await fetch(`${running.baseUrl}/openapi.json`, { headers })).json()).toMatchObject({
      servers: [{ url: 'https://rates.example.com/p2p/api/v1' }],
      paths: { '/livez': { servers: [{ url: 'https://rates.example.com/p2p' }] } },
    })
    for (const address of [running.url, running.baseUrl])
      expect(await (await fetch(address)).json()).toMatchObject({
        name: 'p2p-rates',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        links: { description: 'https://rates.example.com/p2p/api/v1/openapi.json' },
      })
  } finally {
    await running.stop()
  }
})
