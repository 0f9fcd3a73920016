import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { listedTools } from '@p2p-rates/contract'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildWhenStale, p2pProgram } from '../testing/built.js'
import { directTo, environmentOf, makeHome } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
let running: TestServer
beforeAll(async () => {
  await buildWhenStale()
  running = await startServer({ fiats: ['UAH'], historyDays: 0 })
})
afterAll(async () => {
  await running.stop()
  remove()
})

test('the official client starts the program, as assistants do, and is answered in both forms', async () => {
  const env = { P2P_BASE_URL: running.url, P2P_API_KEY: running.keys.Pro }
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'an assistant', version: '1.0.0' }, { versionNegotiation: { mode } })
    const args = [p2pProgram, 'mcp']
    onTestFinished(() => client.close())
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        env: environmentOf(home, env),
        cwd: home,
        stderr: 'pipe',
      }),
    )
    expect((await client.listTools()).tools).toEqual(listedTools)
    const { content } = await client.callTool({ name: 'get_rates', arguments: { fiat: 'UAH' } })
    expect(content).toMatchObject([{ type: 'text', text: expect.stringMatching(/^SIMULATED/) }])
  }
})

test('it ends when the assistant hangs up, and writes nothing but messages to standard output', async () => {
  const child = spawn(process.execPath, [p2pProgram, 'mcp', ...directTo(running.simulator)], {
    cwd: home,
    env: environmentOf(home),
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
    child.stdin.end()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const greeting = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: greeting })}\n`)
  expect(await once(child, 'close')).toEqual([0, null])
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } })
  expect(err).toContain('Source: the exchanges directly.')
})
