import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPostToReceiver, type PostOutcome } from './post-to-receiver.js'
import { liveAccount, type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'

const minute = 60_000
const hour = 60 * minute

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

const fire = async (on = hooks) => {
  await on.price(40.9)
  await on.price(42)
}
const idsReceived = (from = receiver) => from.deliveries.map(({ headers }) => headers.get('x-service-delivery'))
const attemptsReceived = () => receiver.deliveries.map(({ headers }) => Number(headers.get('x-service-attempt')))
const logOf = async (id: string, on = hooks) => {
  const log = await on.operations.deliveries('acc_one', id)
  return log.toReversed()
}
const get = (id: string, on = hooks) => on.operations.get('acc_one', id)

test('an event is sent at once, with its kind, its id and both time stamps', async () => {
  const { webhook } = await hooks.create({ url: `${receiver.url}/hook?a=b`, threshold: 41 })
  await hooks.price(42)
  expect(receiver.deliveries).toEqual([])
  await hooks.price(40.9)
  const [delivery] = receiver.deliveries
  expect(delivery).toMatchObject({ method: 'POST', path: '/hook?a=b' })
  const body = JSON.parse(delivery?.body ?? '')
  expect(body).toEqual({
    event: 'best_buy',
    data: {
      webhook_id: webhook.id,
      fiat: 'UAH',
      threshold: 41,
      direction: 'down',
      value: 40.9,
      previous_value: 42,
      updated_at: new Date(hooks.clock.wallMs()).toISOString(),
      best: { price: 40.9, exchange: 'binance' },
    },
    id: expect.stringMatching(/^dl_\w{22}$/),
    created_at: new Date(hooks.clock.wallMs()).toISOString(),
  })
  const seconds = String(Math.floor(hooks.clock.wallMs() / 1000))
  expect(Object.fromEntries(delivery?.headers ?? [])).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'best_buy',
    'x-service-timestamp': seconds,
    'x-service-delivery': body.id,
    'x-service-attempt': '1',
    'webhook-id': body.id,
    'webhook-timestamp': seconds,
  })
  expect(await get(webhook.id)).toMatchObject({ lastDelivery: { status: 200, atMs: hooks.clock.wallMs() } })
})

test('a receiver that fails is asked ten times over 73 hours and then disabled', async () => {
  receiver.scriptReplies({ status: 500 })
  const { webhook } = await hooks.create({ url: receiver.url })
  const startMs = hooks.clock.wallMs()
  const at: number[] = []
  await fire()
  for (let step = 0; step < 10; step++) {
    at.push(Number(receiver.deliveries.at(-1)?.headers.get('x-service-timestamp')) - Math.floor(startMs / 1000))
    const next = (await logOf(webhook.id))[0]?.nextAttemptAtMs ?? null
    expect(receiver.deliveries).toHaveLength(step + 1)
    if (next === null) break
    await hooks.pass(next - hooks.clock.wallMs() - 1)
    expect(receiver.deliveries).toHaveLength(step + 1)
    await hooks.pass(1)
  }
  expect(at).toEqual([0, 5, 35, 155, 755, 4_355, 18_755, 54_755, 141_155, 263_555])
  expect(attemptsReceived()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(new Set(idsReceived()).size).toBe(1)
  expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1)
  expect(new Set(receiver.deliveries.map(({ headers }) => headers.get('x-service-signature'))).size).toBe(10)
  expect(await get(webhook.id)).toMatchObject({
    enabled: false,
    disabledReason: 'failures',
    consecutiveFailures: 10,
    lastDelivery: { status: 500 },
  })
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'exhausted', attempts: 10, nextAttemptAtMs: null }])
  await hooks.pass(100 * hour)
  await fire()
  expect(receiver.deliveries).toHaveLength(10)
  expect(hooks.pending()).toBe(0)
})

test('while a receiver fails the next slot carries the newest event, and the older ones are superseded', async () => {
  receiver.scriptReplies({ status: 503 }, { status: 503 }, { status: 200 })
  const { webhook } = await hooks.create({ url: receiver.url })
  await fire()
  await hooks.pass(5_000)
  expect(receiver.deliveries).toHaveLength(2)
  // The third slot is 30 s away; two more events come up in the meantime, none of which may use a slot of its own.
  expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 2 })
  await hooks.pass(29_000)
  expect(receiver.deliveries).toHaveLength(2)
  hooks.clock.setWall(hooks.clock.wallMs() + 300_000)
  await fire()
  hooks.clock.setWall(hooks.clock.wallMs() + 300_000)
  await fire()
  expect(receiver.deliveries).toHaveLength(2)
  await hooks.pass(1_000)
  expect(receiver.deliveries).toHaveLength(3)
  const log = await logOf(webhook.id)
  expect(log.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['superseded', 2],
    ['superseded', 0],
    ['delivered', 1],
  ])
  expect(idsReceived()).toEqual([log[0]?.id, log[0]?.id, log[2]?.id])
  expect(await get(webhook.id)).toMatchObject({ enabled: true, consecutiveFailures: 0 })
})

test('a success ends a run of failures, and the next one starts from the front of the schedule', async () => {
  receiver.scriptReplies({ status: 500 }, { status: 500 }, { status: 204 }, { status: 500 }, { status: 200 })
  const { webhook } = await hooks.create({ url: receiver.url })
  await fire()
  await hooks.pass(35_000)
  expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 0, lastDelivery: { status: 204 } })
  await hooks.pass(5 * minute)
  await fire()
  expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1 })
  await hooks.pass(5_000)
  expect((await logOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('410 disables at once', async () => {
  receiver.scriptReplies({ status: 410 })
  const { webhook } = await hooks.create({ url: receiver.url })
  await fire()
  expect(await get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'gone', consecutiveFailures: 1 })
  await hooks.pass(hour)
  expect(receiver.deliveries).toHaveLength(1)
})

test.each([
  ['3600', hour],
  ['2', 5_000],
  ['999999', 24 * hour],
])('Retry-After: %s puts the next attempt off', async (seconds, expected) => {
  receiver.scriptReplies({ status: 503, headers: { 'Retry-After': seconds } }, { status: 200 })
  await hooks.create({ url: receiver.url })
  await fire()
  await hooks.pass(expected - 1)
  expect(receiver.deliveries).toHaveLength(1)
  await hooks.pass(1)
  expect(receiver.deliveries).toHaveLength(2)
})

test.each([301, 302, 303, 307, 308])('a redirect %d is a failure and leads nowhere', async (status) => {
  const trap = await startReceiver()
  receiver.scriptReplies({ status, headers: { Location: `${trap.url}/trap` } })
  const { webhook } = await hooks.create({ url: receiver.url })
  await fire()
  expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1, lastDelivery: { status } })
  expect(trap.deliveries).toEqual([])
  await trap.close()
})

test.each([
  ['reset', 'network'],
  ['hang', 'timeout'],
] as const)('%s is a failure without a status', async (reaction, fault) => {
  receiver.scriptReplies(reaction, { status: 200 })
  const { webhook } = await hooks.create({ url: receiver.url })
  await fire()
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'pending', lastStatus: null, lastFault: fault, attempts: 1 }])
  expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1, lastDelivery: { status: null } })
  await hooks.pass(5_000)
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', lastStatus: 200, lastFault: null }])
})

test('events of one webhook arrive one at a time and in order', async () => {
  await hooks.stop()
  let active = 0
  let most = 0
  const order: string[] = []
  const gate = aGate()
  hooks = await openWebhooks({
    dataDir: hooks.dataDir,
    post: async (_url, headers) => {
      active += 1
      most = Math.max(most, active)
      await gate.opened
      order.push(headers['X-Service-Delivery'] ?? '')
      active -= 1
      return { status: 200, fault: null, retryAfter: null }
    },
  })
  const { webhook } = await hooks.create({ url: 'http://one.test/' })
  for (let round = 0; round < 6; round++) {
    hooks.clock.advance(5 * minute)
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    hooks.room.onSnapshot(hooks.snapshot(42))
    await hooks.room.settled()
  }
  expect(order).toEqual([])
  gate.open()
  await hooks.settle()
  expect(most).toBe(1)
  expect(order).toHaveLength(6)
  expect(order).toEqual((await logOf(webhook.id)).map(({ id }) => id))
})

test('sixteen receivers are served side by side, two webhooks of one host at most', async () => {
  await hooks.stop()
  const active = new Map<string, number>()
  let mostOfHost = 0
  let most = 0
  const gate = aGate()
  hooks = await openWebhooks({
    dataDir: hooks.dataDir,
    post: async ({ hostname }) => {
      active.set(hostname, (active.get(hostname) ?? 0) + 1)
      mostOfHost = Math.max(mostOfHost, active.get(hostname) ?? 0)
      most = Math.max(
        most,
        [...active.values()].reduce((sum, one) => sum + one, 0),
      )
      await gate.opened
      active.set(hostname, (active.get(hostname) ?? 1) - 1)
      return { status: 200, fault: null, retryAfter: null }
    },
  })
  for (let index = 0; index < 60; index++)
    await hooks.create({ url: `http://host-${index % 12}.test:${3_000 + index}/` }, liveAccount(`acc_${index % 20}`))
  hooks.room.onSnapshot(hooks.snapshot(40.9))
  // Evaluated, then claimed.
  await hooks.room.settled()
  await hooks.room.settled()
  expect([most, mostOfHost]).toEqual([16, 2])
  gate.open()
  await hooks.settle()
  expect([most, mostOfHost]).toEqual([16, 2])
  expect(hooks.attempts).toHaveLength(60)
})

describe('what a person does', () => {
  test('disabling cancels waiting deliveries, also one in flight that fails', async () => {
    receiver.scriptReplies({ status: 500, delayMs: 60 })
    const { webhook } = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled: false })
    await hooks.settle()
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'cancelled', attempts: 1, lastStatus: 500 }])
    expect(await get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'user', consecutiveFailures: 0 })
    expect(await hooks.store.pending()).toEqual([])
    await hooks.pass(100 * hour)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('a delivery in flight when its webhook was disabled counts as delivered if it arrived', async () => {
    receiver.scriptReplies({ status: 200, delayMs: 60 })
    const { webhook } = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled: false })
    await hooks.settle()
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered' }])
    expect(await get(webhook.id)).toMatchObject({ enabled: false, lastDelivery: { status: 200 } })
  })

  test('disabling and enabling again while an attempt is on its way brings nothing old back', async () => {
    receiver.scriptReplies({ status: 500, delayMs: 60 })
    const { webhook } = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    for (const enabled of [false, true])
      await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled })
    await hooks.settle()
    await hooks.pass(hour)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await get(webhook.id)).toMatchObject({ enabled: true, consecutiveFailures: 0 })
  })

  test('enabling again zeroes the counter, queues nothing old and fires on current data', async () => {
    receiver.scriptReplies({ status: 410 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.pass(hour)
    const enabled = await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled: true })
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, consecutiveFailures: 0 })
    await hooks.pass(hour)
    expect(receiver.deliveries).toHaveLength(1)
    await hooks.price(40.9)
    expect((await logOf(webhook.id)).map(({ state }) => state)).toEqual(['exhausted', 'delivered'])
  })

  test('enabling an enabled webhook resets its failures and sends waiting deliveries', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 500 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.pass(5_000)
    await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled: true })
    await hooks.settle()
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  test('a deleted webhook gets nothing more, not even earlier manual sends', async () => {
    receiver.scriptReplies({ status: 500 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.operations.delete('acc_one', webhook.id)
    await hooks.pass(100 * hour)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await hooks.store.pending()).toEqual([])
    expect(hooks.pending()).toBe(0)
  })

  test('a ping is sent once, also to a disabled webhook, and neither counts nor waits', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 500 }, { status: 200 }, { status: 410 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.operations.test('acc_one', webhook.id, 'one')
    await hooks.settle()
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1, lastDelivery: { status: 500 } })
    const ping = await hooks.operations.test('acc_one', webhook.id, 'two')
    expect(ping).toMatchObject({ state: 'pending', event: 'ping' })
    await hooks.settle()
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1, lastDelivery: { status: 200 } })
    await hooks.operations.update(liveAccount(), webhook.id, { ...nothing, enabled: false })
    await hooks.operations.test('acc_one', webhook.id, 'three')
    await hooks.settle()
    expect(await get(webhook.id)).toMatchObject({ disabledReason: 'user', lastDelivery: { status: 410 } })
    expect((await logOf(webhook.id)).map(({ event, state }) => [event, state])).toEqual([
      ['best_buy', 'cancelled'],
      ['ping', 'exhausted'],
      ['ping', 'delivered'],
      ['ping', 'exhausted'],
    ])
    expect(JSON.parse(receiver.deliveries[1]?.body ?? '')).toMatchObject({
      event: 'ping',
      data: { webhook_id: webhook.id },
    })
  })

  test('the same ping asked for twice under one name is sent once', async () => {
    const { webhook } = await hooks.create({ url: receiver.url })
    const first = await hooks.operations.test('acc_one', webhook.id, 'same')
    await hooks.settle()
    const again = await hooks.operations.test('acc_one', webhook.id, 'same')
    await hooks.settle()
    expect([again.id, again.state]).toEqual([first.id, 'delivered'])
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('resending sends the same id and bytes, freshly stamped; its failure does not count, its success does', async () => {
    receiver.scriptReplies({ status: 200 }, { status: 500 }, { status: 500 }, { status: 200 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.pass(10 * minute)
    const [first] = await logOf(webhook.id)
    await fire()
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1 })
    await hooks.operations.resend('acc_one', webhook.id, first?.id ?? '')
    await hooks.settle()
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 1 })
    await hooks.operations.resend('acc_one', webhook.id, first?.id ?? '')
    await hooks.settle()
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 0 })
    expect((await logOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    const [original, , , again] = receiver.deliveries
    expect(again?.body).toBe(original?.body)
    expect(again?.headers.get('webhook-id')).toBe(original?.headers.get('webhook-id'))
    expect(Number(again?.headers.get('webhook-timestamp'))).toBe(
      Number(original?.headers.get('webhook-timestamp')) + 600,
    )
  })

  test('resending a delivery that waits for its next attempt tries it at once, and never again after a success', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    const [delivery] = await logOf(webhook.id)
    await hooks.operations.resend('acc_one', webhook.id, delivery?.id ?? '')
    await hooks.settle()
    expect(receiver.deliveries).toHaveLength(2)
    expect((await logOf(webhook.id)).map(({ id, state }) => [id, state])).toEqual([[delivery?.id, 'delivered']])
    await hooks.pass(10 * minute)
    expect(receiver.deliveries).toHaveLength(2)
  })
})

describe('the end of the process', () => {
  test('waits for attempts under way, starts none and leaves no timer', async () => {
    receiver.scriptReplies({ status: 200, delayMs: 100 }, { status: 500 })
    const first = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await receiver.waitForDeliveries(1)
    await hooks.room.stop()
    expect(await logOf(first.webhook.id)).toMatchObject([{ state: 'delivered' }])
    expect(hooks.pending()).toBe(0)
    await hooks.operations.test('acc_one', first.webhook.id, 'late')
    await hooks.settle()
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('a waiting event goes on where it was, at the moment it was meant for', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 500 }, { status: 500 }, { status: 200 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await fire()
    await hooks.pass(35_000)
    const atMs = hooks.clock.wallMs()
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs: atMs + minute })
    await hooks.pass(minute - 1)
    expect(receiver.deliveries).toHaveLength(3)
    await hooks.pass(1)
    expect(attemptsReceived()).toEqual([1, 2, 3, 4])
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 4 }])
  })

  test('a wall clock set back a year does not put an attempt off', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 500 }, { status: 200 })
    await hooks.create({ url: receiver.url })
    await fire()
    hooks.clock.setWall(hooks.clock.wallMs() - 365 * 24 * hour)
    await hooks.pass(35_000)
    expect(receiver.deliveries).toHaveLength(3)
  })

  test('a process that vanishes in the middle of an attempt sends the same id again', async () => {
    let answer = (_: PostOutcome) => {}
    await hooks.stop()
    hooks = await openWebhooks({
      dataDir: hooks.dataDir,
      post: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const { webhook } = await hooks.create({ url: receiver.url })
    hooks.room.onSnapshot(hooks.snapshot(40.9))
    await hooks.room.settled()
    const [fired] = await logOf(webhook.id)
    hooks.vanish()
    answer({ status: 200, fault: null, retryAfter: null })
    hooks = await openWebhooks({ dataDir: hooks.dataDir })
    await hooks.settle()
    expect(idsReceived()).toEqual([fired?.id])
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered' }])
  })

  test('a ping that was cut short is not sent later, and its log says so', async () => {
    await hooks.stop()
    hooks = await openWebhooks({ dataDir: hooks.dataDir, post: () => new Promise(() => {}) })
    const { webhook } = await hooks.create({ url: receiver.url })
    await hooks.operations.test('acc_one', webhook.id, 'one')
    hooks.vanish()
    hooks = await openWebhooks({ dataDir: hooks.dataDir })
    await hooks.settle()
    expect(receiver.deliveries).toEqual([])
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'exhausted', lastFault: 'interrupted' }])
  })
})

test('neither sockets nor timers outlive two hundred attempts of every kind', async () => {
  await hooks.stop()
  const post = createPostToReceiver({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allowPrivate: true,
    totalMs: 60,
    connectMs: 50,
  })
  receiver.scriptReplies(
    ...Array.from({ length: 50 }, () => [{ status: 200 }, 'reset', 'hang', { status: 301 }] as const).flat(),
  )
  const before = process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout/.test(kind)).length
  await Promise.all(Array.from({ length: 200 }, () => post(new URL(receiver.url), {}, '{}')))
  await new Promise((resolve) => setTimeout(resolve, 20))
  // The receiver is in this process too and drops its ends when ours are closed.
  const after = process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout/.test(kind)).length
  expect(after).toBeLessThanOrEqual(before + 1)
  hooks = await openWebhooks({ dataDir: hooks.dataDir })
})

const aGate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const nothing = {
  url: undefined,
  threshold: undefined,
  amount: undefined,
  enabled: undefined,
  description: undefined,
}

describe('another process at the same webhooks', () => {
  const beside = async (other: { holds: boolean; takesOver: boolean }) => {
    await hooks.stop()
    hooks = await openWebhooks({
      dataDir: hooks.dataDir,
      wrapStore: (store) => ({
        ...store,
        claim: async (...asked) => (other.holds ? null : store.claim(...asked)),
        settle: async (claim, decide) => (other.takesOver ? null : store.settle(claim, decide)),
      }),
    })
  }

  test('sends its claimed delivery: here it waits for the length of the claim, and goes out if it is still pending', async () => {
    const other = { holds: true, takesOver: false }
    await beside(other)
    const { webhook } = await hooks.create({ url: receiver.url })
    await hooks.price(40.9)
    await hooks.pass(29_000)
    expect(receiver.deliveries).toHaveLength(0)
    other.holds = false
    await hooks.pass(1_000)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  test('has taken a claim over: the result of the attempt here is ignored', async () => {
    const other = { holds: false, takesOver: true }
    await beside(other)
    receiver.scriptReplies({ status: 500 })
    const { webhook } = await hooks.create({ url: receiver.url })
    await hooks.price(40.9)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await get(webhook.id)).toMatchObject({ consecutiveFailures: 0, lastDelivery: null })
    expect(await logOf(webhook.id)).toMatchObject([{ state: 'pending', attempts: 0 }])
  })
})
