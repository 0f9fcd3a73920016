import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sources } from '@p2p-rates/contract'
import { bybit } from '@p2p-rates/core'
import { openSqliteStore, startServer } from '@p2p-rates/server/testing'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, test } from 'vitest'
import { openAgentKey } from './agent-key.js'
import { runAgent } from './run-agent.js'

test('an exchange that refuses the server is read by an agent that the operator has let in, and no longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-agent-'))
  const world = await startSimulator({ seed: 7, exchanges: ['bybit'] })
  const { privateKey, publicText } = openAgentKey(join(folder, 'key.pem'))
  const port = await freePort()
  const settings = {
    server: `http://127.0.0.1:${port}`,
    proxy: null,
    name: 'home',
    privateKey,
    exchanges: [bybit],
    exchangeUrls: new Map(Object.entries(world.baseUrls)),
    exchangeProxies: {},
  }
  const dataDir = join(folder, 'data')
  const store = openSqliteStore(dataDir)
  const standing = { agreements: 0, contradictions: 0 }
  await store.reporters.add({ id: 'home', publicKey: publicText, exchanges: ['bybit'], addedAtMs: 1, standing })
  await store.close()
  const notes: string[] = []
  const notifyOwner = (words: string) => void notes.push(words)
  const stop = new AbortController()
  // It comes before the server does, and waits for it.
  const asked = runAgent(settings, { once: false, stop: stop.signal, notifyOwner })
  const running = await startServer({
    dataDir,
    fiats: ['UAH'],
    exchanges: ['okx', 'bybit'],
    historyDays: 0,
    faults: [{ exchange: 'bybit', fault: { kind: 'blocked' } }],
    settings: { P2P_PORT: String(port), P2P_REMOTE_EXCHANGES: 'bybit' },
  })
  try {
    const bybit = async () => {
      const answer = await fetch(`${running.baseUrl}/sources?fiat=UAH&exchange=bybit`, {
        headers: { 'X-API-Key': running.keys.Business },
      })
      return ((await answer.json()) as Sources).sources[0]
    }
    await expect.poll(bybit, { timeout: 50_000, interval: 250 }).toMatchObject({
      state: 'live',
      via: 'remote',
      checked: false,
    })
    await running.server.operator.removeReporter('home')
    stop.abort()
    expect(await asked).toBe(true)
    expect(await runAgent(settings, { once: true, stop: new AbortController().signal, notifyOwner })).toBe(false)
    expect(notes.at(-1)).toMatch(/does not know this collector/)
  } finally {
    stop.abort()
    await running.stop()
    await world.close()
    rmSync(folder, { recursive: true })
  }
}, 90_000)

test('the message names a server that cannot be reached', async () => {
  const port = await freePort()
  const notes: string[] = []
  const settings = {
    server: `http://127.0.0.1:${port}`,
    proxy: null,
    name: 'home',
    privateKey: openAgentKey(join(mkdtempSync(join(tmpdir(), 'p2p-agent-')), 'key.pem')).privateKey,
    exchanges: [bybit],
    exchangeUrls: new Map<string, string>(),
    exchangeProxies: {},
  }
  const notifyOwner = (words: string) => void notes.push(words)
  expect(await runAgent(settings, { once: true, stop: new AbortController().signal, notifyOwner })).toBe(false)
  expect(notes).toEqual([expect.stringMatching(/cannot be reached/)])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
