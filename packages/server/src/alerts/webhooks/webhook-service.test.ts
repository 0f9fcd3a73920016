import type { PlanName } from '@p2p-rates/contract'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { aSnapshot } from './testing/a-snapshot.js'
import { liveAccount, noChange, type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'
import type { WebhookStore } from './webhook-store.js'

const minute = 60_000

let receiver: Receiver
let hooks: OpenWebhooks
beforeEach(async () => {
  receiver = await startReceiver()
  hooks = await openWebhooks()
})
afterEach(async () => {
  await hooks.stop()
  await receiver.close()
  hooks.remove()
})

const bodies = () => receiver.deliveries.map(({ body }) => JSON.parse(body))
const look = async (prices: Omit<Parameters<typeof aSnapshot>[0], 'nowMs'>) => {
  hooks.clock.advance(5 * minute)
  hooks.room.onSnapshot(aSnapshot({ ...prices, nowMs: hooks.clock.wallMs() }))
  await hooks.settle()
}

describe('what a webhook waits for', () => {
  test('best_sell rises to its threshold', async () => {
    await hooks.create({ url: receiver.url, event: 'best_sell', threshold: 40.5 })
    await look({ buy: 41, sell: 40 })
    await look({ buy: 41, sell: 40.5 })
    expect(bodies()).toMatchObject([
      { event: 'best_sell', data: { direction: 'up', value: 40.5, previous_value: 40, best: { price: 40.5 } } },
    ])
  })

  test('spread is the net profit in percent as published, at the amount of the webhook', async () => {
    await hooks.create({ url: receiver.url, event: 'spread', threshold: 0.5, amount: 50_000 })
    await hooks.create({ url: receiver.url, event: 'spread', threshold: 0.5, amount: 1_000 })
    await look({ buy: 41, sell: 41.05 })
    expect(bodies()).toEqual([])
    await look({ buy: 41, sell: 41.3 })
    expect(bodies()).toMatchObject([
      { event: 'spread', data: { amount: 50_000, direction: 'up', route: { buy_price: 41, sell_price: 41.3 } } },
    ])
    const [{ data }] = bodies()
    expect(data.value).toBe(data.route.net_profit_pct)
    expect(data.value).toBeGreaterThanOrEqual(0.5)
    expect(receiver.deliveries[0]?.body.length).toBeLessThan(20_000)
  })

  test('only its own currency, exchange and payment method count', async () => {
    await hooks.create({ url: `${receiver.url}/fiat`, fiat: 'EUR' })
    await hooks.create({ url: `${receiver.url}/exchange`, exchange: 'okx' })
    await hooks.create({ url: `${receiver.url}/method`, payment_method: 'wise' })
    await look({ buy: 40, sell: 39.9, exchanges: ['binance', 'bybit', 'bitget'] })
    expect(receiver.deliveries).toEqual([])
    await look({ buy: 40, sell: 39.9, exchanges: ['binance', 'bybit', 'okx'], paymentMethods: ['Wise', 'Monobank'] })
    const byPath = new Map(receiver.deliveries.map(({ path, body }) => [path, JSON.parse(body)]))
    expect([...byPath.keys()].sort()).toEqual(['/exchange', '/method'])
    expect(byPath.get('/method')).toMatchObject({ data: { payment_method: 'wise' } })
    expect(byPath.get('/exchange').data).not.toHaveProperty('payment_method')
    await look({ buy: 40, sell: 39.9, fiat: 'EUR' })
    expect(receiver.deliveries.at(-1)?.path).toBe('/fiat')
  })
})

test.each([
  [{ isSimulated: true, isReplay: false }, { simulated: true }],
  [{ isSimulated: false, isReplay: true }, { replay: true }],
  [{ isSimulated: false, isReplay: false }, {}],
])('a delivery of %j prices carries the marks %j and no others', async (priceMarks, marks) => {
  await hooks.stop()
  hooks = await openWebhooks({ dataDir: hooks.dataDir, priceMarks })
  await hooks.create({ url: receiver.url })
  await look({ buy: 40.9, sell: 40.8 })
  const [{ data }] = bodies()
  expect(Object.keys(data).filter((name) => ['simulated', 'replay'].includes(name))).toEqual(Object.keys(marks))
  expect(data).toMatchObject(marks)
})

describe('a condition of a webhook', () => {
  test('counts the average price of its amount, and an amount without enough ads as out of reach', async () => {
    await hooks.create({ url: `${receiver.url}/small`, threshold: 41.02, fill_amount: 20_000 })
    await hooks.create({ url: `${receiver.url}/large`, threshold: 41.02, fill_amount: 600_000 })
    await hooks.create({ url: `${receiver.url}/never`, threshold: 41.02, fill_amount: 900_000_000 })
    await look({ buy: 41, sell: 40, exchanges: ['binance', 'bybit'] })
    expect(bodies()).toMatchObject([{ data: { value: 41, fill_amount: 20_000, best: { price: 41 } } }])
    await look({ buy: 40.9, sell: 40, exchanges: ['binance', 'bybit'] })
    expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/small', '/large'])
    const { value } = bodies()[1].data
    expect(value).toBeGreaterThan(40.9)
    expect(value).toBeLessThanOrEqual(41.02)
  })

  test('asks for more confidence than there is: no news, until there is enough', async () => {
    await hooks.create({ url: receiver.url, min_confidence: 'high' })
    await look({ buy: 40.9, sell: 40.8, exchanges: ['binance', 'okx'], ads: 4 })
    expect(receiver.deliveries).toEqual([])
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('has a hold time, and a started hold survives a restart', async () => {
    await hooks.create({ url: receiver.url, hold_seconds: 600 })
    await look({ buy: 40.9, sell: 40.8 })
    await look({ buy: 40.9, sell: 40.8 })
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs: hooks.clock.wallMs() })
    expect(receiver.deliveries).toEqual([])
    await look({ buy: 40.9, sell: 40.8 })
    expect(bodies()).toMatchObject([{ data: { value: 40.9 } }])
  })

  test('that is changed starts again', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, hold_seconds: 600 })
    await look({ buy: 40.9, sell: 40.8 })
    await look({ buy: 40.9, sell: 40.8 })
    await hooks.operations.update(liveAccount(), webhook.id, { ...noChange, hold_seconds: 500 })
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toEqual([])
    await hooks.operations.update(liveAccount(), webhook.id, { ...noChange, hold_seconds: null })
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
  })
})

test('a repeat under the same name returns the webhook as created, without the secret, and creates one', async () => {
  const make = () => hooks.create({ url: receiver.url, description: 'mine' }, liveAccount(), 'the same')
  const { webhook, secret } = await make()
  const { sealedSecret: _, ...first } = webhook
  expect(secret).not.toBeNull()
  await look({ buy: 40.9, sell: 40.8 })
  expect(receiver.deliveries).toHaveLength(1)
  expect(await make()).toMatchObject({ webhook: first, secret: null })
  expect(await hooks.operations.list('acc_one')).toMatchObject([{ lastDelivery: { status: 200 } }])
})

describe('data that say nothing change nothing', () => {
  const after = async (doubtful: Omit<Parameters<typeof aSnapshot>[0], 'nowMs'>) => {
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
    await look(doubtful)
    await look({ buy: 40.9, sell: 40.8 })
    return receiver.deliveries.length
  }

  test('neither when the confidence is low', async () => {
    await hooks.create({ url: receiver.url })
    expect(await after({ buy: 43, sell: 42.9, exchanges: ['binance'], ads: 1 })).toBe(1)
  })

  test('nor when the exchange of the webhook is missing', async () => {
    await hooks.create({ url: receiver.url, exchange: 'okx' })
    expect(await after({ buy: 43, sell: 42.9, exchanges: ['binance', 'bybit', 'bitget', 'mexc'] })).toBe(1)
  })

  test('nor when a spread with a missing exchange cannot be known', async () => {
    await hooks.create({ url: receiver.url, event: 'spread', threshold: 0.3, amount: 50_000, exchange: 'okx' })
    await look({ buy: 41, sell: 41.3 })
    await look({ buy: 41, sell: 40, exchanges: ['binance', 'bybit', 'bitget', 'mexc'] })
    await look({ buy: 41, sell: 41.3 })
    expect(receiver.deliveries).toHaveLength(1)
    await look({ buy: 41, sell: 40 })
    await look({ buy: 41, sell: 41.3 })
    expect(receiver.deliveries).toHaveLength(2)
  })

  test('but data that are sound re-arm it', async () => {
    await hooks.create({ url: receiver.url })
    expect(await after({ buy: 43, sell: 42.9 })).toBe(2)
  })

  test('and its state survives a restart', async () => {
    await hooks.create({ url: receiver.url })
    await look({ buy: 40.9, sell: 40.8 })
    const startMs = hooks.clock.wallMs()
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs })
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('and so does the value before the one that fires', async () => {
    await hooks.create({ url: receiver.url, event: 'best_sell', threshold: 40.5 })
    await look({ buy: 41, sell: 40.1 })
    const startMs = hooks.clock.wallMs()
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs })
    await look({ buy: 41, sell: 40.6 })
    expect(bodies()).toMatchObject([{ data: { value: 40.6, previous_value: 40.1 } }])
  })

  test('and a disk that cannot take the last values keeps nothing from firing', async () => {
    const full = () => Promise.reject(new StorageUnavailableError('full'))
    await hooks.stop()
    const wrapStore = (store: WebhookStore): WebhookStore => ({ ...store, saveLastValues: full })
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs: hooks.clock.wallMs(), wrapStore })
    await hooks.create({ url: receiver.url, event: 'best_sell', threshold: 40.5 })
    await look({ buy: 41, sell: 40.1 })
    await look({ buy: 41, sell: 40.6 })
    expect(bodies()).toMatchObject([{ data: { value: 40.6, previous_value: 40.1 } }])
  })
})

describe('a change', () => {
  test('of the threshold starts again, of any other field does not', async () => {
    const { webhook } = await hooks.create({ url: receiver.url, description: 'one' })
    await look({ buy: 40.9, sell: 40.8 })
    await hooks.operations.update(liveAccount(), webhook.id, {
      ...noChange,
      description: 'two',
      url: `${receiver.url}/two`,
    })
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
    const changed = await hooks.operations.update(liveAccount(), webhook.id, { ...noChange, threshold: 40.95 })
    expect(changed).toMatchObject({ threshold: 40.95, description: 'two' })
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/', '/two'])
  })

  test('that cannot be is refused: a price of nothing, an address that is not allowed, a foreign webhook', async () => {
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, allowPrivate: false })
    const { webhook } = await hooks.create({ url: 'https://hooks.example.com/' })
    const change = (facts: object, account = liveAccount()) =>
      hooks.operations.update(account, webhook.id, { ...noChange, ...facts })
    await expect(change({ threshold: 0 })).rejects.toMatchObject({ problem: { code: 'invalid_parameter' } })
    await expect(change({ url: 'https://10.0.0.1/' })).rejects.toMatchObject({
      problem: { code: 'invalid_webhook_url' },
    })
    await expect(change({ threshold: 40 }, liveAccount('acc_two'))).rejects.toMatchObject({
      problem: { code: 'not_found' },
    })
    await expect(hooks.operations.delete('acc_two', webhook.id)).rejects.toMatchObject({
      problem: { code: 'not_found' },
    })
    expect(await hooks.operations.get('acc_one', webhook.id)).toMatchObject({ threshold: 41 })
  })
})

test('webhooks of an account that was deleted in the moment in which the process ended are gone after it', async () => {
  await hooks.create({ url: receiver.url }, liveAccount('acc_gone'))
  const { webhook } = await hooks.create({ url: receiver.url })
  await hooks.keys.deleteAccount('acc_gone', 1)
  await hooks.stop()
  hooks = await openWebhooks({ dataDir: hooks.dataDir })
  expect(await hooks.store.owners()).toEqual(['acc_one'])
  expect(await hooks.store.list('acc_one')).toMatchObject([{ id: webhook.id }])
})

describe('plans', () => {
  const record = (plan: PlanName) => ({ id: 'acc_one', name: 'One', plan, createdAtMs: 0 })
  const setPlan = async (plan: 'Free' | 'Pro' | 'Business') => {
    await hooks.keys.setPlan('acc_one', plan)
    await hooks.room.planChanged(record(plan))
  }
  const states = async () =>
    (await hooks.operations.list('acc_one')).map(({ enabled, disabledReason }) => (enabled ? 'on' : disabledReason))
  const createMany = async (count: number) => {
    await hooks.keys.saveAccount(record('Business'))
    for (let index = 0; index < count; index++) await hooks.create({ url: receiver.url })
    return hooks.operations.list('acc_one')
  }
  const enable = (id: string | undefined, enabled: boolean, plan: 'Pro' | 'Business' = 'Pro') =>
    hooks.operations.update(liveAccount('acc_one', plan), id ?? '', {
      url: undefined,
      threshold: undefined,
      amount: undefined,
      description: undefined,
      enabled,
    })

  test('a plan has a fixed number of webhooks and no more', async () => {
    await createMany(5)
    await expect(hooks.create({ url: receiver.url }, liveAccount('acc_one', 'Pro'))).rejects.toMatchObject({
      problem: { code: 'webhook_limit' },
    })
  })

  test('a lower plan disables the newest too many, a higher one brings them back', async () => {
    await createMany(7)
    await setPlan('Pro')
    expect(await states()).toEqual(['on', 'on', 'on', 'on', 'on', 'plan', 'plan'])
    await setPlan('Free')
    expect(new Set(await states())).toEqual(new Set(['plan']))
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toEqual([])
    await setPlan('Business')
    expect(new Set(await states())).toEqual(new Set(['on']))
  })

  test('what its owner disabled takes no place and does not come back', async () => {
    const all = await createMany(7)
    for (const { id } of all.slice(0, 3)) await enable(id, false, 'Business')
    await setPlan('Pro')
    expect(await states()).toEqual(['user', 'user', 'user', 'on', 'on', 'on', 'on'])
    await setPlan('Free')
    await enable(all[3]?.id, false)
    await setPlan('Business')
    expect(await states()).toEqual(['user', 'user', 'user', 'user', 'on', 'on', 'on'])
  })

  test('enabling one by hand does not go beyond the plan', async () => {
    const all = await createMany(6)
    await setPlan('Pro')
    await expect(enable(all[5]?.id, true)).rejects.toMatchObject({ problem: { code: 'webhook_limit' } })
    await enable(all[0]?.id, false)
    await enable(all[5]?.id, true)
    expect(await states()).toEqual(['user', 'on', 'on', 'on', 'on', 'on'])
  })

  test('a lower plan cancels what waits', async () => {
    receiver.scriptReplies({ status: 500 })
    const [webhook] = await createMany(1)
    await look({ buy: 40.9, sell: 40.8 })
    await setPlan('Free')
    await hooks.pass(100 * 60 * minute)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await hooks.operations.deliveries('acc_one', webhook?.id ?? '')).toMatchObject([{ state: 'cancelled' }])
  })

  test('a plan that was changed in the moment in which the process ended takes effect at the next start', async () => {
    await createMany(2)
    await hooks.keys.setPlan('acc_one', 'Free')
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir })
    expect(await states()).toEqual(['plan', 'plan'])
  })
})

describe('a full disk', () => {
  let full = false
  const fullDisk = async () => {
    await hooks.stop()
    full = false
    const unlessFull =
      <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (full) throw new StorageUnavailableError('full')
        return write(...args)
      }
    hooks = await openWebhooks({
      dataDir: hooks.dataDir,
      wrapStore: (store) => ({
        ...store,
        create: unlessFull(store.create),
        save: unlessFull(store.save),
        delete: unlessFull(store.delete),
        change: (accountId, decide) => unlessFull(() => store.change(accountId, decide))(),
        settle: (claim, decide) => unlessFull(() => store.settle(claim, decide))(),
      }),
    })
  }

  test('refuses every change and leaves nothing half done', async () => {
    await fullDisk()
    const { webhook } = await hooks.create({ url: receiver.url })
    full = true
    for (const change of [
      () => hooks.create({ url: receiver.url }),
      () => hooks.operations.update(liveAccount(), webhook.id, { ...noChange, enabled: false }),
      () => hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'op'),
      () => hooks.operations.test('acc_one', webhook.id, 'op'),
      () => hooks.operations.delete('acc_one', webhook.id),
    ])
      await expect(change()).rejects.toThrow(StorageUnavailableError)
    await hooks.settle()
    expect(receiver.deliveries).toEqual([])
    full = false
    expect(await hooks.operations.list('acc_one')).toMatchObject([{ enabled: true, rotationId: null }])
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('puts a firing off until it can be written down', async () => {
    await fullDisk()
    await hooks.create({ url: receiver.url })
    full = true
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toEqual([])
    full = false
    await look({ buy: 40.9, sell: 40.8 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('pauses a webhook whose outcome is not stored, and stores it at the latest at the end', async () => {
    await fullDisk()
    receiver.scriptReplies({ status: 500, delayMs: 50 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    full = true
    await hooks.settle()
    await hooks.pass(10_000)
    expect(receiver.deliveries).toHaveLength(1)
    full = false
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs: hooks.clock.wallMs() })
    expect(await hooks.operations.get('acc_one', webhook.id)).toMatchObject({ consecutiveFailures: 1 })
    await hooks.settle()
    expect(receiver.deliveries).toHaveLength(1)
    await hooks.pass(5_000)
    expect(receiver.deliveries).toHaveLength(2)
    expect(await hooks.operations.get('acc_one', webhook.id)).toMatchObject({ consecutiveFailures: 0 })
    expect(await hooks.operations.deliveries('acc_one', webhook.id)).toMatchObject([
      { state: 'delivered', attempts: 2 },
    ])
  })

  test('sends due deliveries as soon as there is room', async () => {
    await fullDisk()
    receiver.scriptReplies({ status: 500, delayMs: 50 }, { status: 200 })
    await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    full = true
    await hooks.pass(10_000)
    full = false
    await hooks.pass(1_000)
    await hooks.pass(5_000)
    expect(receiver.deliveries).toHaveLength(2)
  })
})
