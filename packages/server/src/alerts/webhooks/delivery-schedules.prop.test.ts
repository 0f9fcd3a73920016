import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import { afterAll, expect, test } from 'vitest'
import type { PostOutcome } from './post-to-receiver.js'
import { maxFailures, readRetryAfterMs, waitAfterFailuresMs } from './retry-schedule.js'
import { liveAccount, type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'
import type { WebhookStore } from './webhook-store.js'

const seed = Number(process.env.SEED)

/** The current that a crash cuts: before or after any write, with requests on their way. */
type Power = { on: boolean; writesLeft: number }

const onPower = (power: Power, store: WebhookStore): WebhookStore => {
  const write =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (!power.on || power.writesLeft === 0) power.on = false
      if (!power.on) throw new Error('no power')
      power.writesLeft -= 1
      return work(...args)
    }
  return {
    ...store,
    create: write(store.create),
    save: write(store.save),
    delete: write(store.delete),
    change: (accountId, decide) => write(() => store.change(accountId, decide))(),
    settle: (claim, decide) => write(() => store.settle(claim, decide))(),
  }
}

type Post = {
  readonly webhookId: string
  readonly id: string
  readonly life: number
  readonly startMs: number
  endMs: number | null
  outcome: PostOutcome | null
}

type Watched = { readonly id: string; readonly host: string; expected: number; readonly offTimes: number[] }

const someOutcome = (dice: Random, badness: number): PostOutcome => {
  if (dice.next() >= badness) return { status: dice.pick([200, 201, 204]), fault: null, retryAfter: null }
  if (dice.next() < 0.02) return { status: 410, fault: null, retryAfter: null }
  if (dice.next() < 0.1) return { status: 503, fault: null, retryAfter: dice.pick(['60', '7200']) }
  return dice.pick([
    { status: 500, fault: null, retryAfter: null },
    { status: 302, fault: null, retryAfter: null },
    { status: null, fault: 'timeout', retryAfter: null },
  ])
}

const ok = (outcome: PostOutcome | null) => outcome?.status != null && outcome.status >= 200 && outcome.status < 300

const createNaiveCrossing = (threshold: number) => {
  let fired = false
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    see: (price: number, nowMs: number) => {
      if (fired && price > threshold && price - threshold >= threshold * 0.001 - 1e-7) fired = false
      else if (!fired && price <= threshold && nowMs - lastMs >= 300_000) {
        fired = true
        lastMs = nowMs
        return true
      }
      return false
    },
    forget: () => {
      fired = false
    },
  }
}

const playSchedule = async (dataDir: string, dice: Random, { crashes }: { crashes: boolean }) => {
  const posts: Post[] = []
  const crashTimes: number[] = []
  let life = 0
  let badness = dice.pick([0.05, 0.4, 0.9, 1])
  let power: Power = { on: true, writesLeft: Number.POSITIVE_INFINITY }
  let hooks: OpenWebhooks
  let nowMs = Date.UTC(2026, 10, 21)

  const start = async () => {
    life += 1
    const ownLife = life
    const own: Power = { on: true, writesLeft: crashes && dice.next() < 0.9 ? dice.below(12) : 1e9 }
    power = own
    const opened = openWebhooks({
      dataDir,
      startMs: nowMs,
      random: dice.next,
      waitForAttempts: false,
      wrapStore: (store) => onPower(own, store),
      post: (url, headers) =>
        new Promise((resolve) => {
          const id = headers['X-Service-Delivery'] ?? ''
          // Deliveries from before the restart are sent before this instance is fully open.
          void opened.then(({ timers, clock }) => {
            if (!own.on) return
            const post: Post = {
              webhookId: url.hostname,
              id,
              life: ownLife,
              startMs: clock.wallMs(),
              endMs: null,
              outcome: null,
            }
            posts.push(post)
            timers.after(dice.below(14_000), () => {
              if (!own.on) return
              post.outcome = someOutcome(dice, badness)
              post.endMs = clock.wallMs()
              resolve(post.outcome)
            })
          })
        }),
    })
    hooks = await opened
  }
  const startUntilUp = async () => {
    for (;;) {
      try {
        await start()
        return
      } catch {
        crashTimes.push(nowMs)
      }
    }
  }
  const live = async (work: () => Promise<void>) => {
    for (;;) {
      await work().catch((error: unknown) => {
        if (power.on) throw error
      })
      nowMs = hooks.clock.wallMs()
      if (power.on) return
      crashTimes.push(nowMs)
      hooks.vanish()
      await startUntilUp()
    }
  }

  hooks = await openWebhooks({ dataDir, startMs: nowMs })
  const thresholds = [40.9, 41, 41.05]
  const webhooks: Watched[] = []
  for (const [index, threshold] of thresholds.entries()) {
    const { webhook } = await hooks.create({ url: `http://receiver-${index}.test/`, threshold })
    webhooks.push({ id: webhook.id, host: `receiver-${index}.test`, expected: 0, offTimes: [] })
  }
  await hooks.stop()
  await startUntilUp()

  const models = thresholds.map(createNaiveCrossing)
  const price = async (value: number) => {
    const before = await Promise.all(webhooks.map(({ id }) => hooks.operations.get('acc_one', id)))
    await live(async () => {
      hooks.room.onSnapshot(hooks.snapshot(value))
      await hooks.room.settled()
    })
    for (const [index, webhook] of webhooks.entries())
      if (before[index]?.enabled && models[index]?.see(value, nowMs)) webhook.expected += 1
  }
  const toggle = async (index: number) => {
    const webhook = webhooks[index]
    if (webhook === undefined) return
    const { enabled } = await hooks.operations.get('acc_one', webhook.id)
    if (enabled && dice.next() < 0.5) return
    const change = { url: undefined, threshold: undefined, amount: undefined, description: undefined }
    await live(async () => {
      const now = await hooks.operations.get('acc_one', webhook.id)
      if (now.enabled === enabled)
        await hooks.operations.update(liveAccount(), webhook.id, { ...change, enabled: !enabled })
    })
    webhook.offTimes.push(nowMs)
    if (!enabled) models[index]?.forget()
  }

  for (let step = 0; step < 60; step++) {
    const chance = dice.next()
    if (chance < 0.45) await price(dice.pick([40.5, 40.9, 41, 41.0005, 41.03, 41.06, 41.2, 42]))
    else if (chance < 0.57) await toggle(dice.below(3))
    else if (chance < 0.62) badness = dice.pick([0.05, 0.4, 0.9, 1])
    else {
      const untilMs = nowMs + dice.pick([1_000, 20_000, 200_000, 400_000, 3_600_000, 20 * 3_600_000])
      await live(async () => void (await hooks.pass(Math.max(0, untilMs - nowMs))))
    }
  }
  badness = 0
  power.writesLeft = Number.POSITIVE_INFINITY
  await live(async () => void (await hooks.pass(120 * 3_600_000)))
  const found = await Promise.all(
    webhooks.map(async (webhook) => ({
      ...webhook,
      record: await hooks.operations.get('acc_one', webhook.id),
      events: (await hooks.store.deliveries(webhook.id, 1_000)).toReversed(),
      posts: posts.filter(({ webhookId }) => webhookId === webhook.host),
    })),
  )
  await hooks.stop()
  return { found, crashTimes }
}

type Played = Awaited<ReturnType<typeof playSchedule>>
type Found = Played['found'][number]

const checkNothingLost = ({ events, expected, posts }: Found) => {
  expect(events).toHaveLength(expected)
  for (const [index, event] of events.entries()) {
    const accepted = posts.some(({ id, outcome }) => id === event.id && ok(outcome))
    expect(['delivered', 'superseded', 'exhausted', 'cancelled']).toContain(event.state)
    if (event.state === 'delivered') expect(accepted).toBe(true)
    if (event.state === 'superseded')
      expect(events.slice(index + 1).some(({ id }) => posts.some((post) => post.id === id))).toBe(true)
  }
}

const checkOrder = ({ events, posts }: Found) => {
  const rank = new Map(events.map(({ id }, index) => [id, index]))
  const ranks = posts.map(({ id }) => rank.get(id) ?? Number.NaN)
  expect(
    posts.filter(({ id }) => !rank.has(id)),
    'sent without being on record',
  ).toEqual([])
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  for (const [index, post] of posts.entries()) {
    const before = posts[index - 1]
    if (before?.life === post.life) expect(before.endMs, 'one at a time').toBeLessThanOrEqual(post.startMs)
  }
}

const checkRepetitions = ({ posts }: Found) => {
  for (const [index, post] of posts.entries()) {
    if (!ok(post.outcome)) continue
    const again = posts.slice(index + 1).find(({ id }) => id === post.id)
    if (again !== undefined) expect(again.life, 'only a crash repeats what was accepted').toBeGreaterThan(post.life)
  }
}

/** Without a crash or a change of the webhook, every attempt must come on schedule. */
const checkTimes = ({ posts, offTimes, record }: Found) => {
  if (offTimes.length > 0) return
  let failures = 0
  for (const [index, { outcome, endMs }] of posts.entries()) {
    if (ok(outcome) || outcome === null || endMs === null) {
      failures = 0
      continue
    }
    failures += 1
    const next = posts[index + 1]
    if (outcome.status === 410 || failures === maxFailures) {
      expect(next).toBeUndefined()
      expect(record).toMatchObject({ enabled: false, disabledReason: outcome.status === 410 ? 'gone' : 'failures' })
      continue
    }
    const askedMs = readRetryAfterMs(outcome.retryAfter, endMs)
    const waitedMs = (next?.startMs ?? Number.NaN) - endMs
    expect(waitedMs).toBeGreaterThanOrEqual(Math.floor(waitAfterFailuresMs(failures, 0, askedMs)))
    expect(waitedMs).toBeLessThanOrEqual(Math.ceil(waitAfterFailuresMs(failures, 1, askedMs)))
  }
}

/** More of them in a long run: `SCHEDULES=1000 npx vitest run delivery-schedules`. */
const runs = Number(process.env.SCHEDULES ?? 15)

const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-schedules-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('whatever prices and receivers do: nothing lost, nothing out of order, every attempt on time', async () => {
  let events = 0
  for (let run = 0; run < runs; run++) {
    const { found } = await playSchedule(join(dir, `calm-${run}`), createRandom(seed + run), { crashes: false })
    for (const one of found) {
      checkNothingLost(one)
      checkOrder(one)
      checkTimes(one)
      const ids = one.posts.filter(({ outcome }) => ok(outcome)).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      events += one.events.length
    }
  }
  expect(events).toBeGreaterThan(runs)
})

test('wherever the process is killed: nothing lost, nothing out of order, nothing repeated but across a crash', async () => {
  let crashes = 0
  for (let run = 0; run < runs; run++) {
    const { found, crashTimes } = await playSchedule(join(dir, `wild-${run}`), createRandom(seed + 1_000 + run), {
      crashes: true,
    })
    crashes += crashTimes.length
    for (const one of found) {
      checkNothingLost(one)
      checkOrder(one)
      checkRepetitions(one)
    }
  }
  expect(crashes).toBeGreaterThan(runs)
})
