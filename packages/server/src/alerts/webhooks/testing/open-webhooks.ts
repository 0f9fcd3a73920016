import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPlans, type PlanName } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import type { LiveAccount } from '../../../accounts/actor.js'
import { silentLog } from '../../../base/log/log.js'
import { createRuntime } from '../../../base/runtime.js'
import type { PriceOriginFlags } from '../../../market/price-origin.js'
import { openSqliteStore } from '../../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../../testing/fake-time.js'
import { noInboxes } from '../../channels/testing/no-inboxes.js'
import { systemResolve } from '../connect-to-receiver.js'
import { createSecretBox, readMasterKey } from '../master-key.js'
import { createPostToReceiver, type PostToReceiver } from '../post-to-receiver.js'
import type { WebhookOperations } from '../webhook-operations.js'
import { createWebhookService } from '../webhook-service.js'
import type { WebhookStore } from '../webhook-store.js'
import { aSnapshot } from './a-snapshot.js'

type Wanted = Parameters<WebhookOperations['create']>[1]

const wait = () => new Promise<void>((resolve) => setImmediate(resolve))

export const liveAccount = (id = 'acc_one', plan: PlanName = 'Business'): LiveAccount => ({
  id,
  plan,
  limits: defaultPlans[plan],
})

/** All of the webhooks on a database on disk, sending over real sockets, under a clock moved by hand. */
export const openWebhooks = async (
  options: {
    readonly dataDir?: string
    readonly random?: () => number
    readonly post?: PostToReceiver
    readonly startMs?: number
    readonly wrapStore?: (store: WebhookStore) => WebhookStore
    readonly allowPrivate?: boolean
    readonly publicUrl?: string
    readonly masterKey?: string
    readonly priceMarks?: PriceOriginFlags
    /** Attempts that end only when time passes are not waited for. */
    readonly waitForAttempts?: boolean
  } = {},
) => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'p2p-rates-webhooks-'))
  const { random = () => 0, allowPrivate = true, waitForAttempts = true } = options
  const send =
    options.post ?? createPostToReceiver({ resolve: systemResolve, allowPrivate, totalMs: 400, connectMs: 300 })
  const underWay = new Set<Promise<unknown>>()
  const post: PostToReceiver = (...call) => {
    const sent = send(...call)
    if (waitForAttempts) underWay.add(sent)
    return sent.finally(() => underWay.delete(sent))
  }

  const settle = async (): Promise<void> => {
    do {
      await wait()
      await Promise.all(underWay)
      await room.settled()
      await wait()
    } while (underWay.size > 0)
  }
  const time = createFakeTime(options.startMs, settle)
  const store = openSqliteStore(dataDir, { isExclusive: true, isSynced: false, clock: time.clock })
  const attempts: string[] = []
  const webhooks = options.wrapStore?.(store.webhooks) ?? store.webhooks
  const room = createWebhookService(
    {
      runtime: createRuntime({ ...time, log: silentLog }),
      config: { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: options.publicUrl, PLANS: defaultPlans },
      store: { ...store, webhooks },
      shared: null,
      market: {
        rules: normalRules,
        origin: { flags: () => options.priceMarks ?? { isSimulated: false, isReplay: false } },
      },
      pastPrices: async () => ({ buy: 40, sell: null }),
      secretBox: createSecretBox(readMasterKey(dataDir, options.masterKey)),
      events: {
        publish: (event) => room.webhookChanged(event),
        onAttempt: (outcome) => void attempts.push(outcome),
      },
      channels: noInboxes,
    },
    { random, post },
  )
  await room.start()
  let operations = 0
  const snapshot = (buy: number, sell = buy * 0.998) => aSnapshot({ buy, sell, nowMs: time.clock.wallMs() })

  return {
    ...time,
    dataDir,
    room,
    store: store.webhooks,
    keys: store.keys,
    attempts,
    underWay,
    operations: room.operations,
    create: async (wanted: Partial<Wanted> & { readonly url: string }, account = liveAccount(), name?: string) => {
      operations += 1
      if ((await store.keys.findAccount(account.id)) === null)
        await store.keys.saveAccount({ id: account.id, name: '', plan: account.plan, createdAtMs: 0 })
      const complete = { event: 'best_buy' as const, threshold: 41, fiat: 'UAH' as const, ...wanted }
      return room.operations.create(
        account,
        { ...noOptions, ...complete },
        name ?? `${time.clock.wallMs()}-${operations}`,
      )
    },
    snapshot,
    price: async (buy: number, sell?: number) => {
      room.onSnapshot(snapshot(buy, sell))
      await settle()
    },
    stop: async () => {
      await room.stop()
      store.close()
    },
    /** Simulates a kill as the operating system sees it: the process does nothing more. */
    vanish: () => store.close(),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export type OpenWebhooks = Awaited<ReturnType<typeof openWebhooks>>

const noOptions = {
  amount: undefined,
  exchange: undefined,
  payment_method: undefined,
  hysteresis: undefined,
  fill_amount: undefined,
  min_confidence: undefined,
  hold_seconds: undefined,
  quiet_hours: undefined,
  digest_time: undefined,
  tz: 'UTC',
  expires_at: undefined,
  description: undefined,
}

export const noChange = {
  url: undefined,
  threshold: undefined,
  amount: undefined,
  fill_amount: undefined,
  min_confidence: undefined,
  hold_seconds: undefined,
  quiet_hours: undefined,
  digest_time: undefined,
  tz: undefined,
  expires_at: undefined,
  enabled: undefined,
  description: undefined,
}
