import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient } from '../testing/test-client.js'

let folder: string
const started = new Set<ChildProcess>()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'p2p-process-'))
  // A `.env` in the working directory sets the port.
  writeFileSync(join(folder, '.env'), 'P2P_SIMULATED=true\nP2P_FIATS=UAH\nP2P_EXCHANGES=okx\nP2P_PORT=1\n')
})
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const tsconfig = fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url))
const tsx = import.meta.resolve('tsx')

const run = (...words: string[]): ChildProcess => runWith({}, ...words)

const runWith = (settings: Readonly<Record<string, string>>, ...words: string[]): ChildProcess => {
  const child = spawn(process.execPath, ['--import', tsx, main, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      TSX_TSCONFIG_PATH: tsconfig,
      P2P_DATA_DIR: join(folder, 'data'),
      P2P_METRICS_PORT: '0',
      P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
      P2P_PORT: '0',
      ...settings,
    },
  })
  started.add(child)
  return child
}

const ended = async (child: ChildProcess) => {
  const text = { out: '', err: '' }
  child.stdout?.on('data', (part) => {
    text.out += part
  })
  child.stderr?.on('data', (part) => {
    text.err += part
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...text }
}

const start = async (): Promise<{ child: ChildProcess; url: string }> => {
  const child = run()
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { message, address } = JSON.parse(line) as { message: string; address?: string }
    if (message === 'listening') return { child, url: address ?? '' }
  }
  throw new Error('it ended before it listened')
}

const statusWith = async (url: string, key: string): Promise<number> => {
  const asker = createTestClient(url)
  const { status } = await asker.ask({ path: '/api/v1/me', headers: [['X-API-Key', key]] })
  asker.close()
  return status
}

test('a data directory has one server: a second is refused, a killed one is replaced, a stopped one ends well', async () => {
  const first = await start()
  const key = (await ended(run('keys', 'create', '--plan', 'Pro'))).out.trim()
  expect(await statusWith(first.url, key)).toBe(200)

  expect(await ended(run())).toMatchObject({ code: 1, err: expect.stringContaining('already running') })
  expect(await statusWith(first.url, key)).toBe(200)

  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  const second = await start()
  expect(await statusWith(second.url, key)).toBe(200)

  const stopped = ended(second.child)
  second.child.kill('SIGTERM')
  expect(await stopped).toMatchObject({ code: 0, err: '' })
})

test('a start that fails says one line, exits with 1, and nothing keeps the process alive', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const taken = { P2P_PORT: String(port), P2P_DATA_DIR: join(folder, 'taken') }
  expect(await ended(runWith(taken))).toMatchObject({
    code: 1,
    err: `p2p-server: 127.0.0.1:${port} is taken by another program (EADDRINUSE). Set P2P_PORT.\n`,
  })
  server.close()
})

test('the end of its parent is the end of a server that was started with a channel', async () => {
  const { child } = await start()
  let said = ''
  child.stdout?.on('data', (part) => {
    said += part
  })
  // The system closes the channel like this when the parent is killed.
  child.disconnect()
  // Node emits no `close` after our own `disconnect`, so wait for `exit`.
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(said).toContain('stopping on the end of its parent')
})
