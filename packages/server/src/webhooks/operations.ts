import { type NewWebhook, thresholdObjection, type WebhookChange } from '@p2p-rates/contract'
import type { AccountState } from '../accounts/caller.js'
import type { Clock } from '../clock.js'
import { ApiError } from '../http/reply.js'
import { judgeUrl } from './address-guard.js'
import { type Courier, cancelled } from './courier.js'
import { newDelivery } from './evaluate.js'
import type { Records } from './records.js'
import type { Seal } from './seal.js'
import { makeSecret } from './signature.js'
import type { Delivery, Webhook, WebhookStore } from './webhook-store.js'

const overlapMs = 24 * 3_600_000
const shownDeliveries = 100

/** A body as it was read: what may be absent is there as `undefined`. */
type Given<Body> = { readonly [Field in keyof Body]: Body[Field] | undefined } & {
  readonly [Field in keyof Body as undefined extends Body[Field] ? never : Field]: Body[Field]
}

export type WebhookWithSecret = { readonly webhook: Webhook; readonly secret: string | null }

/** What an account does with its webhooks. `operationId` names the deed: done again it finds itself done, without the secret. */
export interface WebhookOperations {
  create(
    state: AccountState,
    wanted: Given<NewWebhook> & { readonly fiat: string },
    operationId: string,
  ): Promise<WebhookWithSecret>
  list(accountId: string): Promise<readonly Webhook[]>
  get(accountId: string, webhookId: string): Promise<Webhook>
  update(accountId: string, webhookId: string, change: Given<WebhookChange>): Promise<Webhook>
  delete(accountId: string, webhookId: string): Promise<void>
  rotateSecret(accountId: string, webhookId: string, operationId: string): Promise<WebhookWithSecret>
  test(accountId: string, webhookId: string, operationId: string): Promise<Delivery>
  deliveries(accountId: string, webhookId: string): Promise<readonly Delivery[]>
  resend(accountId: string, webhookId: string, deliveryId: string): Promise<Delivery>
}

export const createOperations = (ports: {
  store: WebhookStore
  records: Records
  courier: Courier
  seal: Seal
  clock: Clock
  allowPrivate: boolean
  forget: (webhookId: string) => void
}): WebhookOperations => {
  const { store, records, courier, seal, clock, allowPrivate, forget } = ports

  const find = async (accountId: string, webhookId: string): Promise<Webhook> => {
    const webhook = await store.find(accountId, webhookId)
    if (webhook === null) throw notFound('webhook')
    // What is in memory may know of an attempt that the disk refused.
    return records.get(webhookId) ?? webhook
  }

  const acceptUrl = (text: string): string => {
    const verdict = judgeUrl(text, { allowPrivate })
    if (!verdict.ok)
      throw new ApiError({ code: 'invalid_webhook_url', message: 'This address is not allowed as a receiver.' })
    return verdict.url.href
  }

  /** Stores a changed webhook; one that is disabled by the change takes its waiting events with it. */
  const save = async (next: Webhook): Promise<Webhook> => {
    const dropped = next.enabled ? [] : courier.waitingFor(next.id).map(cancelled)
    await store.commitAttempt(dropped, next)
    records.put(next)
    if (!next.enabled) courier.drop(next.id)
    return next
  }

  return {
    create: ({ account, limits }, wanted, operationId) =>
      records.alone(async () => {
        const id = `wh_${operationId}`
        const existing = await store.find(account.id, id)
        if (existing !== null) return { webhook: existing, secret: null }
        const url = acceptUrl(wanted.url)
        if ((await store.list(account.id)).length >= limits.webhooks)
          throw new ApiError({ code: 'webhook_limit', message: `Your plan allows ${limits.webhooks} webhooks.` })
        const secret = makeSecret()
        const webhook: Webhook = {
          id,
          accountId: account.id,
          url,
          event: wanted.event,
          fiat: wanted.fiat,
          exchange: wanted.exchange ?? null,
          paymentMethod: wanted.payment_method ?? null,
          threshold: wanted.threshold,
          amount: wanted.event === 'spread' ? (wanted.amount ?? null) : null,
          hysteresis: wanted.hysteresis ?? null,
          description: wanted.description ?? null,
          enabled: true,
          disabledReason: null,
          consecutiveFailures: 0,
          createdAtMs: clock.wallMs(),
          lastDelivery: null,
          crossing: 'unknown',
          firedAtMs: null,
          sealedSecret: seal.seal(secret, id),
          previousSecret: null,
          rotationId: null,
        }
        await store.create(webhook)
        records.put(webhook)
        return { webhook, secret }
      }),

    list: async (accountId) => (await store.list(accountId)).map((webhook) => records.get(webhook.id) ?? webhook),
    get: find,

    update: (accountId, webhookId, change) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        const objection = thresholdObjection(webhook.event, change.threshold ?? webhook.threshold)
        if (objection !== null)
          throw new ApiError({
            code: 'invalid_parameter',
            message: `\`threshold\` must be ${objection}.`,
            param: 'threshold',
          })
        const updated = await save(changed(webhook, change, acceptUrl))
        courier.wake(webhookId)
        return updated
      }),

    delete: (accountId, webhookId) =>
      records.alone(async () => {
        if (!(await store.delete(accountId, webhookId))) throw notFound('webhook')
        records.remove(webhookId)
        courier.drop(webhookId)
        forget(webhookId)
      }),

    rotateSecret: (accountId, webhookId, operationId) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        if (webhook.rotationId === operationId) return { webhook, secret: null }
        const secret = makeSecret()
        const rotated = await save({
          ...webhook,
          sealedSecret: seal.seal(secret, webhookId),
          previousSecret: { sealed: webhook.sealedSecret, untilMs: clock.wallMs() + overlapMs },
          rotationId: operationId,
        })
        return { webhook: rotated, secret }
      }),

    test: async (accountId, webhookId, operationId) => {
      const webhook = await find(accountId, webhookId)
      const id = `dl_${operationId}`
      const existing = await store.findDelivery(webhookId, id)
      if (existing !== null) return existing
      const nowMs = clock.wallMs()
      const ping = {
        event: 'ping' as const,
        data: { webhook_id: webhookId },
        id,
        created_at: new Date(nowMs).toISOString(),
      }
      const delivery = newDelivery(webhook, ping, nowMs, true)
      await store.commitAttempt([delivery], null)
      void courier.sendOnce(delivery, webhook)
      return delivery
    },

    deliveries: async (accountId, webhookId) => {
      await find(accountId, webhookId)
      return store.deliveries(webhookId, shownDeliveries)
    },

    resend: async (accountId, webhookId, deliveryId) => {
      const webhook = await find(accountId, webhookId)
      const delivery = await store.findDelivery(webhookId, deliveryId)
      if (delivery === null) throw notFound('delivery')
      // It is on its way already, by hand or by schedule.
      if (delivery.state === 'pending') return delivery
      const again: Delivery = { ...delivery, state: 'pending', nextAttemptAtMs: clock.wallMs(), once: true }
      await store.commitAttempt([again], null)
      void courier.sendOnce(again, webhook)
      return again
    },
  }
}

const notFound = (what: string) => new ApiError({ code: 'not_found', message: `There is no such ${what}.` })

const changed = (webhook: Webhook, change: Given<WebhookChange>, acceptUrl: (text: string) => string): Webhook => {
  const next: Webhook = {
    ...webhook,
    url: change.url === undefined ? webhook.url : acceptUrl(change.url),
    threshold: change.threshold ?? webhook.threshold,
    amount: webhook.event === 'spread' ? (change.amount ?? webhook.amount) : null,
    description: change.description ?? webhook.description,
  }
  // Another question knows nothing of the old answer.
  const asks = next.threshold !== webhook.threshold || next.amount !== webhook.amount
  const asked: Webhook = asks ? { ...next, crossing: 'unknown' } : next
  if (change.enabled === undefined || change.enabled === webhook.enabled) return asked
  return change.enabled
    ? { ...asked, enabled: true, disabledReason: null, consecutiveFailures: 0, crossing: 'unknown' }
    : { ...asked, enabled: false, disabledReason: 'user' }
}
