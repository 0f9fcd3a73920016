import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { displayWidth } from './render/display-width.js'
import { makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)
let server: TestServer
let env: Record<string, string>

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
const today = () => new Date(server.clock.wallMs()).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startServer({
    fiats: ['EUR'],
    historyDays: 0,
    settings: { P2P_PLANS: JSON.stringify({ Pro: { requestsPerMinute: 4 } }) },
  })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  const ask = async (path: string, method = 'GET') =>
    (await fetch(server.baseUrl + path, { method, headers: { 'X-API-Key': server.keys.Pro } })).status
  const statuses = []
  for (let time = 0; time < 3; time++) statuses.push(await ask('/markets'))
  statuses.push(await ask('/webhooks/wh_x/activate-secret', 'POST'), await ask('/markets'))
  expect(statuses).toEqual([200, 200, 200, 404, 429])
  // Usage is written down a little later, and not all of it at once.
  await vi.waitFor(
    async () => {
      server.clock.advance(61_000)
      const { out } = await p2p(['usage'], { env })
      expect(out).toContain('\tmarkets\t3\t3\t0\t1\n')
      expect(out).toContain('\twebhooks.activate-secret\t1\t0\t1\t0\n')
    },
    { timeout: 60_000 },
  )
})
afterAll(async () => {
  await server.stop()
  remove()
})

const run = (words: string) => {
  server.clock.advance(61_000)
  return p2p(['usage', ...words.split(' ').filter((word) => word !== '')], { env })
}

test('into a pipe goes one line for each day and endpoint', async () => {
  const { code, out, err } = await run('')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(lines(out)).toContain(`${today()}\tmarkets\t3\t3\t0\t1`)
  expect(lines(out)).toContain(`${today()}\twebhooks.activate-secret\t1\t0\t1\t0`)
})

test('--json is what the API answers, --csv and --ndjson tell the same lines', async () => {
  const { days, keys, ...rest } = JSON.parse((await run('--json')).out)
  const markets = { day: today(), endpoint: 'markets', requests: 3, counted: 3, errors: 0, limited: 1 }
  expect(days).toContainEqual(markets)
  expect(keys).toContainEqual({ key_prefix: server.keys.Pro.slice(0, 12), ...markets })
  expect(rest).toEqual({})
  expect((await run('--csv')).out).toMatch(/^day,endpoint,requests,counted,errors,limited\r\n20\d\d-/)
  const records = lines((await run('--ndjson')).out).map((line) => JSON.parse(line))
  expect(records).toContainEqual(markets)
})

test('--by-key has one row per key, --errors what went wrong', async () => {
  const prefix = server.keys.Pro.slice(0, 12)
  expect(lines((await run('--by-key')).out)).toContain(`${prefix}\t${today()}\tmarkets\t3\t3\t0\t1`)
  const { out } = await run('--errors')
  expect(out).toMatch(/^not_found\t1\twebhooks\.activate-secret\t\t20\d\d-/m)
  expect(out).toMatch(/^rate_limited\t1\tmarkets\t\t20\d\d-/m)
})

test('on a terminal tables and sums fit any width and keep their figures', async () => {
  for (const columns of [50, 80, 120])
    for (const words of [['usage'], ['usage', '--by-key'], ['usage', '--errors'], ['usage', '--last', '2d']]) {
      server.clock.advance(61_000)
      const { code, text } = await onTerminal(words, { env, columns })
      expect(code).toBe(0)
      expect.soft(lines(text).filter((line) => displayWidth(line) > columns)).toEqual([])
      if (words.includes('--errors')) expect.soft(text).toMatch(/rate_limited/)
      else
        expect
          .soft(text.replace(/\s+/g, ' '))
          .toMatch(/Total: \d+ requests, \d+ counted against the quota, 1 failed, 1 over the rate limit\./)
    }
})
