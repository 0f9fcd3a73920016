import { join } from 'node:path'
import type { FormulaPreview, FormulaPrice, PriceRule, Rates, RuleList, RulePrice } from '@p2p-rates/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 8, fiats: ['UAH'], exchanges: ['okx', 'bybit', 'binance'] })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

type Refused = { readonly detail?: { readonly code: string; readonly param?: string } }
async function call<Body>(method: string, path: string, body?: unknown, key = running.keys.Pro) {
  const { status, text } = await asker.ask({
    method,
    path: `/api/v1${path}`,
    headers: [
      ['X-API-Key', key],
      ['Content-Type', 'application/json'],
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status, body: (text === '' ? undefined : JSON.parse(text)) as Body & Refused }
}

const best = async () => (await call<Rates>('GET', '/rates?fiat=UAH')).body.best_buy

test('a rule is saved, listed, priced by what rates say, changed and deleted, of its account alone', async () => {
  const { status, body: rule } = await call<PriceRule>('POST', '/rules', { name: ' Desk ', offset: 0.5, step: 0.01 })
  expect([status, rule.name, rule.exchanges, rule.last_good_seconds]).toEqual([201, 'Desk', [], 0])
  expect((await call<RuleList>('GET', '/rules')).body).toEqual({ rules: [rule], limit: 20 })
  expect((await call<RuleList>('GET', '/rules', undefined, running.keys.Business)).body.rules).toEqual([])

  const before = await best()
  const { body: price } = await call<RulePrice>('GET', `/rules/${rule.id}/price`)
  expect([before.price, (await best()).price]).toContain(price.basis?.price)
  expect(price.value).toBeCloseTo((price.basis?.price ?? 0) + 0.5, 2)
  expect(price).toMatchObject({ rule: rule.id, name: 'Desk', reason: null, stale_since: null })

  const changed = await call<PriceRule>('PATCH', `/rules/${rule.id}`, { base: 'median', offset: null })
  expect(changed.body).toMatchObject({ base: 'median', offset: 0, step: 0.01, name: 'Desk' })
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['GET', '/price', undefined],
  ] as const) {
    const foreign = await call(method, `/rules/${rule.id}${path}`, body, running.keys.Business)
    expect([method, foreign.status]).toEqual([method, 404])
  }
  expect((await call('DELETE', `/rules/${rule.id}`)).status).toBe(204)
  expect((await call('GET', `/rules/${rule.id}/price`)).status).toBe(404)
})

test('what no formula can be is refused by its field', async () => {
  const refusals = [
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 'a', base: 'nth' }, 'n'],
    [{ name: 'a', base: 'nth', n: 0.5 }, 'n'],
    [{ name: 'a', base: 'size' }, 'amount'],
    [{ name: 'a', offset_pct: 51 }, 'offset_pct'],
    [{ name: 'a', offset: '1' }, 'offset'],
    [{ name: 'a', step: 0 }, 'step'],
    [{ name: 'a', floor: 42, ceiling: 41 }, 'ceiling'],
    [{ name: 'a', last_good_seconds: 604_801 }, 'last_good_seconds'],
    [{ name: 'a', invented: 1 }, 'invented'],
  ] as const
  for (const [body, param] of refusals) {
    const answer = await call('POST', '/rules', body)
    expect([param, answer.status, answer.body.detail]).toMatchObject([param, 400, { param }])
  }
  expect((await call('POST', '/rules', { name: 'a', exchanges: ['nowhere'] })).body.detail?.code).toBe(
    'unsupported_exchange',
  )
  expect((await call('POST', '/rules', { name: 'a' }, running.keys.Starter)).body.detail?.code).toBe('plan_required')
  expect((await call<RuleList>('GET', '/rules')).body.rules).toEqual([])
})

test('an account has twenty rules, however many ask at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => call<PriceRule>('POST', '/rules', { name: 'many' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.find(({ status }) => status === 409)?.body.detail?.code).toBe('rule_limit')
  for (const { body } of answers) if ('id' in body) await call('DELETE', `/rules/${body.id}`)
})

test('a formula is priced without being saved, each base by its own ads', async () => {
  const { body: first } = await call<FormulaPrice>('GET', '/formula?fiat=UAH&base=nth&n=1&rounding=up&step=0.5')
  expect((first.value ?? 0) % 0.5).toBe(0)
  expect(first.value).toBeGreaterThanOrEqual(first.basis?.price ?? Number.POSITIVE_INFINITY)
  const { body: far } = await call<FormulaPrice>('GET', '/formula?base=size&amount=999999999999')
  expect(far).toMatchObject({ value: null, reason: 'amount_does_not_fit', steps: [] })
  expect((await call('GET', '/formula?base=nth')).body.detail?.param).toBe('n')
})

test('a preview follows the record of seven days, five minutes by five minutes', async () => {
  const { body } = await call<FormulaPreview>('GET', '/formula/preview?offset=1&floor=1')
  expect(body).toMatchObject({ slot_minutes: 5, slots: 2016, at_floor: 0, without_price: 0 })
  expect(body.recorded_slots).toBeGreaterThan(1_900)
  expect(body.points.length).toBeGreaterThan(300)
  expect(body.points.length).toBeLessThanOrEqual(2 * 337)
  expect(body.points.every(({ base, value }) => Math.abs((value ?? 0) - base - 1) < 0.002)).toBe(true)
})

test('single ads, amounts and ways to pay are followed hour by hour, through the markets that are kept', async () => {
  const asked = '/formula/preview?base=size&amount=1000&offset=1'
  let looks = 0
  // Another floor each time: an answer is kept until newer data come in.
  const preview = async () => {
    looks += 1
    return (await call<FormulaPreview>('GET', `${asked}&floor=${looks}`)).body
  }
  // The first market of this hour is kept within a second or two.
  await expect.poll(async () => (await preview()).recorded_slots, { timeout: 20_000 }).toBeGreaterThan(0)
  const body = await preview()
  expect(body).toMatchObject({ slot_minutes: 60, without_price: 0 })
  expect(body.slots).toBeGreaterThanOrEqual(168)
  const [point] = body.points.slice(-1)
  expect(Date.parse(point?.t ?? '') % 3_600_000).toBe(0)
  const { body: now } = await call<FormulaPrice>('GET', '/formula?base=size&amount=1000&offset=1')
  expect(Math.abs((point?.base ?? 0) / (now.basis?.price ?? 1) - 1)).toBeLessThan(0.05)
  expect((point?.value ?? 0) - (point?.base ?? 0)).toBeCloseTo(1, 2)
  const { body: none } = await call<FormulaPreview>(
    'GET',
    `/formula/preview?base=size&amount=999999999999&floor=${looks}`,
  )
  expect(none).toMatchObject({ slot_minutes: 60, points: [], lowest: null, without_price: body.recorded_slots })
  const { text } = await asker.ask({
    method: 'GET',
    path: `/api/v1${asked}&format=csv`,
    headers: [['X-API-Key', running.keys.Pro]],
  })
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    't,base,value,simulated',
    expect.stringMatching(/^2\d{3}-.*,\d+(\.\d+)?,\d+(\.\d+)?,true$/),
  ])
})

test('the last good value survives its server and is valid while the exchanges are silent, within the age of the rule', async () => {
  const dataDir = join(makeFolder(), 'data')
  const facts = { historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], dataDir } as const
  const open = async (key?: string) => {
    const server = await startServer(facts)
    const own = createTestClient(server.url)
    const ask = async <Body>(method: string, path: string, body?: object) => {
      const headers = [
        ['X-API-Key', key ?? server.keys.Pro],
        ['Content-Type', 'application/json'],
      ] as const
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      return JSON.parse((await own.ask({ method, path: `/api/v1${path}`, headers, ...text })).text) as Body
    }
    return { server, ask, stop: () => server.stop().finally(() => own.close()) }
  }
  const first = await open()
  const save = async (seconds: number) =>
    (await first.ask<PriceRule>('POST', '/rules', { name: 'last', last_good_seconds: seconds })).id
  const ids = [await save(3_600), await save(0)] as const
  await first.stop()

  const { server, ask, stop } = await open(first.server.keys.Pro)
  const priceOf = (id: string) => ask<RulePrice>('GET', `/rules/${id}/price`)
  const fresh = await priceOf(ids[0])
  expect(fresh).toMatchObject({ reason: null, stale_since: null })
  server.simulator.fault('all', { kind: 'network' })
  server.clock.advance(700_000)
  const stands = await priceOf(ids[0])
  expect(stands).toMatchObject({ value: fresh.value, reason: 'no_data', as_of: fresh.as_of, stale_since: fresh.as_of })
  expect(await priceOf(ids[1])).toMatchObject({ value: null, reason: 'no_data', last_good: { value: fresh.value } })
  server.clock.advance(3_600_000)
  expect(await priceOf(ids[0])).toMatchObject({ value: null, last_good: stands.last_good })
  await stop()
})
