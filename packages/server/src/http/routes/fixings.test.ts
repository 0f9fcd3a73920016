import { createHash } from 'node:crypto'
import type { Candles, ErrorBody, FixingInputs, Fixings } from '@p2p-rates/contract'
import { canonicalJson, fixingOfInputs } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'

const dayMs = 86_400_000
let running: TestServer
const get = async <T>(path: string): Promise<T> =>
  (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business } })).json() as Promise<T>
const ask = (query: Readonly<Record<string, string>> = {}) =>
  get<Fixings>(`/index/fixings?${new URLSearchParams(query)}`)
const whole = () => ask()

/** As a reader of the page would check it, with nothing of ours. */
function isSound({ asset, fiat, fixings }: Fixings): boolean {
  return fixings.every(({ digest, withheld, method_next, inputs_digest, usdt_usd, ...link }, at) => {
    const confidence = link.confidence?.level ?? null
    const later = Object.entries({ withheld, method_next, inputs_digest, usdt_usd }).filter(
      ([, value]) => value !== null,
    )
    const facts = [...Object.entries({ asset, fiat, ...link, confidence }), ...later]
    const content = facts.toSorted(([one], [other]) => (one < other ? -1 : 1))
    const text = JSON.stringify(Object.fromEntries(content))
    const isBehind = link.number === at + 1 && link.previous_digest === (fixings[at - 1]?.digest ?? null)
    return isBehind && createHash('sha256').update(text).digest('hex') === digest
  })
}
beforeAll(async () => {
  running = await startServer({ historyDays: 29 })
  // Answers are kept for a minute.
  const count = async () => {
    running.clock.advance(60_000)
    return (await whole()).fixings.length
  }
  await vi.waitUntil(async () => (await count()) > 26, { timeout: 20_000, interval: 200 })
})
afterAll(() => running.stop())

test('a server fixes recorded slots, in a valid chain', async () => {
  for (const fiat of ['UAH', 'EUR']) {
    const answer = await ask({ fiat })
    expect(answer.fixings.length).toBeGreaterThan(26)
    expect(isSound(answer)).toBe(true)
  }
})

test('each is the median of the candles of its hour, by an independent count', async () => {
  const { candles } = await get<Candles>('/candles?exchange=index&interval=5m&hours=720')
  const { fixings } = await whole()
  for (const { day, value, slots } of fixings) {
    const inside = candles.filter(({ t }) => t >= `${day}T11:30` && t < `${day}T12:30`)
    const values = inside
      .flatMap(({ buy, sell }) => (buy === null || sell === null ? [] : [(buy.close + sell.close) / 2]))
      .sort((one, other) => one - other)
    const middle = ((values[(values.length - 1) >> 1] ?? 0) + (values[values.length >> 1] ?? 0)) / 2
    expect(slots).toBe(values.length)
    // Each of the prices, and the value itself, is rounded to three decimals.
    expect(Math.abs((value ?? 0) - middle)).toBeLessThanOrEqual(0.001_001)
  }
})

test('the inputs of each are published, and give it again', async () => {
  const { fixings } = await whole()
  for (const { day, number, value, method, inputs_digest } of fixings) {
    const answer = await get<FixingInputs>(`/index/fixings/uah/${day}/inputs`)
    expect(answer).toMatchObject({ fiat: 'UAH', day, number, inputs_digest })
    const digest = createHash('sha256').update(canonicalJson(answer.inputs)).digest('hex')
    expect(digest).toBe(inputs_digest)
    expect(fixingOfInputs(answer.inputs)).toMatchObject({ value, method })
  }
  const { detail } = await get<ErrorBody>('/index/fixings/UAH/2020-01-01/inputs')
  expect(detail).toMatchObject({ code: 'not_found' })
})

test('only the requested days are returned, with the first and the last', async () => {
  const { fixings } = await whole()
  const [third, ninth] = [fixings[2]?.day ?? '', fixings[8]?.day ?? '']
  expect(await ask({ from: third, to: ninth })).toMatchObject({
    ...{ fiat: 'UAH', from: third, to: ninth, fixings: fixings.slice(2, 9) },
  })
  const before = new Date(Date.parse(third) - 399 * dayMs).toISOString().slice(0, 10)
  expect((await ask({ from: before, to: third })).fixings).toEqual(fixings.slice(0, 3))
  expect(await ask({ from: before })).toMatchObject({ from: before, to: third })
  const tooEarly = new Date(Date.parse(third) - 400 * dayMs).toISOString().slice(0, 10)
  for (const wrong of [
    { from: tooEarly, to: third },
    { from: ninth, to: third },
  ]) {
    const { detail } = await get<ErrorBody>(`/index/fixings?${new URLSearchParams(wrong)}`)
    expect(detail).toMatchObject({ code: 'invalid_parameter', param: 'to' })
  }
})

test('a correction is next to the fixing, which stays unchanged', async () => {
  const { fixings: before } = await whole()
  const wrong = before[4]
  if (wrong === undefined) throw new Error('nothing is fixed')
  await running.server.operator.correctFixing({ fiat: 'UAH', day: wrong.day, value: '40.5', why: 'A test' })
  running.clock.advance(60_000)
  const after = await whole()
  expect(after.fixings.slice(0, -1)).toEqual(before)
  expect(after.fixings.at(-1)).toMatchObject({ ...{ day: wrong.day, value: 40.5, correction: 'A test' } })
  expect(after.fixings.at(-1)).toMatchObject({ method: wrong.method, confidence: null, sources: null, slots: null })
  expect(isSound(after)).toBe(true)
  const { fixings: ofThatDay } = await ask({ from: wrong.day, to: wrong.day })
  expect(ofThatDay.map(({ value }) => value)).toEqual([wrong.value, 40.5])
})

test('an invalid value is rejected', () =>
  checkEach(
    [
      [{ fiat: 'UAH', day: '2020-01-01', value: '41', why: 'x' }, 'There is no fixing of UAH for 2020-01-01.'],
      [{ fiat: 'XXX', day: '2026-01-01', value: '41', why: 'x' }, 'There is no currency XXX here.'],
      [{ fiat: 'UAH', day: '2026-01-01', value: '-1', why: 'x' }, '-1 is no price.'],
      [{ fiat: 'UAH', day: '2026-01-01', value: '41', why: 'a\u202eb' }, 'A reason has no control characters.'],
    ] as const,
    async ([wanted, why]) => {
      await expect(running.server.operator.correctFixing(wanted)).rejects.toThrow(why)
    },
  ))
