import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type CollectorTask, collectorHeaders, collectorPaths } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { createMemoryPollNonces } from '../ingest/agents/poll-nonces.js'
import { aReporter } from '../ingest/agents/testing/a-reporter.js'
import { openBoard } from '../ingest/agents/testing/open-board.js'
import { aSigningKey } from '../ingest/agents/testing/signing.js'
import { createAuthRateLimit } from '../limits/attempts/auth-rate-limiters.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createAgentRoutes } from './agent-routes.js'

const page = { exchange: 'bybit', fiat: 'UAH', side: 'BUY', page: 1, requestHash: 'hash' } as const
const answerBody = gzipSync(JSON.stringify({ schema: 1, started_ms: 1, ended_ms: 2, state: 'failed', kind: 'dns' }))

async function start() {
  const { reporters } = openMemoryStore()
  const key = aSigningKey()
  await reporters.add(aReporter({ id: 'home', publicKey: key.publicText }))
  let groups = 0
  const { polls, offers, answer, stop } = openBoard({ clock: systemClock, timers: systemTimers })
  const door = createAgentRoutes({
    agentApi: { find: reporters.find, claim: polls.waitForTask, answer, nonces: createMemoryPollNonces(systemClock) },
    wrongKeys: createAuthRateLimit({ clock: systemClock, most: 30, spanMs: 60_000 }),
    addressOf: () => '192.0.2.1',
  })
  const server = createServer(async (request, response) => {
    const [, , reply] = door.find(([path]) => path === request.url) ?? []
    const said = await reply?.(request)
    response.writeHead(said?.status ?? 404, said?.headers ?? []).end(said?.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    stop()
    server.closeAllConnections()
    server.close()
  })
  const poll = (nonce: string, signer = key, reporter = 'home') =>
    fetch(url + collectorPaths.tasks, {
      headers: signer.headersFor({ method: 'GET', path: collectorPaths.tasks, reporter, nonce }),
    })
  const freshNonce = async () => (await poll('')).headers.get(collectorHeaders.nonce) ?? ''
  const signed = ({ body = answerBody, ...rest }: { task: string; nonce: string; body?: Uint8Array }, signer = key) =>
    signer.headersFor({ method: 'POST', path: collectorPaths.answers, reporter: 'home', body, ...rest })
  const bring = (words: { task: string; nonce: string; body?: Uint8Array; sent?: Uint8Array }, signer = key) => {
    const { body = answerBody, sent = body, ...rest } = words
    return fetch(url + collectorPaths.answers, {
      method: 'POST',
      headers: signed({ body, ...rest }, signer),
      body: sent,
    })
  }
  const takeTask = async () => {
    const answered = offers.requestPage({ page, group: `group ${++groups}` })
    const reply = await poll(await freshNonce())
    return { answered, task: (await reply.json()) as CollectorTask }
  }
  return { reporters, polls, offers, poll, bring, freshNonce, takeTask, signed, url }
}

test('a task names a market and no address, and its answer is taken once', async () => {
  const { takeTask, bring } = await start()
  const { task, answered } = await takeTask()
  expect(task).toEqual({
    task: expect.any(String),
    nonce: expect.any(String),
    exchange: 'bybit',
    fiat: 'UAH',
    side: 'BUY',
    page: 1,
    ends_in_seconds: 20,
    request_hash: 'hash',
  })
  expect((await bring(task)).status).toBe(204)
  expect(await answered).toMatchObject({ reporter: 'home', answer: { state: 'failed', kind: 'dns' } })
  expect((await bring(task)).status).toBe(409)
})

test('a poll that was overheard cannot be repeated', async () => {
  const { poll, freshNonce, offers } = await start()
  void offers.requestPage({ page, group: 'one' })
  const nonce = await freshNonce()
  expect((await poll(nonce)).status).toBe(200)
  void offers.requestPage({ page, group: 'two' })
  const again = await poll(nonce)
  expect([again.status, await again.json()]).toMatchObject([401, { detail: { code: 'stale_nonce' } }])
})

test('unknown callers, other keys and changed bodies are refused, and soon not even read', async () => {
  const { poll, bring, takeTask, freshNonce } = await start()
  const { task } = await takeTask()
  const stranger = aSigningKey()
  const nonce = await freshNonce()
  expect((await poll(nonce, stranger)).status).toBe(401)
  expect((await poll(nonce, stranger, 'nobody')).status).toBe(401)
  expect((await bring(task, stranger)).status).toBe(401)
  const changed = gzipSync(JSON.stringify({ schema: 1, started_ms: 1, ended_ms: 2, state: 'failed', kind: 'tls' }))
  expect((await bring({ ...task, sent: changed })).status).toBe(401)
  expect((await bring({ ...task, nonce: 'another' })).status).toBe(409)
  const statuses: number[] = []
  for (let time = 0; time < 31; time += 1) statuses.push((await poll(nonce, stranger)).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await bring(task)).status).toBe(204)
})

test('no body is read before its signature, and of one collector a few at once', async () => {
  const { takeTask, bring, url, signed } = await start()
  const { task } = await takeTask()
  const begin = (headers: Readonly<Record<string, string>>) =>
    new Promise<{ status: number; hangUp: () => void }>((resolve, reject) => {
      const asked = request(url + collectorPaths.answers, { method: 'POST', headers })
      asked.on('error', reject)
      asked.on('response', (reply) => resolve({ status: reply.statusCode ?? 0, hangUp: () => asked.destroy() }))
      asked.write('x')
    })
  expect((await begin({ ...signed(task), [collectorHeaders.signature]: 'another' })).status).toBe(401)

  const underWay = Array.from({ length: 5 }, () => begin(signed(task)))
  expect((await Promise.race(underWay)).status).toBe(429)
  expect((await bring(task)).status).toBe(429)
  for (const one of underWay) void one.catch(() => {})
})

test('of one collector a few polls wait at once', async () => {
  const { poll, freshNonce } = await start()
  const nonces = [await freshNonce(), await freshNonce(), await freshNonce(), await freshNonce(), await freshNonce()]
  const replies = nonces.map(async (nonce) => (await poll(nonce)).status)
  expect(await Promise.race(replies)).toBe(429)
  for (const reply of replies) reply.catch(() => {})
})

test('a removed reporter is rejected from its next message on, also in the middle of a task', async () => {
  const { reporters, bring, takeTask, poll, freshNonce } = await start()
  const { task } = await takeTask()
  const nonce = await freshNonce()
  await reporters.remove('home')
  expect((await bring(task)).status).toBe(401)
  expect((await poll(nonce)).status).toBe(401)
})

test('a reporter removed while it waits learns it at once', async () => {
  const { reporters, polls, offers, poll, freshNonce } = await start()
  const waiting = poll(await freshNonce())
  await expect.poll(() => offers.countReaders('bybit')).toBe(1)
  await reporters.remove('home')
  polls.dismissReporter('home')
  expect((await waiting).status).toBe(401)
})

test('an excluded reporter gets no task', async () => {
  const { reporters, poll, freshNonce } = await start()
  const nonce = await freshNonce()
  await reporters.change('home', (now) => ({ ...now, standing: { agreements: 0, contradictions: 2 } }))
  const reply = await poll(nonce)
  expect([reply.status, await reply.json()]).toMatchObject([403, { detail: { code: 'held_out' } }])
})

test('an answer that is too long, inflates without end or is malformed is rejected', async () => {
  const { takeTask, bring } = await start()
  const { task } = await takeTask()
  const random = new Uint8Array(1024 * 1024 + 1)
  expect((await bring({ ...task, body: random })).status).toBe(413)
  expect((await bring({ ...task, body: gzipSync(Buffer.alloc(64 * 1024 * 1024)) })).status).toBe(400)
  expect((await bring({ ...task, body: gzipSync('{}') })).status).toBe(400)
  expect((await bring({ ...task, body: Buffer.from('no gzip') })).status).toBe(400)
  expect((await bring(task)).status).toBe(204)
})
