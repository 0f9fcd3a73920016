import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenStale, p2pProgram } from './testing/built.js'
import { directTo, environmentOf, makeHome, runnerIn } from './testing/run-p2p.js'
import { needsTerminal, starterIn } from './testing/start-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const start = starterIn(home)

let server: TestServer
let asServer: Record<string, string>
let direct: string[]

beforeAll(async () => {
  await buildWhenStale()
  server = await startServer({ fiats: ['EUR'], historyDays: 0 })
  asServer = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  direct = directTo(server.simulator)
})

afterAll(async () => {
  await server.stop()
  remove()
})

test('stream prints a document per line and ends with 130 when interrupted', async () => {
  const stream = start(['watch', '--json', '--fiat', 'EUR'], asServer)
  const said = await stream.until(/\n/)
  expect(JSON.parse(said)).toMatchObject({ simulated: true, fiat: 'EUR', exchanges: { length: exchangeIds.length } })
  expect(await stream.stop()).toBe(130)
})

test('watch into a pipe appends a line per update, straight from the exchanges again and again', async () => {
  const watch = start(['watch', '--fiat', 'EUR', '--every', '1', '--ndjson', ...direct])
  const said = await watch.until(/\{.*\n *\{.*\n/)
  expect(said.match(/"fiat":"EUR"/g)?.length).toBeGreaterThanOrEqual(2)
  expect(await watch.stop()).toBe(130)
})

async function watchAndType(keys: string): Promise<{ readonly raw: string; readonly code: number }> {
  const line = `stty cols 100 rows 40 && '${process.execPath}' '${p2pProgram}' watch --fiat EUR`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env: environmentOf(home, asServer) })
  let raw = ''
  const ended = once(child, 'close')
  const drawnTwice = new Promise<void>((done) =>
    child.stdout.setEncoding('utf8').on('data', (text) => {
      raw += text
      if (raw.split('\x1b[J').length > 2) done()
    }),
  )
  // If the program ended early, its output is judged.
  await Promise.race([drawnTwice, ended])
  child.stdin.on('error', () => {}).write(keys)
  const [code] = await ended
  return { raw, code }
}

const drawnInPlace = (raw: string) => {
  const [before = '', drawn = '', after = ''] = raw.split(/\x1b\[\?1049[hl]/)
  expect(before).not.toContain('you buy at')
  expect(drawn).toContain('SIMULATED: 1 USDT in EUR')
  expect(drawn).toMatch(/^\x1b\[\?25l\x1b\[H.*you buy at.*\x1b\[J\x1b\[H/s)
  expect(drawn.endsWith('\x1b[?25h')).toBe(true)
  expect(after).toContain('you buy at')
}

test('watch draws again at the same place; q gives the window and the cursor back', needsTerminal(), async () => {
  const { raw, code } = await watchAndType('q')
  expect(code).toBe(0)
  drawnInPlace(raw)
})

test(
  'Ctrl+C ends watch the same way; typed keys are not shown, and an arrow key does not end it',
  needsTerminal(),
  async () => {
    const { raw, code } = await watchAndType('\x1b[A' + 'xyz' + '\x03')
    expect(code).toBe(130)
    drawnInPlace(raw)
    expect(raw).not.toMatch(/\^\[\[A|xyz/)
  },
)

test('Ctrl+C while the exchanges are asked gives the cursor back', needsTerminal(), async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const nobody = Object.keys(server.simulator.baseUrls).flatMap((id) => `--exchange-url ${id}=http://127.0.0.1:${port}`)
  const line = `stty cols 100 rows 40 && '${process.execPath}' '${p2pProgram}' rates ${nobody.join(' ')}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env: environmentOf(home) })
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (!raw.includes('reading the exchanges') && (raw + text).includes('reading the exchanges'))
      child.stdin.write('\x03')
    raw += text
  })
  const [code] = await once(child, 'close')
  silent.close()
  expect(code).toBe(130)
  expect(raw.lastIndexOf('\x1b[?25h')).toBeGreaterThan(raw.lastIndexOf('\x1b[?25l'))
})

test('a server ends with the serve that was killed', async () => {
  const serve = start(['serve'], {
    P2P_DATA_DIR: join(home, 'served'),
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_SIMULATED: 'true',
    P2P_FIATS: 'UAH',
    P2P_EXCHANGES: 'okx',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
  })
  await serve.until(/listening/)
  // Its output stays open until the server has ended.
  expect(await serve.stop('SIGKILL')).toBe(null)
})

test('demo prints how to begin, answers, and leaves nothing behind', async () => {
  const mails = { P2P_SMTP_URL: 'smtp://127.0.0.1:1', P2P_SMTP_FROM: 'alerts@example.com' }
  const demo = start(['demo', '--port', String(await freePort())], mails)
  const said = await demo.until(/Ctrl\+C quits\./)
  const [, url = '', key = ''] = /P2P_BASE_URL=(\S+)\n +export P2P_API_KEY=(\S+)/.exec(said) ?? []
  const history = await p2p(['history', '--last', '700h', '--server', url, '--key', key])
  expect(history.out.split('\n').length).toBeGreaterThan(200)

  const inboxes = await fetch(`${url}/api/v1/inboxes`, { headers: { 'X-API-Key': key } })
  expect(await inboxes.json()).toMatchObject({ kinds: ['email', 'ntfy', 'discord', 'slack'] })

  const [, token = ''] = /\/login#(\S+)/.exec(said) ?? []
  const enter = (path: string, body: object) =>
    fetch(`${url}/web/v1${path}`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const entered = await enter('/sessions/by-link', { token })
  expect([entered.status, await entered.json()]).toMatchObject([201, { is_admin: true, plan: 'Pro' }])
  expect((await enter('/sessions/by-link', { token })).status).toBe(403)
  const [, email = '', password = ''] = /pages +(\S+) +(\S+)/.exec(said) ?? []
  expect((await enter('/sessions', { email, password })).status).toBe(201)
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const listed = await fetch(`${url}/web/v1/keys`, { headers: { Cookie: cookie } })
  expect(await listed.json()).toMatchObject({ keys: [{ name: 'first', prefix: key.slice(0, 12) }] })
  expect(await demo.stop()).toBe(0)
})

/** Below the system's ephemeral ports, because the demo loads its history for seconds before it listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 12_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
}
