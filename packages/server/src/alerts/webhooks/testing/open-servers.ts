import { defaultPlans, type PlanName } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import { expect, onTestFinished } from 'vitest'
import { silentLog } from '../../../base/log/log.js'
import type { Redis } from '../../../base/redis/redis.js'
import { createRuntime } from '../../../base/runtime.js'
import { systemTimers, type Timers } from '../../../base/time/timers.js'
import type { MarketSnapshot } from '../../../market/market-snapshot.js'
import { openDatabase, type PostgresDatabase, type Statements } from '../../../storage/postgres/database.js'
import { migrate } from '../../../storage/postgres/migrate.js'
import { portsOver, storeOver } from '../../../storage/postgres/open-store.js'
import type { TestDatabase } from '../../../testing/postgres.js'
import { createShiftedClock } from '../../../testing/shifted-clock.js'
import { noInboxes } from '../../channels/testing/no-inboxes.js'
import { systemResolve } from '../connect-to-receiver.js'
import { createSecretBox } from '../master-key.js'
import { createPostToReceiver, type PostToReceiver } from '../post-to-receiver.js'
import type { WebhookOperations } from '../webhook-operations.js'
import { createWebhookService } from '../webhook-service.js'
import type { SharedWebhookStore } from '../webhook-store.js'
import { aSnapshot } from './a-snapshot.js'
import { liveAccount } from './open-webhooks.js'

type Wanted = Parameters<WebhookOperations['create']>[1]

export type ServerOptions = {
  readonly wrapPost?: (post: PostToReceiver) => PostToReceiver
  readonly wrapStore?: (store: SharedWebhookStore) => SharedWebhookStore
  readonly redis?: Pick<Redis, 'run'>
  readonly clusterId?: string
  readonly servers?: number
  readonly allowPrivate?: boolean
}

/** Factor by which timers run faster. Attempts keep their real duration. */
const speedUp = 20
const fastTimers: Timers = { ...systemTimers, after: (ms, run) => systemTimers.after(ms / speedUp, run) }

const permissiveRedis: Pick<Redis, 'run'> = { run: async () => [0, '1'] as never }

const secretBox = createSecretBox(Buffer.alloc(32, 7))

/** Several servers with their webhooks over one PostgreSQL, under one clock that can be moved on. */
export async function openServers(database: TestDatabase) {
  const place = await database.newSchema()
  const clock = createShiftedClock()
  let operations = 0

  async function open(options: ServerOptions = {}) {
    const { wrapPost = (post) => post, wrapStore = (store) => store, allowPrivate = true, ...shared } = options
    const own = openDatabase(place)
    await migrate(own)
    const store = storeOver(own)
    let isGone = false
    const room = createWebhookService(
      {
        runtime: createRuntime({ clock, timers: fastTimers, log: silentLog }),
        config: { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: undefined, PLANS: defaultPlans },
        store,
        shared: {
          store: wrapStore(goneWhen(() => isGone, store.webhooks)),
          redis: shared.redis ?? permissiveRedis,
          clusterId: shared.clusterId ?? 'test',
          servers: () => shared.servers ?? 2,
        },
        market: { rules: normalRules, origin: { flags: () => ({ isSimulated: false, isReplay: false }) } },
        pastPrices: async () => ({ buy: 40, sell: null }),
        secretBox,
        events: { publish: () => {}, onAttempt: () => {} },
        channels: noInboxes,
      },
      {
        random: () => 0,
        post: wrapPost(createPostToReceiver({ resolve: systemResolve, allowPrivate, totalMs: 15_000 })),
      },
    )
    await room.start()
    onTestFinished(async () => {
      if (!isGone) await room.stop()
      await own.close()
    })
    const publish = (snapshot: MarketSnapshot, afterwards = async () => {}) =>
      own.transaction(async (within) => {
        const ids = await room.evaluateInTransaction(portsOver(joined(own, within)).webhooks, snapshot)
        await afterwards()
        return ids
      })
    return {
      room,
      operations: room.operations,
      store: store.webhooks,
      keys: store.keys,
      database: own,
      publish,
      price: (buy: number) => {
        clock.advance(300_000)
        return publish(aSnapshot({ buy, sell: buy * 0.998, nowMs: clock.wallMs() }))
      },
      /** Simulates a kill as other servers see it: this one does nothing more. */
      vanish: () => {
        isGone = true
      },
      create: async (wanted: Partial<Wanted> & { readonly url: string }, account = liveAccount()) => {
        operations += 1
        if ((await store.keys.findAccount(account.id)) === null)
          await store.keys.saveAccount({ id: account.id, name: '', plan: account.plan, createdAtMs: 0 })
        const complete = { event: 'best_buy' as const, threshold: 41, fiat: 'UAH' as const, ...wanted }
        const { webhook } = await room.operations.create(account, { ...noOptions, ...complete }, `op${operations}`)
        return webhook.id
      },
      deliveries: async (webhookId: string) => (await store.webhooks.deliveries(webhookId, 1_000)).toReversed(),
      setPlan: (plan: PlanName) => store.keys.setPlan('acc_one', plan),
    }
  }

  const run = (sql: string) => database.run(sql.replaceAll('@', `${place.schema}.`))
  return {
    clock,
    open,
    get: (sql: string) => database.get(sql.replaceAll('@', `${place.schema}.`)),
    timePasses: () => run(`UPDATE @lane SET due_at = clock_timestamp() WHERE due_at < 'infinity'`),
    claimsRunOut: () => run(`UPDATE @lane SET lease_until = '-infinity'`),
    holdsRunOut: () => run(`UPDATE @delivery SET held_until = '-infinity' WHERE held_until IS NOT NULL`),
    holdsRunOutSoon: () =>
      run(`UPDATE @delivery SET held_until = clock_timestamp() + interval '10 s' WHERE held_until IS NOT NULL`),
  }
}

export type Servers = Awaited<ReturnType<typeof openServers>>

/** Runs further statements in the leader's open transaction. */
const joined = (database: PostgresDatabase, within: Statements): PostgresDatabase => ({
  ...database,
  ...within,
  transaction: (work) => work(within),
})

const goneWhen = (isGone: () => boolean, store: SharedWebhookStore): SharedWebhookStore =>
  new Proxy(store, {
    get: (target, name) => (isGone() ? () => new Promise(() => {}) : Reflect.get(target, name)),
  })

export function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

export const eventually = <Value>(
  look: () => Value | Promise<Value>,
): ReturnType<typeof expect.poll<Value | Promise<Value>>> => expect.poll(look, { timeout: 10_000, interval: 20 })

const noOptions = {
  amount: undefined,
  exchange: undefined,
  payment_method: undefined,
  hysteresis: undefined,
  quiet_hours: undefined,
  digest_time: undefined,
  tz: 'UTC',
  expires_at: undefined,
  description: undefined,
}
