import { generateKeyPairSync } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type CollectorAnswer, collectorAnswer, collectorPaths } from '@p2p-rates/contract'
import type { RawPage } from '@p2p-rates/core/node'
import { expect, test } from 'vitest'
import { type AgentSend, collectPages, createPageCollector } from './collect-pages.js'

const task = {
  task: 'one',
  nonce: 'once',
  exchange: 'bybit',
  fiat: 'UAH',
  side: 'BUY',
  page: 1,
  ends_in_seconds: 20,
  request_hash: 'hash',
}
const answered: RawPage = {
  state: 'answered',
  answer: { status: 200, contentType: 'application/json', retryAfter: null, text: '{"ads":[]}' },
}
type Reply = Awaited<ReturnType<AgentSend>>
const reply = (status: number, body: unknown = '', nonce: string | null = 'next'): Reply => ({
  status,
  nonce,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const problem = (status: number, code: string) => reply(status, { detail: { code, message: '' } })

/** A server that gives these answers to polls one after the other, the last one for ever. */
function start(polls: readonly Reply[], { page = answered, taken = reply(204) } = {}) {
  const said: string[] = []
  const asked: string[] = []
  const brought: CollectorAnswer[] = []
  const pauses: number[] = []
  let clockMs = 1_000
  let at = 0
  const stop = new AbortController()
  const ports = {
    name: 'home',
    privateKey: generateKeyPairSync('ed25519').privateKey,
    reader: {
      read: async () => {
        clockMs += 250
        return page
      },
    },
    send: async (method, path, headers, body) => {
      asked.push(`${method} ${path} ${headers['P2P-Nonce']}`)
      if (path === collectorPaths.answers) {
        brought.push(collectorAnswer.parse(JSON.parse(gunzipSync(body ?? new Uint8Array()).toString('utf8'))))
        return taken
      }
      const next = polls[Math.min(at++, polls.length - 1)]
      if (next === undefined) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return next
    },
    elapsedMs: () => clockMs,
    sleep: async (ms: number) => {
      pauses.push(ms)
      if (pauses.length === 16) stop.abort()
    },
    random: () => 0.5,
    notifyOwner: (words: string) => said.push(words),
  } satisfies Parameters<typeof collectPages>[0] & { send: AgentSend }
  return { ports, said, asked, brought, pauses, stop }
}

test('a page is read and brought home raw, with how long that took by a clock that only grows', async () => {
  const { ports, asked, brought, stop } = start([problem(401, 'stale_nonce'), reply(200, task)])
  expect(await createPageCollector(ports)(stop.signal)).toBe('page')
  expect(asked).toEqual(['GET /collector/v1/tasks ', 'GET /collector/v1/tasks next', 'POST /collector/v1/answers once'])
  expect(brought).toEqual([
    {
      schema: 1,
      started_ms: 1_000,
      ended_ms: 1_250,
      state: 'answered',
      status: 200,
      content_type: 'application/json',
      retry_after: null,
      simulated: false,
      body: '{"ads":[]}',
    },
  ])
})

test('what could not be read is brought home as well, in a word', async () => {
  const failed: RawPage = { state: 'failed', fault: { kind: 'tls', message: 'not told' } }
  const refused: RawPage = { state: 'refused', why: 'other_request' }
  for (const page of [failed, refused]) {
    const { ports, brought, stop } = start([reply(200, task)], { page })
    await createPageCollector(ports)(stop.signal)
    expect(brought).toMatchObject([page.state === 'failed' ? { kind: 'tls' } : { why: 'other_request' }])
  }
})

test('an answer that came too late is no failure', async () => {
  const { ports, stop } = start([reply(200, task)], { taken: problem(409, 'not_awaited') })
  expect(await createPageCollector(ports)(stop.signal)).toBe('nothing')
})

test('an agent without access or work waits longer each time, up to a minute, and names the reason once', async () => {
  for (const [polls, why] of [
    [[problem(401, 'unknown_reporter')], /does not know this collector/],
    [[problem(403, 'held_out')], /excludes this collector/],
    [[reply(500)], /HTTP 500/],
    [[], /ECONNREFUSED/],
  ] as const) {
    const { ports, said, pauses, stop } = start(polls)
    await collectPages(ports, stop.signal)
    expect(said).toEqual([expect.stringMatching(why)])
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([1_000, 60_000])
  }
})

test('a server that takes no collectors is asked once, and said to be so', async () => {
  const { ports, said, pauses, stop } = start([reply(404)])
  expect(await collectPages(ports, stop.signal)).toBe(false)
  expect([said, pauses]).toEqual([[expect.stringMatching(/P2P_REMOTE_EXCHANGES/)], []])
})

test('told to stop, it asks for nothing more', async () => {
  const { ports, asked, stop } = start([reply(204)])
  stop.abort()
  await collectPages(ports, stop.signal)
  expect(asked).toEqual([])
})
