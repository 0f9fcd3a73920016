import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aSnapshot } from './testing/a-snapshot.js'
import { liveAccount, noChange, type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'

const minute = 60_000

let receiver: Receiver
let hooks: OpenWebhooks
beforeEach(async () => {
  receiver = await startReceiver()
  hooks = await openWebhooks({ startMs: Date.parse('2026-11-21T20:00:00Z') })
})
afterEach(async () => {
  await hooks.stop()
  await receiver.close()
  hooks.remove()
})

const nights = { quiet_hours: '23:00-08:00', tz: 'Europe/Kyiv' }
const bodies = () => receiver.deliveries.map(({ body }) => JSON.parse(body))
const passTo = (moment: string) => hooks.pass(Date.parse(moment) - hooks.clock.wallMs())
/** Prices that were published at a moment. */
async function priceAt(moment: string, buy: number, sell = buy * 0.998) {
  await passTo(moment)
  await hooks.price(buy, sell)
}
async function restart() {
  const startMs = hooks.clock.wallMs()
  await hooks.stop()
  hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs })
}

describe('in quiet hours nothing is sent, and after them', () => {
  test('the newest data follow if they still reach the threshold, also after a restart', async () => {
    await hooks.create({ url: receiver.url, ...nights })
    await priceAt('2026-11-21T20:55:00Z', 42)
    await priceAt('2026-11-21T21:00:00Z', 40.9)
    await priceAt('2026-11-22T00:00:00Z', 42)
    await priceAt('2026-11-22T01:00:00Z', 40.7)
    await restart()
    await priceAt('2026-11-22T05:59:00Z', 40.6)
    expect(receiver.deliveries).toEqual([])
    await priceAt('2026-11-22T06:00:00Z', 40.5)
    await priceAt('2026-11-22T06:05:00Z', 40.4)
    expect(bodies()).toMatchObject([
      {
        created_at: '2026-11-22T06:00:00.000Z',
        data: { value: 40.5, previous_value: 40.6, updated_at: '2026-11-22T06:00:00.000Z', best: { price: 40.5 } },
      },
    ])
    expect(bodies()[0].data).not.toHaveProperty('after_quiet_hours')
  })

  test('the newest crossing follows if the price has moved back, with the time and price of now', async () => {
    await hooks.create({ url: receiver.url, ...nights })
    await priceAt('2026-11-21T22:00:00Z', 40.9)
    await priceAt('2026-11-21T23:00:00Z', 42)
    await priceAt('2026-11-22T01:00:00Z', 40.7)
    await priceAt('2026-11-22T02:00:00Z', 42)
    await priceAt('2026-11-22T06:01:00Z', 41.5)
    await priceAt('2026-11-22T06:06:00Z', 41.5)
    expect(bodies()).toMatchObject([
      {
        created_at: '2026-11-22T06:01:00.000Z',
        data: {
          value: 40.7,
          updated_at: '2026-11-22T01:00:00.000Z',
          after_quiet_hours: { value: 41.5, updated_at: '2026-11-22T06:01:00.000Z' },
        },
      },
    ])
    await priceAt('2026-11-22T06:30:00Z', 40.8)
    expect(bodies()[1]).toMatchObject({ data: { value: 40.8 } })
  })

  test('a route that no longer exists follows without a current value', async () => {
    await hooks.create({ url: receiver.url, ...nights, event: 'spread', threshold: 0.5, amount: 50_000 })
    await priceAt('2026-11-21T22:00:00Z', 41, 41.3)
    await priceAt('2026-11-22T06:00:00Z', 41, 40)
    expect(bodies()).toMatchObject([
      { event: 'spread', data: { after_quiet_hours: { value: null }, route: { buy_price: 41 } } },
    ])
  })

  test('doubtful data are waited for', async () => {
    await hooks.create({ url: receiver.url, ...nights })
    await priceAt('2026-11-21T22:00:00Z', 40.9)
    await passTo('2026-11-22T06:00:00Z')
    const doubtful = { buy: 40.9, sell: 40.8, exchanges: ['binance'], ads: 1 }
    hooks.room.onSnapshot(aSnapshot({ ...doubtful, nowMs: hooks.clock.wallMs() }))
    await hooks.settle()
    expect(receiver.deliveries).toEqual([])
    await priceAt('2026-11-22T06:05:00Z', 40.9)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('without a crossing nothing follows', async () => {
    await hooks.create({ url: receiver.url, ...nights })
    await priceAt('2026-11-21T20:30:00Z', 40.9)
    await priceAt('2026-11-21T22:00:00Z', 40.8)
    await priceAt('2026-11-22T06:00:00Z', 40.7)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('a delivery that was to be retried in them follows once, with newer data', async () => {
    receiver.scriptReplies({ status: 503 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url, ...nights })
    await priceAt('2026-11-21T20:59:58Z', 40.9)
    await passTo('2026-11-22T05:00:00Z')
    expect(receiver.deliveries).toHaveLength(1)
    expect(await hooks.operations.deliveries('acc_one', webhook.id)).toMatchObject([{ state: 'superseded' }])
    await restart()
    await priceAt('2026-11-22T06:00:00Z', 40.8)
    expect(bodies().map(({ data }) => data.value)).toEqual([40.9, 40.8])
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2)
  })

  test('a test message is sent all the same', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, ...nights })
    await passTo('2026-11-21T22:00:00Z')
    await hooks.operations.test('acc_one', webhook.id, 'ping')
    await hooks.settle()
    expect(bodies()).toMatchObject([{ event: 'ping' }])
  })

  test('another threshold or a disabled webhook forgets the crossing', async () => {
    const changes = [{ threshold: 39 }, { enabled: false }]
    for (const change of changes) {
      const { webhook } = await hooks.create({ url: receiver.url, ...nights })
      await priceAt('2026-11-21T22:00:00Z', 40.9)
      await hooks.operations.update(liveAccount(), webhook.id, { ...noChange, ...change })
      if ('enabled' in change) await hooks.operations.update(liveAccount(), webhook.id, { ...noChange, enabled: true })
    }
    await priceAt('2026-11-22T06:00:00Z', 42)
    expect(receiver.deliveries).toEqual([])
  })
})

describe('a digest', () => {
  const daily = { digest_time: '08:00', tz: 'Europe/Kyiv', threshold: 1 }

  test('is sent once a day, with the prices of both sides, their change and their confidence', async () => {
    await hooks.create({ url: receiver.url, ...daily })
    await priceAt('2026-11-22T05:59:00Z', 41)
    expect(receiver.deliveries).toEqual([])
    await priceAt('2026-11-22T06:01:00Z', 42, 41)
    await priceAt('2026-11-22T06:06:00Z', 42, 41)
    await restart()
    await priceAt('2026-11-22T23:00:00Z', 42, 41)
    expect(bodies()).toEqual([
      {
        event: 'digest',
        data: {
          webhook_id: expect.any(String),
          fiat: 'UAH',
          buy: expect.objectContaining({ price: 42, exchange: 'binance', day_ago: 40, change_pct: 5 }),
          sell: expect.objectContaining({ price: 41, confidence: 'medium', day_ago: null, change_pct: null }),
          updated_at: '2026-11-22T06:01:00.000Z',
        },
        id: expect.stringMatching(/^dl_/),
        created_at: '2026-11-22T06:01:00.000Z',
      },
    ])
    await priceAt('2026-11-23T06:00:00Z', 42)
    expect(receiver.deliveries).toHaveLength(2)
  })

  test('that a stopped server missed is sent once, and not for each missed day', async () => {
    await hooks.create({ url: receiver.url, ...daily })
    hooks.vanish()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs: Date.parse('2026-11-25T07:00:00Z') })
    await hooks.price(42)
    await hooks.price(42)
    expect(bodies()).toMatchObject([{ event: 'digest', created_at: '2026-11-25T07:00:00.000Z' }])
  })

  test('of an hour that the clock repeats is sent once', async () => {
    await hooks.stop()
    hooks.remove()
    hooks = await openWebhooks({ startMs: Date.parse('2026-10-24T20:00:00Z') })
    await hooks.create({ url: receiver.url, ...daily, digest_time: '03:30' })
    for (const moment of ['2026-10-25T00:30:00Z', '2026-10-25T01:05:00Z', '2026-10-25T01:31:00Z'])
      await priceAt(moment, 42)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('due in quiet hours is sent after them, also across midnight', async () => {
    await hooks.create({ url: receiver.url, ...nights, digest_time: '23:30', threshold: 1 })
    for (const moment of ['2026-11-21T21:30:00Z', '2026-11-21T22:30:00Z', '2026-11-22T05:59:00Z'])
      await priceAt(moment, 42)
    expect(receiver.deliveries).toEqual([])
    await priceAt('2026-11-22T06:00:00Z', 42)
    await priceAt('2026-11-22T20:00:00Z', 42)
    expect(bodies()).toMatchObject([{ event: 'digest' }])
  })

  test('that was to be retried in quiet hours is made of newer data', async () => {
    receiver.scriptReplies({ status: 503 }, { status: 200 })
    await hooks.create({ url: receiver.url, ...nights, digest_time: '22:59', threshold: 1 })
    await priceAt('2026-11-21T20:59:57Z', 42)
    await priceAt('2026-11-22T01:00:00Z', 42.1)
    await priceAt('2026-11-22T06:00:00Z', 42.2)
    expect(bodies().map(({ data }) => data.buy.price)).toEqual([42, 42.2])
  })

  test('does not take the place of an alert that waits for its receiver', async () => {
    receiver.scriptReplies({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }, { status: 200 })
    await hooks.create({ url: receiver.url, ...daily, threshold: 41 })
    await priceAt('2026-11-22T05:55:00Z', 40.9)
    await priceAt('2026-11-22T06:00:00Z', 40.9)
    await hooks.pass(120 * minute)
    expect(bodies().map(({ event }) => event)).toEqual([...Array(5).fill('best_buy'), 'digest'])
  })

  test('begins with the next one after a change of its time, and after the webhook was enabled again', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, ...daily })
    const update = (change: object) => hooks.operations.update(liveAccount(), webhook.id, { ...noChange, ...change })
    await update({ enabled: false })
    await passTo('2026-11-22T07:00:00Z')
    await update({ enabled: true })
    await priceAt('2026-11-22T07:05:00Z', 42)
    expect(receiver.deliveries).toEqual([])
    await update({ digest_time: '09:00' })
    await priceAt('2026-11-22T07:10:00Z', 42)
    expect(receiver.deliveries).toEqual([])
    await update({ digest_time: '09:15' })
    await priceAt('2026-11-22T07:15:00Z', 42)
    expect(receiver.deliveries).toHaveLength(1)
    await update({ digest_time: null })
    await priceAt('2026-11-24T07:15:00Z', 42)
    expect(receiver.deliveries).toHaveLength(1)
  })
})

describe('an expired webhook', () => {
  const expires_at = '2026-11-22T00:00:00Z'
  const get = (id: string) => hooks.operations.get('acc_one', id)

  test('fires no more and sends no digest, and stays listed', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, expires_at, digest_time: '06:00' })
    await priceAt('2026-11-21T23:59:00Z', 42)
    expect(await get(webhook.id)).toMatchObject({ enabled: true })
    await priceAt('2026-11-22T00:00:00Z', 40.9)
    await priceAt('2026-11-22T07:00:00Z', 40.9)
    expect(receiver.deliveries).toEqual([])
    expect(await hooks.operations.list('acc_one')).toMatchObject([{ enabled: false, disabledReason: 'expired' }])
  })

  test('still delivers what happened before: a retry, and a crossing in quiet hours', async () => {
    receiver.scriptReplies({ status: 503 }, { status: 200 })
    await hooks.create({ url: `${receiver.url}/retry`, expires_at })
    await hooks.create({ url: `${receiver.url}/quiet`, expires_at, ...nights })
    await priceAt('2026-11-21T23:59:58Z', 40.9)
    await hooks.pass(minute)
    expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/retry', '/retry'])
    await priceAt('2026-11-22T06:00:00Z', 42)
    expect(bodies()[2]).toMatchObject({ data: { value: 40.9, after_quiet_hours: { value: 42 } } })
    await priceAt('2026-11-22T06:10:00Z', 40.8)
    expect(receiver.deliveries).toHaveLength(3)
  })

  test('comes back with a later expiry, and reacts to the next crossing', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, expires_at })
    await priceAt('2026-11-22T01:00:00Z', 40.9)
    const update = (change: object) => hooks.operations.update(liveAccount(), webhook.id, { ...noChange, ...change })
    await expect(update({ enabled: true })).rejects.toMatchObject({ problem: { param: 'expires_at' } })
    await expect(update({ expires_at })).rejects.toMatchObject({ problem: { param: 'expires_at' } })
    expect(await update({ description: 'Desk' })).toMatchObject({ disabledReason: 'expired' })
    expect(await update({ expires_at: '2026-11-23T00:00:00Z' })).toMatchObject({ enabled: true, disabledReason: null })
    await priceAt('2026-11-22T01:05:00Z', 40.9)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('takes no place in a plan, and makes room for a new one', async () => {
    const pro = liveAccount('acc_one', 'Pro')
    const first = await hooks.create({ url: receiver.url, expires_at }, pro)
    for (let index = 1; index < 5; index++) await hooks.create({ url: receiver.url }, pro)
    await expect(hooks.create({ url: receiver.url }, pro)).rejects.toMatchObject({ problem: { code: 'webhook_limit' } })
    await passTo('2026-11-22T00:00:00Z')
    await restart()
    await hooks.create({ url: receiver.url }, pro)
    const listed = await hooks.operations.list('acc_one')
    expect(listed.map(({ enabled }) => enabled)).toEqual(Array(5).fill(true))
    expect(listed.map(({ id }) => id)).not.toContain(first.webhook.id)
    await expect(hooks.create({ url: receiver.url }, pro)).rejects.toMatchObject({ problem: { code: 'webhook_limit' } })
  })

  test('must expire later than now', async () => {
    const late = hooks.create({ url: receiver.url, expires_at: '2026-11-21T20:00:00Z' })
    await expect(late).rejects.toMatchObject({ problem: { code: 'invalid_parameter', param: 'expires_at' } })
  })
})
