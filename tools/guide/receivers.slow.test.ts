import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { needs } from '@p2p-rates/core/testing'
import { generateTestHeaders, P2P } from '@p2p-rates/sdk'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Delivery, type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../proofs/harness/free-port.js'
import { readGuide } from './guide.js'
import { callOf, openSampleSandbox, type SampleSandbox, sampleRunners } from './sample-sandbox.js'
import { groupsOf, type ProgramLanguage, sampleModeOf } from './samples.js'

const receivers = new Map(
  readGuide('en')
    .flatMap(({ body }) => groupsOf(body))
    .flatMap(({ programs }) => programs)
    .filter((fence) => sampleModeOf(fence) === 'receiver')
    .map(({ language, code }) => [language as ProgramLanguage, code]),
)
const handlerServer = fileURLToPath(new URL('serve-handler.mjs', import.meta.url))

let shop: SampleSandbox
let server: TestServer
let recorder: Receiver
let secret: string
let deliveries: readonly Delivery[]

beforeAll(async () => {
  shop = openSampleSandbox()
  recorder = await startReceiver()
  server = await startServer({ historyDays: 0, settings: { P2P_PRIVATE_RECEIVERS: 'true', P2P_CYCLE_SECONDS: '2' } })
  const p2p = new P2P({ baseUrl: server.url, apiKey: server.keys.Pro })
  const hook = await p2p.webhooks.create({ url: recorder.url, event: 'best_buy', threshold: 1_000_000 })
  await p2p.webhooks.test(hook.id)
  secret = hook.secret ?? ''
  deliveries = await recorder.waitForDeliveries(2)
})
afterAll(async () => {
  await server.stop()
  await recorder.close()
  shop.close()
})

type Receive = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>

async function startReceiverIn(language: ProgramLanguage, key = secret) {
  const port = await freePort()
  const path = shop.place(language, receivers.get(language) ?? '')
  const call: Partial<Record<ProgramLanguage, readonly string[]>> = {
    ts: [process.execPath, handlerServer, path],
    php: ['php', '-S', `127.0.0.1:${port}`, path],
  }
  const program = shop.start(call[language] ?? callOf(language, path), { PORT: String(port), P2P_WEBHOOK_SECRET: key })
  onTestFinished(() => program.stop())
  const receive: Receive = async (body, headers) =>
    (await fetch(`http://127.0.0.1:${port}/hooks/p2p`, { method: 'POST', body, headers })).status
  return { program, receive, isListening: await listens(port, program.ended) }
}

async function listens(port: number, ended: Promise<unknown>): Promise<boolean> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (answers) return true
    await pause(20)
  }
  return false
}

test('receivers are shown in four languages, and the server has sent the events they are tried with', () => {
  expect(new Set(receivers.keys())).toEqual(new Set(['ts', 'python', 'go', 'php']))
  expect(deliveries.map(({ headers }) => headers.get('x-service-event')).toSorted()).toEqual(['best_buy', 'ping'])
})

describe.each([...receivers.keys()])('the receiver in %s', { timeout: 120_000 }, (language) => {
  const needed = needs(sampleRunners[language].program)

  test('believes what the server sent, and nothing else', needed, async () => {
    const { program, receive } = await startReceiverIn(language)
    for (const { body, headers } of deliveries) {
      const genuine = Object.fromEntries(
        [...headers].filter(([name]) => /^(x-service|webhook|content-type)/.test(name)),
      )
      expect(await receive(body, genuine)).toBe(204)
      expect(await receive(body.replace('{', '{ '), genuine)).toBe(401)
      const without = Object.entries(genuine).filter(([name]) => !/signature/.test(name))
      expect(await receive(body, Object.fromEntries(without))).toBe(401)
      const later = { 'x-service-timestamp': '4102444800', 'webhook-timestamp': '4102444800' }
      expect(await receive(body, { ...genuine, ...later })).toBe(401)
    }
    const [{ body } = { body: '' }] = deliveries
    for (const timestamp of [1_700_000_000, Math.floor(Date.now() / 1000) - 400, Math.floor(Date.now() / 1000) + 400])
      expect(await receive(body, await generateTestHeaders({ body, secret, timestamp }))).toBe(401)
    const another = 'whsec_dGVzdCBzZWNyZXQgb2Ygc29tZSBsZW5ndGg='
    expect(await receive(body, await generateTestHeaders({ body, secret: another }))).toBe(401)
    for (const timestamp of ['', '-1', '1e9', '²', '9'.repeat(400)])
      expect(await receive(body, { 'x-service-timestamp': timestamp, 'x-service-signature': 'sha256=é' })).toBe(401)
    await program.until((out, err) => eventsIn[language]?.test(`${out}${err}`) === true)
  })

  test('without a secret accepts no message', needed, async () => {
    const { receive, isListening } = await startReceiverIn(language, '')
    if (!isListening) return
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = `sha256=${createHmac('sha256', '').update(`${timestamp}.{}`).digest('hex')}`
    const status = await receive('{}', { 'x-service-timestamp': timestamp, 'x-service-signature': signature })
    expect(status).toBeGreaterThanOrEqual(400)
  })
})

const eventsIn: Readonly<Record<string, RegExp>> = {
  ts: /^[\d.]+ \w+$/m,
  python: /^best_buy dl_/m,
  go: /^best_buy dl_/m,
  php: /best_buy dl_/,
}
