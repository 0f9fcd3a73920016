import { join } from 'node:path'
import type { UsageReport } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../app/build.js'
import type { RunningServer } from '../../app/running-server.js'
import { readConfig } from '../../base/config.js'
import { silentLog } from '../../base/log/log.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'

const start = async (dataDir = join(makeFolder(), 'data')) => {
  const time = createFakeTime()
  const { config } = readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_SIMULATED: 'true',
    P2P_HAMMERING_PAUSE_MS: '0',
    P2P_FIATS: 'UAH',
    P2P_EXCHANGES: 'okx',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
  })
  const server = await buildServer(config, { log: silentLog, ...time })
  onTestFinished(() => server.stop())
  return { server, time, dataDir }
}

const createAccount = async ({ operator }: RunningServer, keys = 1) => {
  const { id } = await operator.createAccount('A', 'Free')
  const made = []
  for (let index = 0; index < keys; index++) made.push(await operator.createKey(id, null))
  return made.map(({ key, record }) => ({ key, prefix: record.prefix }))
}

const ask = async ({ url }: RunningServer, key: string, path: string, times = 1): Promise<number[]> => {
  const statuses = []
  for (let time = 0; time < times; time++) {
    const answer = await fetch(`${url}/api/v1/${path}`, { headers: { 'X-API-Key': key } })
    await answer.text()
    statuses.push(answer.status)
  }
  return statuses
}

const usageOf = async ({ url }: RunningServer, key: string, query = '') => {
  const answer = await fetch(`${url}/api/v1/usage${query}`, { headers: { 'X-API-Key': key } })
  expect(answer.status).toBe(200)
  return { report: (await answer.json()) as UsageReport, headers: answer.headers }
}

const day = '2026-11-21'
const nothing = { requests: 0, counted: 0, errors: 0, limited: 0 }

test('requests, counted ones, errors and rejections are under their endpoint, day and key', async () => {
  const { server, time, dataDir } = await start()
  const [one, two] = await createAccount(server, 2)
  const [stranger] = await createAccount(server)
  if (one === undefined || two === undefined || stranger === undefined) throw new Error('keys are missing')
  expect(await ask(server, one.key, 'markets', 2)).toEqual([200, 200])
  expect(await ask(server, one.key, 'rates')).toEqual([503])
  expect(await ask(server, one.key, 'rates?fiat=XXX', 2)).toEqual([400, 400])
  expect(await ask(server, one.key, 'stats')).toEqual([403])
  expect(await ask(server, two.key, 'markets', 4)).toEqual([200, 200, 200, 200])
  expect(await ask(server, two.key, 'rates', 3)).toEqual([429, 429, 429])
  expect(await ask(server, stranger.key, 'me')).toEqual([200])
  await time.pass(60_000)

  const { report } = await usageOf(server, one.key)
  expect(report).toEqual({
    days: [
      { day, endpoint: 'markets', ...nothing, requests: 6, counted: 6 },
      { day, endpoint: 'rates', ...nothing, requests: 3, errors: 3, limited: 3 },
      { day, endpoint: 'stats', ...nothing, requests: 1, errors: 1 },
    ],
    keys: expect.arrayContaining([
      { key_prefix: one.prefix, day, endpoint: 'markets', ...nothing, requests: 2, counted: 2 },
      { key_prefix: one.prefix, day, endpoint: 'rates', ...nothing, requests: 3, errors: 3 },
      { key_prefix: one.prefix, day, endpoint: 'stats', ...nothing, requests: 1, errors: 1 },
      { key_prefix: two.prefix, day, endpoint: 'markets', ...nothing, requests: 4, counted: 4 },
      { key_prefix: two.prefix, day, endpoint: 'rates', ...nothing, limited: 3 },
    ]),
  })
  expect(report.keys).toHaveLength(5)
  await server.stop()

  const again = await start(dataDir)
  const later = await usageOf(again.server, two.key)
  expect(later.report.days.filter(({ endpoint }) => endpoint !== 'usage')).toEqual(report.days)
})

test("errors of the last 24 hours are returned by code with the wrong input's name, never with a caller's text", async () => {
  const { server, time } = await start()
  const [one] = await createAccount(server)
  if (one === undefined) throw new Error('the key is missing')
  await ask(server, one.key, 'rates?fiat=XXX', 2)
  await ask(server, one.key, 'quote?amount=0')
  await ask(server, one.key, 'orderbook?exchange=okx&rows=0')
  await ask(server, one.key, `rates?${one.key}=1`)
  await ask(server, one.key, 'rates?fait=UAH')
  await ask(server, one.key, 'nowhere')
  await time.pass(250)
  const { report } = await usageOf(server, one.key, '?include=recent_errors')
  const last_at = new Date(time.clock.wallMs() - 250).toISOString()
  expect(report.recent_errors?.[0]).toEqual({
    code: 'unsupported_fiat',
    endpoint: 'rates',
    param: 'fiat',
    suggestion: null,
    count: 2,
    last_at,
  })
  expect(
    report.recent_errors?.slice(1).map(({ code, endpoint, param, suggestion }) => [code, endpoint, param, suggestion]),
  ).toEqual(
    expect.arrayContaining([
      ['plan_required', 'quote', null, null],
      ['invalid_parameter', 'orderbook', 'rows', null],
      ['invalid_parameter', 'rates', null, null],
      ['invalid_parameter', 'rates', null, 'fiat'],
    ]),
  )
  expect(report.recent_errors).toHaveLength(5)
  expect(JSON.stringify(report)).not.toContain(one.key.slice(12))
  expect((await usageOf(server, one.key)).report).not.toHaveProperty('recent_errors')
})

test('the requested number of days is returned, including today, and no more than ninety', async () => {
  const { server, time } = await start()
  const [one] = await createAccount(server)
  if (one === undefined) throw new Error('the key is missing')
  for (const back of [89, 88, 29, 30, 1]) {
    const nowMs = time.clock.wallMs()
    time.clock.setWall(nowMs - back * 86_400_000)
    await ask(server, one.key, 'me')
    time.clock.setWall(nowMs)
  }
  await time.pass(250)
  const daysTold = async (query: string) => {
    const { report, headers } = await usageOf(server, one.key, query)
    const told = report.days.filter(({ endpoint }) => endpoint === 'me').map(({ day: told }) => told)
    return [told, headers.get('x-clamped')]
  }
  const all = ['2026-08-24', '2026-08-25', '2026-10-22', '2026-10-23', '2026-11-20']
  expect(await daysTold('?days=1')).toEqual([[], null])
  expect(await daysTold('?days=2')).toEqual([all.slice(4), null])
  expect(await daysTold('')).toEqual([all.slice(3), null])
  expect(await daysTold('?days=90')).toEqual([all, null])
  expect(await daysTold('?days=91')).toEqual([all, 'days'])
})
