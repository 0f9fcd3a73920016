import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

const program = fileURLToPath(new URL('../packages/cli/bin/p2p.mjs', import.meta.url))

/** Start `npm run demo` on a free port, with an account that has already sent requests and created a webhook. */
export async function startDemo() {
  const child = spawn(process.execPath, [program, 'demo', '--port', '0'], {
    // With the channel it ends when this process does.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const banner = await textUntil(child, 'Ctrl+C')
  const found = (pattern: RegExp): string => {
    const [, word] = pattern.exec(banner) ?? []
    if (word === undefined) throw new Error(`the demo does not say what ${pattern} looks for:\n${banner}`)
    return word
  }
  const demo = {
    url: found(/address +(http:\S+)\/api\/v1/),
    loginLink: found(/(http:\S+\/login#\S+)/),
    key: found(/Pro +(p2p_\w+)/),
  }
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const { url, close } = await serveOnLoopback(receiver)
  await generateUsage(demo.url, demo.key, url)
  return {
    ...demo,
    async stop() {
      await close()
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type RunningDemo = Awaited<ReturnType<typeof startDemo>>

function textUntil(child: ChildProcess, last: string): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.includes(last)) done(text)
    })
    child.once('exit', (code) => fail(new Error(`the demo ended with ${code}:\n${text}`)))
  })
}

async function generateUsage(url: string, key: string, receiver: string): Promise<void> {
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.status === 204 ? null : response.json()
  }
  for (const fiat of ['UAH', 'EUR', 'KZT', 'PLN', 'TRY', 'USD']) {
    await call(`/rates?fiat=${fiat}`)
    await call(`/stats?fiat=${fiat}`)
  }
  for (const amount of [5_000, 20_000]) await call(`/quote?fiat=UAH&side=buy&amount=${amount}`)
  await call('/rates?fiat=XXX')
  await call('/candles?fiat=UAH&interval=2h')
  const hooks = [
    { url: `${receiver}/desk`, event: 'best_buy', fiat: 'UAH', threshold: 60, description: 'desk chat' },
    {
      url: `${receiver}/trips`,
      event: 'spread',
      fiat: 'KZT',
      threshold: 3,
      amount: 500_000,
      description: 'round trips',
    },
  ]
  for (const wish of hooks) {
    const { id } = (await call('/webhooks', wish)) as { id: string }
    await call(`/webhooks/${id}/test`, {})
  }
}
