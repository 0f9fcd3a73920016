import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'p2p-python-'))

let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const python = (...words: readonly string[]) =>
  promisify(execFile)('python3', [...words], {
    cwd: folder,
    env: { ...process.env, P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro },
  })

test(
  'a client generated from the served description reads prices, makes webhooks and knows errors',
  needs('python3'),
  async () => {
    for (const name of ['generate.py', 'best_price.py']) cpSync(join(here, name), join(folder, name))
    const { stdout: client } = await python('generate.py', server.url, server.keys.Pro)
    writeFileSync(join(folder, 'p2p_rates.py'), client)

    const { stdout } = await python('best_price.py', 'EUR')
    expect(stdout).toMatch(/^you buy at [\d.]+ on \w+\nyou sell at [\d.]+ on \w+\nas of .+Z\n$/)
    await expect(python('best_price.py', 'XXX')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^unsupported_fiat: /),
    })

    const script = `
from p2p_rates import Client
c = Client()
made = c.webhooks_create({'url': 'https://example.com/hook', 'event': 'best_buy', 'threshold': 1})
print(made['secret'][:6], c.webhooks_get(made['id'])['url'], c.webhooks_delete(made['id']), len(c.webhooks_list()['webhooks']))
`
    expect((await python('-c', script)).stdout).toBe('whsec_ https://example.com/hook  0\n')

    // Each function exists for programs, asks the address of its operation, and the stream yields events.
    const whole = `
import p2p_rates
c = p2p_rates.Client()
event = next(iter(c.stream(fiat='EUR')))
print(event['fiat'], c.livez()['status'], len([name for name in dir(c) if name.startswith('web_') or name.startswith('sessions_')]))
waits = []
p2p_rates.time.sleep = waits.append
real = p2p_rates.urllib.request.urlopen
def limited(request, timeout):
    if not waits:
        import email.message, io
        headers = email.message.Message()
        headers['Retry-After'] = '7'
        body = io.BytesIO(b'{"detail": {"code": "rate_limited", "message": "Wait."}}')
        raise p2p_rates.urllib.error.HTTPError(request.full_url, 429, 'Too Many Requests', headers, body)
    return real(request, timeout=timeout)
p2p_rates.urllib.request.urlopen = limited
print(c.rates(fiat='EUR')['fiat'], waits)
`
    expect((await python('-c', whole)).stdout).toBe('EUR ok 0\nEUR [7]\n')
  },
)
