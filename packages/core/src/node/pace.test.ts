import { describe, expect, test } from 'vitest'
import { createPace } from './pace.js'
import { manualPorts } from './testing/manual-ports.js'

const minute = 60_000

describe('requests to one exchange', () => {
  test('start at least the interval apart, however many are asked for at once', async () => {
    const ports = manualPorts()
    const pace = createPace({ minIntervalMs: 500, maxConcurrent: 2 }, ports)
    const starts: number[] = []
    await Promise.all(Array.from({ length: 10 }, () => pace.run(async () => starts.push(ports.elapsedMs()))))
    expect(starts.map((start) => start - 1_000)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500])
  })

  test('are spread by chance beyond the interval, never below it', async () => {
    const ports = manualPorts(0.999)
    const pace = createPace({ minIntervalMs: 500, maxConcurrent: 1 }, ports)
    const starts: number[] = []
    for (let n = 0; n < 3; n++) await pace.run(async () => starts.push(ports.elapsedMs()))
    expect(starts.map((start) => Math.round(start - 1_000))).toEqual([0, 600, 1200])
  })

  test('do not wait when the last one is long ago', async () => {
    const ports = manualPorts()
    const pace = createPace({ minIntervalMs: 500, maxConcurrent: 1 }, ports)
    await pace.run(async () => 'first')
    ports.pass(minute)
    expect(await pace.run(async () => `at ${ports.elapsedMs()}`)).toBe(`at ${1_000 + minute}`)
  })

  test('are never more at once than allowed, also when some fail', async () => {
    const pace = createPace({ minIntervalMs: 0, maxConcurrent: 2 }, manualPorts())
    let running = 0
    let most = 0
    const job = async (fails: boolean) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (fails) throw new Error('a bug')
      return 'done'
    }
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => pace.run(() => job(n % 3 === 0))))
    expect(most).toBe(2)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(8)
  })
})

describe('an exchange that asked for a pause', () => {
  test('is not asked before the pause is over, and the caller learns how long that is', async () => {
    const ports = manualPorts()
    const pace = createPace({ minIntervalMs: 500, maxConcurrent: 2 }, ports)
    pace.backOff(90)
    ports.pass(29_500)
    let asked = 0
    const ask = () => pace.run(async () => ({ asked: ++asked }))
    expect(await ask()).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 61 })
    ports.pass(60_500)
    expect(await ask()).toEqual({ asked: 1 })
  })

  test('is not asked by requests that were already waiting either', async () => {
    const pace = createPace({ minIntervalMs: 500, maxConcurrent: 1 }, manualPorts())
    const first = pace.run(async () => pace.backOff(60))
    const queued = Array.from({ length: 5 }, () => pace.run(async () => 'asked'))
    await first
    for (const outcome of await Promise.all(queued)) expect(outcome).toMatchObject({ kind: 'rate_limited' })
  })

  test('keeps the longest pause it asked for', async () => {
    const pace = createPace({ minIntervalMs: 0, maxConcurrent: 1 }, manualPorts())
    pace.backOff(600)
    pace.backOff(5)
    expect(await pace.run(async () => 'asked')).toMatchObject({ retryAfterSeconds: 600 })
  })
})

test('a caller who gave up while waiting costs the exchange nothing', async () => {
  const caller = new AbortController()
  const ports = manualPorts()
  const pace = createPace({ minIntervalMs: 500, maxConcurrent: 1 }, { ...ports, sleep: async () => caller.abort() })
  await pace.run(async () => 'first')
  let asked = false
  const outcome = await pace.run(async () => {
    asked = true
  }, caller.signal)
  expect(outcome).toMatchObject({ kind: 'timeout', message: expect.stringContaining('gave up') })
  expect(asked).toBe(false)
})
