import { defaultPlans } from '@p2p-rates/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { PostToReceiver } from './post-to-receiver.js'
import { liveAccount, type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'
import type { WebhookStore } from './webhook-store.js'

const minute = 60_000
const ok = { status: 200, fault: null, retryAfter: null }

let hooks: OpenWebhooks
let posts: { readonly host: string; readonly event: string; readonly webhookId: string; readonly delayMs: number }[]
let names = 0
let isFull = false

/** Names with `tarpit` answer just in time, all others after a moment. */
const post: PostToReceiver = async ({ hostname }, _headers, body) => {
  const { event, created_at, data } = JSON.parse(body)
  const delayMs = hooks.clock.wallMs() - Date.parse(created_at)
  posts.push({ host: hostname, event, webhookId: data.webhook_id, delayMs })
  const takesMs = hostname.includes('tarpit') ? 14_800 : 50
  await new Promise<void>((done) => void hooks.timers.after(takesMs, done))
  return ok
}
const wrapStore = (store: WebhookStore): WebhookStore => ({
  ...store,
  change: (...all) => (isFull ? Promise.reject(new StorageUnavailableError('full')) : store.change(...all)),
})
beforeEach(async () => {
  posts = []
  isFull = false
  hooks = await openWebhooks({ post, allowPrivate: false, waitForAttempts: false, wrapStore })
})
afterEach(async () => {
  await hooks.pass(minute)
  await hooks.stop()
  hooks.remove()
})

const roomy = (account: string) => ({ ...liveAccount(account), limits: { ...defaultPlans.Business, webhooks: 100 } })
const create = async (account: string, host: string) =>
  (await hooks.create({ url: `https://${host}/hook` }, roomy(account))).webhook.id
const ping = (account: string, id: string) => {
  names += 1
  return hooks.operations.test(account, id, `ping ${names}`)
}
const tried = (sending: Promise<{ readonly id: string }>) =>
  sending.then(
    ({ id }) => id,
    (error) => error.problem.code as string,
  )

test('twenty tarpits and a flood of pings of one account put no first attempt of another off by a second', async () => {
  const greedy: string[] = []
  for (let index = 0; index < 20; index++) greedy.push(await create('greedy', `tarpit-${index}.example.net`))
  for (let index = 0; index < 20; index++) greedy.push(await create('greedy', 'chat.example.net'))
  const modest = [await create('modest', 'chat.example.net'), await create('modest', 'own.example.org')]
  const flood = async () => {
    for (const id of greedy) await tried(ping('greedy', id))
  }
  const rounds = 20
  for (let round = 0; round < rounds; round++) {
    await flood()
    await hooks.pass(1_000)
    await flood()
    hooks.room.onSnapshot(hooks.snapshot(round % 2 === 0 ? 40.9 : 42))
    await hooks.pass(5 * minute)
  }
  const delays = posts
    .filter(({ event, webhookId }) => event !== 'ping' && modest.includes(webhookId))
    .map(({ delayMs }) => delayMs)
    .sort((a, b) => a - b)
  expect(delays).toHaveLength(rounds)
  expect(delays.at(-1)).toBeLessThan(1_000)
  // The greedy one is served, too: within the minutes of its own hosts.
  expect(posts.filter(({ host }) => host.includes('tarpit')).length).toBeGreaterThan(20 * (rounds / 2))
})

test('for all owners of webhooks together, a host gets sixty requests a minute and no more', async () => {
  for (let index = 0; index < 80; index++) await create(`acc_${index}`, 'victim.example.net')
  hooks.room.onSnapshot(hooks.snapshot(40.9))
  await hooks.pass(minute - 1)
  expect(posts).toHaveLength(60)
  await hooks.pass(minute)
  expect(posts).toHaveLength(80)
})

describe('a manual send', () => {
  test('is ten an hour and webhook at most; more is refused with a time to retry', async () => {
    const id = await create('acc_one', 'own.example.org')
    const other = await create('acc_one', 'own.example.org')
    for (let count = 0; count < 9; count++) {
      await ping('acc_one', id)
      await hooks.pass(minute)
    }
    const [newest] = await hooks.operations.deliveries('acc_one', id)
    await hooks.operations.resend('acc_one', id, newest?.id ?? '')
    await hooks.pass(minute)
    await expect(ping('acc_one', id)).rejects.toMatchObject({
      problem: { code: 'rate_limited' },
      headers: ['Retry-After', String(50 * 60)],
    })
    await expect(hooks.operations.resend('acc_one', id, newest?.id ?? '')).rejects.toMatchObject({
      problem: { code: 'rate_limited' },
    })
    await ping('acc_one', other)
    await hooks.pass(50 * minute - 1)
    await expect(ping('acc_one', id)).rejects.toMatchObject({ headers: ['Retry-After', '1'] })
    await hooks.pass(1)
    await ping('acc_one', id)
    await hooks.pass(minute)
    expect(posts).toHaveLength(12)
  })

  test('and could not be written costs nothing of the hour', async () => {
    const id = await create('acc_one', 'own.example.org')
    isFull = true
    for (let count = 0; count < 20; count++) await expect(ping('acc_one', id)).rejects.toThrow(StorageUnavailableError)
    isFull = false
    for (let count = 0; count < 10; count++) {
      await ping('acc_one', id)
      await hooks.pass(minute)
    }
    expect(posts).toHaveLength(10)
    await expect(ping('acc_one', id)).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
  })

  test('waits once: another ping asked for before the first has set out is the same ping', async () => {
    const id = await create('acc_one', 'tarpit.example.net')
    const underWay = await ping('acc_one', id)
    const waiting = await ping('acc_one', id)
    const again = await Promise.all(Array.from({ length: 50 }, () => tried(ping('acc_one', id))))
    expect(waiting.id).not.toBe(underWay.id)
    expect(new Set(again)).toEqual(new Set([waiting.id]))
    expect(await hooks.store.pending()).toHaveLength(2)
    await hooks.pass(minute)
    expect(posts).toHaveLength(2)
  })

  test('is forgotten with its webhook, and takes nothing from the minute of its host', async () => {
    const slow = await create('acc_one', 'tarpit.example.net')
    await ping('acc_one', slow)
    for (let count = 0; count < 100; count++) {
      const id = await create('acc_one', 'tarpit.example.net')
      await ping('acc_one', id)
      await hooks.operations.delete('acc_one', id)
    }
    const last = await create('acc_one', 'tarpit.example.net')
    await ping('acc_one', last)
    await hooks.pass(20_000)
    expect(posts).toHaveLength(2)
    expect(await hooks.store.pending()).toHaveLength(1)
  })
})

test('an event that waits for a place is forgotten when its webhook is disabled, and goes out when it is enabled and fires again', async () => {
  const slow = await create('acc_one', 'tarpit.example.net')
  const waiting = await create('acc_one', 'tarpit.example.net')
  await ping('acc_one', slow)
  hooks.room.onSnapshot(hooks.snapshot(40.9))
  await hooks.room.settled()
  const change = (enabled: boolean) =>
    hooks.operations.update(roomy('acc_one'), waiting, {
      url: undefined,
      threshold: undefined,
      amount: undefined,
      description: undefined,
      enabled,
    })
  await change(false)
  await change(true)
  await hooks.pass(minute)
  expect(await hooks.operations.deliveries('acc_one', waiting)).toMatchObject([{ state: 'cancelled' }])
  await hooks.pass(5 * minute)
  hooks.room.onSnapshot(hooks.snapshot(40.9))
  await hooks.pass(minute)
  expect((await hooks.operations.deliveries('acc_one', waiting)).map(({ state }) => state)).toEqual([
    'delivered',
    'cancelled',
  ])
})
