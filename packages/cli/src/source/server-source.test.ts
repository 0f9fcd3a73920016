import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openServerSource } from './server-source.js'

test("a server is asked without Node's own fetch and headers, which take longer to load than a command to run", async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['x-api-key']?.toString(), request.headers.accept)
    response.setHeader('Content-Type', 'application/json').end('{"sources":[]}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const globals = vi.fn(() => {
    throw new Error('loaded')
  })
  vi.stubGlobal('Headers', globals)
  vi.stubGlobal('fetch', globals)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const settings = { proxies: { fromOptions: new Map(), fromProfile: [], environment: {} }, timeoutMs: null }
  const { p2p } = openServerSource(`http://127.0.0.1:${port}`, 'p2p_live_one', settings)
  expect(await p2p.sources()).toMatchObject({ sources: [] })
  expect([seen, globals.mock.calls, globalThis.Headers]).toEqual([['p2p_live_one', 'application/json'], [], globals])
})
