import {
  isoTime,
  type NewWebhookFields,
  type PlanLimits,
  thresholdObjection,
  type WebhookChange,
} from '@p2p-rates/contract'
import type { LiveAccount } from '../accounts/actor.js'
import { ApiError } from '../refusals/api-error.js'
import type { Clock } from '../time/clock.js'
import { isOurselves, judgeUrl } from './address-guard.js'
import { givenUp } from './attempt.js'
import { changed, type Given, newRecord } from './changes.js'
import type { Courier } from './courier.js'
import { newDelivery } from './evaluate.js'
import type { Records } from './records.js'
import type { Seal } from './seal.js'
import { createSendsByHand } from './sends-by-hand.js'
import { makeSecret } from './signature.js'
import type { TellOfWebhooks } from './webhook-changed.js'
import { type Delivery, keptDeliveries, type Webhook, type WebhookStore } from './webhook-store.js'

const hourMs = 3_600_000

export type WebhookWithSecret = { readonly webhook: Webhook; readonly secret: string | null }

/** What an account does with its webhooks. `operationId` names the deed: done again it finds itself done, without the secret. */
export interface WebhookOperations {
  create(
    account: LiveAccount,
    wanted: Given<NewWebhookFields> & { readonly fiat: string },
    operationId: string,
  ): Promise<WebhookWithSecret>
  list(accountId: string): Promise<readonly Webhook[]>
  get(accountId: string, webhookId: string): Promise<Webhook>
  update(account: LiveAccount, webhookId: string, change: Given<WebhookChange>): Promise<Webhook>
  delete(accountId: string, webhookId: string): Promise<void>
  rotateSecret(
    accountId: string,
    webhookId: string,
    overlapHours: number,
    operationId: string,
  ): Promise<WebhookWithSecret>
  /** Ends the overlap of a rotation. */
  activateSecret(accountId: string, webhookId: string): Promise<Webhook>
  test(accountId: string, webhookId: string, operationId: string): Promise<Delivery>
  deliveries(accountId: string, webhookId: string): Promise<readonly Delivery[]>
  resend(accountId: string, webhookId: string, deliveryId: string): Promise<Delivery>
}

export function createOperations(ports: {
  store: WebhookStore
  records: Records
  courier: Courier
  seal: Seal
  clock: Clock
  allowPrivate: boolean
  publicUrl: string | undefined
  tell: TellOfWebhooks
}): WebhookOperations {
  const { store, records, courier, seal, clock, allowPrivate, publicUrl, tell } = ports
  const byHand = createSendsByHand(clock)

  const find = async (accountId: string, webhookId: string): Promise<Webhook> => {
    const webhook = await records.find(accountId, webhookId)
    if (webhook === null) throw notFound('webhook')
    return withoutPast(webhook)
  }

  /** A previous secret is left out once its time is over. */
  const withoutPast = (webhook: Webhook): Webhook => {
    const { previousSecret } = webhook
    const isOver = previousSecret !== null && clock.wallMs() >= previousSecret.untilMs
    return isOver ? { ...webhook, previousSecret: null } : webhook
  }

  const acceptUrl = (text: string): string => {
    const verdict = judgeUrl(text, { allowPrivate })
    if (!verdict.ok || isOurselves(verdict.url, publicUrl))
      throw new ApiError({ code: 'invalid_webhook_url', message: 'This address is not allowed as a receiver.' })
    return verdict.url.href
  }

  /** Stores a changed webhook; one that is disabled by the change takes its waiting events with it. */
  const save = async (next: Webhook): Promise<Webhook> => {
    const dropped = next.enabled ? [] : courier.waitingFor(next.id)
    await records.save(
      [next],
      dropped.map((delivery) => givenUp(delivery, 'cancelled')),
    )
    await tell({ kind: 'webhook_changed', webhookId: next.id, state: next.enabled ? 'enabled' : 'disabled' })
    return next
  }

  /** The secret that receivers know. A second rotation within the overlap does not take it from them: the one in between may never have reached them. */
  const outgoingSecret = (
    { id, sealedSecret, previousSecret }: Webhook,
    overlapHours: number,
  ): Webhook['previousSecret'] => {
    const sealed = previousSecret?.sealed ?? sealedSecret
    const signs = overlapHours > 0 && seal.opens(sealed, id)
    return signs ? { sealed, untilMs: clock.wallMs() + overlapHours * hourMs } : null
  }

  return {
    create: (account, wanted, operationId) =>
      records.alone(async () => {
        const id = `wh_${operationId}`
        const existing = await records.find(account.id, id)
        if (existing !== null) return { webhook: existing, secret: null }
        const url = acceptUrl(wanted.url)
        const secret = makeSecret()
        const webhook = newRecord(
          { id, accountId: account.id, url, createdAtMs: clock.wallMs(), sealedSecret: seal.seal(secret, id) },
          wanted,
        )
        if (!(await records.create(webhook, account.limits.webhooks))) throw tooMany(account.limits)
        await tell({ kind: 'webhook_changed', webhookId: id, state: 'enabled' })
        return { webhook, secret }
      }),

    list: async (accountId) => (await records.list(accountId)).map(withoutPast),
    get: find,

    update: (account, webhookId, change) =>
      records.alone(async () => {
        const webhook = await find(account.id, webhookId)
        const objection = thresholdObjection(webhook.event, change.threshold ?? webhook.threshold)
        if (objection !== null)
          throw new ApiError({
            code: 'invalid_parameter',
            message: `\`threshold\` must be ${objection}.`,
            param: 'threshold',
          })
        const next = changed(webhook, change, acceptUrl)
        if (next.enabled && !webhook.enabled) {
          const all = await records.list(account.id)
          if (all.filter(({ enabled }) => enabled).length >= account.limits.webhooks) throw tooMany(account.limits)
        }
        return save(next)
      }),

    delete: (accountId, webhookId) =>
      records.alone(async () => {
        if (!(await records.delete(accountId, webhookId))) throw notFound('webhook')
        byHand.forget(webhookId)
        await tell({ kind: 'webhook_changed', webhookId, state: 'deleted' })
      }),

    rotateSecret: (accountId, webhookId, overlapHours, operationId) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        if (webhook.rotationId === operationId) return { webhook, secret: null }
        const secret = makeSecret()
        const rotated = await save({
          ...webhook,
          sealedSecret: seal.seal(secret, webhookId),
          previousSecret: outgoingSecret(webhook, overlapHours),
          rotationId: operationId,
        })
        return { webhook: rotated, secret }
      }),

    activateSecret: (accountId, webhookId) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        return webhook.previousSecret === null ? webhook : save({ ...webhook, previousSecret: null })
      }),

    test: (accountId, webhookId, operationId) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        const id = `dl_${operationId}`
        const existing = await store.findDelivery(webhookId, id)
        // One that has not even set out yet is the ping that was asked for.
        const waiting = existing ?? courier.asideFor(webhookId).find(({ event }) => event === 'ping')
        if (waiting !== undefined) return waiting
        const nowMs = clock.wallMs()
        const ping = { event: 'ping', data: { webhook_id: webhookId }, id, created_at: isoTime(nowMs) } as const
        const delivery = newDelivery(webhook, ping, nowMs, true)
        await byHand.spend(webhookId, () => records.save([], [delivery]))
        courier.sendOnce(delivery, webhook)
        return delivery
      }),

    deliveries: async (accountId, webhookId) => {
      await find(accountId, webhookId)
      return store.deliveries(webhookId, keptDeliveries)
    },

    resend: (accountId, webhookId, deliveryId) =>
      records.alone(async () => {
        const webhook = await find(accountId, webhookId)
        const delivery = await store.findDelivery(webhookId, deliveryId)
        if (delivery === null) throw notFound('delivery')
        // It is on its way already, by hand or by schedule.
        if (delivery.state === 'pending') return delivery
        const again: Delivery = { ...delivery, state: 'pending', nextAttemptAtMs: clock.wallMs(), once: true }
        await byHand.spend(webhookId, () => records.save([], [again]))
        courier.sendOnce(again, webhook)
        return again
      }),
  }
}

const tooMany = ({ webhooks }: PlanLimits) =>
  new ApiError({ code: 'webhook_limit', message: `Your plan allows ${webhooks} webhooks.` })
const notFound = (what: string) => new ApiError({ code: 'not_found', message: `There is no such ${what}.` })
