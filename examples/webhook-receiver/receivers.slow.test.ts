import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { generateTestHeaders } from '@p2p-rates/sdk'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import worker from './cloudflare-worker.js'
import { POST } from './next-route.js'

const secret = 'whsec_dGVzdCBzZWNyZXQgb2Ygc29tZSBsZW5ndGg='
const root = fileURLToPath(new URL('../..', import.meta.url))
type Receive = (body: string, headers: Record<string, string>) => Promise<Response>

/** As a reader would start it, in a process of its own. */
async function startProgram(name: string): Promise<Receive> {
  const program = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    env: { ...process.env, PORT: '0', P2P_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let printed = ''
  while (!printed.includes('port')) printed += String((await once(child.stdout, 'data'))[0])
  const [, port] = /port: (\d+)/.exec(printed) ?? []
  return (body, headers) => fetch(`http://localhost:${port}/hook`, { method: 'POST', body, headers })
}

const requestOf = (body: string, headers: Record<string, string>) =>
  new Request('http://receiver.invalid/hook', { method: 'POST', body, headers })

const receivers: Record<string, () => Promise<Receive>> = {
  Koa: () => startProgram('koa.ts'),
  Express: () => startProgram('express.ts'),
  Fastify: () => startProgram('fastify.ts'),
  'Next.js': async () => (body, headers) => POST(requestOf(body, headers)),
  Workers: async () => (body, headers) => worker.fetch(requestOf(body, headers), { P2P_WEBHOOK_SECRET: secret }),
}

beforeEach(() => {
  vi.stubEnv('P2P_WEBHOOK_SECRET', secret)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  return () => {
    vi.unstubAllEnvs()
    log.mockRestore()
  }
})

describe.each(Object.entries(receivers))('the receiver for %s', (_, start) => {
  // Spaces that no serialiser writes, so that parsing and printing again breaks the signature.
  const body =
    '{ "event": "ping",  "data": {"webhook_id":"wh_1"}, "id":"dl_1", "created_at":"2026-01-15T12:00:00.000Z" }'

  test('believes a genuine delivery and no other', async () => {
    const receive = await start()
    const headers = await generateTestHeaders({ body, secret })
    expect((await receive(body, headers)).status).toBe(204)

    const forged = await receive(body.replace('wh_1', 'wh_2'), headers)
    expect([forged.status, await forged.text()]).toEqual([401, 'No signature matches the body and the secret.'])
    const old = await generateTestHeaders({ body, secret, timestamp: 1_700_000_000 })
    expect((await receive(body, old)).status).toBe(401)
    expect((await receive(body, { 'content-type': 'application/json' })).status).toBe(401)
  })
})
