import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { rates } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenStale, p2pProgram } from './testing/built.js'
import { environmentOf, hasPseudoTerminal, makeHome, runnerIn, starterIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const start = starterIn(home)

let server: TestServer
let receiver: Receiver
let asServer: Record<string, string>
let direct: string[]

beforeAll(async () => {
  await buildWhenStale()
  server = await startServer({ fiats: ['EUR'], historyDays: 0 })
  receiver = await startReceiver()
  asServer = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  direct = Object.entries(server.simulator.baseUrls).flatMap(([id, url]) => ['--exchange-url', `${id}=${url}`])
})

afterAll(async () => {
  await Promise.all([server.stop(), receiver.close()])
  remove()
})

test('stream prints a document per line and ends with 130 when interrupted', async () => {
  const stream = start(['stream', '--fiat', 'EUR'], asServer)
  const said = await stream.until(/\n/)
  expect(JSON.parse(said)).toMatchObject({ simulated: true, fiat: 'EUR', exchanges: { length: exchangeIds.length } })
  expect(await stream.stop()).toBe(130)
})

test('a quiet market is waited for as long as it takes: --timeout is for the first answer', async () => {
  const event = (id: number) => `id: ${id}\nevent: rates\ndata: ${JSON.stringify(rates.example)}\n\n`
  const quiet = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event(1))
    // Longer than the second that is allowed.
    setTimeout(() => response.write(event(2)), 1_300)
  }).listen(0, '127.0.0.1')
  await once(quiet, 'listening')
  const url = `http://127.0.0.1:${(quiet.address() as AddressInfo).port}`
  const stream = start(['stream', '--timeout', '1', '--server', url])
  const said = await stream.until(/\n.*\n/)
  expect(said).not.toContain('p2p:')
  await stream.stop()
  quiet.closeAllConnections()
  quiet.close()
})

test('watch into a pipe appends a line per update, straight from the exchanges again and again', async () => {
  const watch = start(['watch', '--fiat', 'EUR', '--every', '1', '--ndjson', ...direct])
  const said = await watch.until(/\{.*\n *\{.*\n/)
  expect(said.match(/"fiat":"EUR"/g)?.length).toBeGreaterThanOrEqual(2)
  expect(await watch.stop()).toBe(130)
})

/** `watch` in a window; what is typed once it has drawn twice ends it. */
async function watchAndType(keys: string): Promise<{ readonly raw: string; readonly code: number }> {
  const line = `stty cols 100 rows 40 && '${process.execPath}' '${p2pProgram}' watch --fiat EUR`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env: environmentOf(home, asServer) })
  let raw = ''
  const drawnTwice = new Promise<void>((done) =>
    child.stdout.setEncoding('utf8').on('data', (text) => {
      raw += text
      if (raw.split('\x1b[H').length > 2) done()
    }),
  )
  await drawnTwice
  child.stdin.write(keys)
  const [code] = await once(child, 'close')
  return { raw, code }
}

test.skipIf(!hasPseudoTerminal).each([
  ['Ctrl+C', '\x03', 130],
  ['q', 'q', 0],
])('watch draws again at the same place; %s gives the window and the cursor back', async (_, key, code) => {
  const { raw, code: ended } = await watchAndType(key)
  expect(ended).toBe(code)
  const [before = '', drawn = '', after = ''] = raw.split(/\x1b\[\?1049[hl]/)
  expect(before).not.toContain('you buy at')
  expect(drawn).toContain('SIMULATED: 1 USDT in EUR')
  expect(drawn).toMatch(/^\x1b\[\?25l\x1b\[H.*you buy at.*\x1b\[J\x1b\[H/s)
  expect(drawn.endsWith('\x1b[?25h')).toBe(true)
  expect(after).toContain('you buy at')
})

test.skipIf(!hasPseudoTerminal)('watch shows nothing of what is typed, and an arrow does not end it', async () => {
  const { raw, code } = await watchAndType('\x1b[A' + 'xyz' + '\x03')
  expect(code).toBe(130)
  expect(raw).not.toContain('^[[A')
  expect(raw).not.toContain('xyz')
})

test.skipIf(!hasPseudoTerminal)('Ctrl+C while the exchanges are asked gives the cursor back', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const nobody = Object.keys(server.simulator.baseUrls).flatMap((id) => `--exchange-url ${id}=http://127.0.0.1:${port}`)
  const line = `stty cols 100 rows 40 && '${process.execPath}' '${p2pProgram}' rates ${nobody.join(' ')}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env: environmentOf(home) })
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (!raw.includes('asking the exchanges') && (raw + text).includes('asking the exchanges'))
      child.stdin.write('\x03')
    raw += text
  })
  const [code] = await once(child, 'close')
  silent.close()
  expect(code).toBe(130)
  expect(raw.lastIndexOf('\x1b[?25h')).toBeGreaterThan(raw.lastIndexOf('\x1b[?25l'))
})

test('what listen prints is the secret that trigger signs with, and events arrive byte for byte', async () => {
  const port = String(await freePort())
  const listening = start(['listen', '--forward-to', `${receiver.url}/hook`, '--port', port])
  const said = await listening.until(/whsec_\S+\n/)
  const secret = /whsec_\S+/.exec(said)?.[0] ?? ''
  for (const kind of ['ping', 'spread', 'best_buy', 'best_sell']) {
    const before = receiver.deliveries.length
    const { code, out } = await p2p(['trigger', kind, '--to', `http://127.0.0.1:${port}/`])
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^dl_sample_\\w+\\t${kind}\\t200\\n$`)),
    })
    const delivery = receiver.deliveries[before]
    expect(delivery?.path).toBe('/hook')
    const headers = Object.fromEntries(delivery?.headers ?? [])
    expect(new Webhook(secret).verify(delivery?.body ?? '', headers)).toMatchObject({ event: kind })
  }
  await listening.until(/best_sell\tdl_sample_\w+\t200\t\d+ ms/)
  expect(await listening.stop()).toBe(130)
})

test('listen prints its secret alone for those who take it into a variable', async () => {
  const [one, other] = [await p2p(['listen', '--print-secret']), await p2p(['listen', '--print-secret'])]
  expect(one).toEqual({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/), err: '' })
  expect(other.out).toBe(one.out)
})

test('what the receiver answers is shown with its first line, and events that are not wanted stay here', async () => {
  const strict = createHttpServer((_, response) => response.writeHead(401).end('wrong secret\x1b[31m\nat line 7\n'))
  await once(strict.listen(0, '127.0.0.1'), 'listening')
  const port = String(await freePort())
  const to = `http://127.0.0.1:${(strict.address() as AddressInfo).port}/`
  const listening = start(['listen', '--forward-to', to, '--port', port, '--events', 'spread,best_buy'])
  await listening.until(/whsec_/)
  const here = ['--to', `http://127.0.0.1:${port}/`]
  expect(await p2p(['trigger', 'spread', ...here])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/answered 401 to spread: wrong secret\n.*--print-secret/),
  })
  expect(await p2p(['trigger', 'ping', ...here])).toMatchObject({ code: 0, out: expect.stringContaining('\t204') })
  const said = await listening.until(/ping\t.*left out/)
  expect(said).toMatch(/spread\tdl_\S+\t401\t\d+ ms\twrong secret\n/)
  await listening.stop()
  strict.close()
  expect(await p2p(['listen', '--events', 'sprad'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean spread?'),
  })
})

test('trigger says when nobody listens', async () => {
  const { code, err } = await p2p(['trigger', 'ping', '--to', 'http://127.0.0.1:1/'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/Nobody takes events.*\n.*p2p listen/) })
})

test('whoever reads only the first line causes no complaint', async () => {
  const line = `'${process.execPath}' '${p2pProgram}' payment-methods --ndjson; echo "ended $?" >&2`
  const child = spawn('bash', ['-c', `{ ${line}; } | head -n 1`], { env: environmentOf(home, asServer) })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  await once(child, 'close')
  expect(err).toBe('ended 0\n')
})

test.each(['--help', 'help exit-codes'])('p2p %s into a pipe that nobody reads is silent', async (words) => {
  const line = `{ '${process.execPath}' '${p2pProgram}' ${words}; echo "ended $?" >&2; } | exec true`
  const child = spawn('bash', ['-c', line], { env: environmentOf(home) })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  await once(child, 'close')
  expect(err).toBe('ended 0\n')
})

test.skipIf(!existsSync('/dev/full')).each(['--help', 'payment-methods'])(
  'p2p %s onto a full disk is one sentence',
  async (words) => {
    const line = `'${process.execPath}' '${p2pProgram}' ${words} > /dev/full`
    const child = spawn('bash', ['-c', line], { env: environmentOf(home, asServer) })
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
    })
    const [code] = await once(child, 'close')
    expect({ code, err }).toEqual({ code: 1, err: 'p2p: The output cannot be written (ENOSPC).\n' })
  },
)

test('doctor reaches everything, and tells what to do about what it cannot reach', async () => {
  const well = await p2p(['doctor', '--fiat', 'EUR', ...direct])
  expect(well).toMatchObject({ code: 0, out: expect.stringMatching(/^Binance\twell\t\d+ ads for EUR/m) })
  const heal = server.simulator.fault('okx', { kind: 'blocked' })
  const { code, out } = await p2p(['doctor', '--table', '--fiat', 'EUR', ...direct])
  heal()
  expect(code).toBe(1)
  expect(out).toMatch(/OKX +broken/)
  expect(out).toMatch(
    /OKX: It refuses this address or country.*p2p\s+agent\s+on\s+a\s+machine\s+that\s+it\s+does\s+not\s+refuse/s,
  )
})

test('serve runs the server with the words that follow', async () => {
  const { code, out } = await p2p(['serve', 'config', 'check'], { env: { P2P_PORT: '0', P2P_DATA_DIR: home } })
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/P2P_DATA_DIR/) })
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
  // Its output is open for as long as the server is there.
  expect(await serve.stop('SIGKILL')).toBe(null)
})

test('demo prints how to begin, answers, and leaves nothing behind', async () => {
  const mails = { P2P_SMTP_URL: 'smtp://127.0.0.1:1', P2P_SMTP_FROM: 'alerts@example.com' }
  const demo = start(['demo', '--port', String(await freePort())], mails)
  const said = await demo.until(/Ctrl\+C ends it\./)
  const [, url = '', key = ''] = /P2P_BASE_URL=(\S+)\n +export P2P_API_KEY=(\S+)/.exec(said) ?? []
  const history = await p2p(['history', '--hours', '700', '--server', url, '--key', key])
  expect(history.out.split('\n').length).toBeGreaterThan(200)

  const inboxes = await fetch(`${url}/api/v1/inboxes`, { headers: { 'X-API-Key': key } })
  expect(await inboxes.json()).toMatchObject({ kinds: ['email'] })

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
  // What the shown key asks for is seen on the pages.
  expect(await listed.json()).toMatchObject({ keys: [{ name: 'first', prefix: key.slice(0, 12) }] })
  expect(await demo.stop()).toBe(0)
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
