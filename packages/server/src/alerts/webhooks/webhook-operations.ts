import {
  channelIdOf,
  type DisabledReason,
  isoTime,
  type NewWebhookFields,
  type PlanLimits,
  thresholdViolation,
  urlOfInbox,
  type WebhookChange,
} from '@p2p-rates/contract'
import type { LiveAccount, PlanTable } from '../../accounts/actor.js'
import { ApiError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { ChannelService } from '../channels/channel-service.js'
import { isThisServer, judgeUrl } from './address-guard.js'
import type { Dispatcher } from './dispatcher.js'
import type { LockableWebhookStore } from './lockable-webhook-store.js'
import { countManualSend } from './manual-send-limit.js'
import { changedWebhook, changesTo, type Given, newWebhookOf } from './new-and-changed-webhook.js'
import type { SecretBox } from './secret-box.js'
import { makeSecret } from './signature.js'
import type { PublishWebhookEvent } from './webhook-changed.js'
import { newDelivery } from './webhook-evaluator.js'
import { type Delivery, keptDeliveries, type Owned, type Webhook, type WebhookStore } from './webhook-store.js'

const hourMs = 3_600_000

export type WebhookWithSecret = { readonly webhook: Webhook; readonly secret: string | null }

/**
 * Operations of an account on its webhooks. `operationId` makes them idempotent: a repeat returns the result without
 * the secret.
 */
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
  idsOf(accountId: string): Promise<readonly string[]>
  /** Stops the deliveries of a webhook that was deleted with its account. */
  forget(accountId: string, webhookId: string): Promise<void>
  /** Disables the webhooks of an inbox that no longer accepts messages. */
  disableForInbox(
    accountId: string,
    inboxId: string,
    reason: Extract<DisabledReason, 'gone' | 'blocked' | 'refused' | 'stopped'>,
  ): Promise<void>
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

export function createWebhookOperations(ports: {
  store: Pick<WebhookStore, 'findDelivery' | 'deliveries'>
  records: LockableWebhookStore
  dispatcher: Pick<Dispatcher, 'sendOnce' | 'hasStarted'>
  secretBox: SecretBox
  plans: PlanTable
  clock: Clock
  allowPrivate: boolean
  publicUrl: string | undefined
  publishEvent: PublishWebhookEvent
  inboxes: Pick<ChannelService, 'isOpenFor'>
}): WebhookOperations {
  const { inboxes, store, records, dispatcher, secretBox, plans, clock, allowPrivate, publicUrl, publishEvent } = ports

  const find = async (accountId: string, webhookId: string): Promise<Webhook> => {
    const webhook = await records.find(accountId, webhookId)
    if (webhook === null) throw notFound('webhook')
    return withoutExpiredSecret(webhook)
  }

  const withoutExpiredSecret = (webhook: Webhook): Webhook => {
    const { previousSecret } = webhook
    const isOver = previousSecret !== null && clock.wallMs() >= previousSecret.untilMs
    return isOver ? { ...webhook, previousSecret: null } : webhook
  }

  const acceptUrl = async (accountId: string, text: string): Promise<string> => {
    if (channelIdOf(text) !== null) {
      if (await inboxes.isOpenFor(accountId, text)) return text
      throw new ApiError({
        code: 'invalid_webhook_url',
        message: 'There is no such inbox, or its reader has not said yes.',
      })
    }
    const verdict = judgeUrl(text, { allowPrivate })
    if (!verdict.ok || isThisServer(verdict.url, publicUrl))
      throw new ApiError({ code: 'invalid_webhook_url', message: 'This address is not allowed as a receiver.' })
    return verdict.url.href
  }

  /** Decides about one webhook as it stands; nothing is written where the answer is what there was. */
  const change = (
    accountId: string,
    webhookId: string,
    decide: (now: Webhook, owned: Owned) => Webhook,
  ): Promise<{ readonly webhook: Webhook; readonly isChanged: boolean }> =>
    records.runExclusive(async () => {
      await find(accountId, webhookId)
      const { next, webhooks } = await records.change(accountId, (owned) => {
        const now = ownIn(owned, webhookId)
        const next = decide(now, owned)
        return { ...changesTo(next === now ? [] : [next], owned.waiting), next }
      })
      const isChanged = webhooks.length > 0
      if (isChanged)
        await publishEvent({ kind: 'webhook_changed', webhookId, state: next.enabled ? 'enabled' : 'disabled' })
      return { webhook: next, isChanged }
    })

  const ownIn = ({ webhooks }: Owned, webhookId: string): Webhook => {
    const webhook = webhooks.find(({ id }) => id === webhookId)
    if (webhook === undefined) throw notFound('webhook')
    return withoutExpiredSecret(webhook)
  }

  /** A plan may have become smaller since the caller was let in. */
  const refuseBeyondPlan = ({ plan, webhooks }: Owned, { limits }: LiveAccount): void => {
    const allowed = plan === null ? limits : plans[plan]
    if (webhooks.filter(({ enabled }) => enabled).length >= allowed.webhooks) throw tooMany(allowed)
  }

  const sendManual = (
    accountId: string,
    webhookId: string,
    delivery: Delivery,
    isSame: (waiting: Delivery) => boolean,
  ): Promise<Delivery> =>
    records.runExclusive(async () => {
      const { webhook, found } = await records.change(accountId, (owned) => {
        const now = ownIn(owned, webhookId)
        const found = owned.waiting.find((waiting) => waiting.webhookId === webhookId && isSame(waiting))
        if (found !== undefined) return { webhooks: [], deliveries: [], webhook: now, found }
        const webhook = countManualSend(now, clock.wallMs())
        return { webhooks: [webhook], deliveries: [delivery], webhook, found: null }
      })
      if (found === null) dispatcher.sendOnce(delivery, webhook)
      return found ?? delivery
    })

  /** The secret that receivers know. A second rotation within the overlap does not take it from them: the one in between may never have reached them. */
  const outgoingSecret = (
    { id, sealedSecret, previousSecret }: Webhook,
    overlapHours: number,
  ): Webhook['previousSecret'] => {
    const sealed = previousSecret?.sealed ?? sealedSecret
    const signs = overlapHours > 0 && secretBox.canOpen(sealed, id)
    return signs ? { sealed, untilMs: clock.wallMs() + overlapHours * hourMs } : null
  }

  return {
    create: (account, wanted, operationId) =>
      records.runExclusive(async () => {
        const id = `wh_${operationId}`
        const existing = await records.find(account.id, id)
        // As it was made, whatever has happened to it since: the answer is the first one, less the secret.
        if (existing !== null) return { webhook: newWebhookOf(existing, wanted), secret: null }
        const url = await acceptUrl(account.id, wanted.url)
        const secret = makeSecret()
        const webhook = newWebhookOf(
          { id, accountId: account.id, url, createdAtMs: clock.wallMs(), sealedSecret: secretBox.seal(secret, id) },
          wanted,
        )
        if (!(await records.create(webhook, account.limits.webhooks))) throw tooMany(account.limits)
        await publishEvent({ kind: 'webhook_changed', webhookId: id, state: 'enabled' })
        // Deliveries to inboxes aren't signed, so they have no secret.
        return { webhook, secret: channelIdOf(url) === null ? secret : null }
      }),

    list: async (accountId) => (await records.list(accountId)).map(withoutExpiredSecret),
    get: find,

    update: async (account, webhookId, wanted) => {
      await find(account.id, webhookId)
      const url = wanted.url === undefined ? undefined : await acceptUrl(account.id, wanted.url)
      const { webhook } = await change(account.id, webhookId, (now, owned) => {
        const objection = thresholdViolation(now.event, wanted.threshold ?? now.threshold)
        if (objection !== null)
          throw new ApiError({
            code: 'invalid_parameter',
            message: `\`threshold\` must be ${objection}.`,
            param: 'threshold',
          })
        if (now.event === 'spread' && wanted.amount === null)
          throw new ApiError({
            code: 'invalid_parameter',
            message: '`amount` must be given for `spread`.',
            param: 'amount',
          })
        const next = changedWebhook(now, { ...wanted, url })
        if (next.enabled && !now.enabled) refuseBeyondPlan(owned, account)
        return next
      })
      return webhook
    },

    delete: (accountId, webhookId) =>
      records.runExclusive(async () => {
        if (!(await records.delete(accountId, webhookId))) throw notFound('webhook')
        await publishEvent({ kind: 'webhook_changed', webhookId, state: 'deleted' })
      }),

    idsOf: async (accountId) => (await records.list(accountId)).map(({ id }) => id),
    forget: (accountId, webhookId) =>
      records.runExclusive(async () => {
        await records.delete(accountId, webhookId)
        await publishEvent({ kind: 'webhook_changed', webhookId, state: 'deleted' })
      }),

    disableForInbox: (accountId, inboxId, reason) =>
      records.runExclusive(async () => {
        const { webhooks } = await records.change(accountId, (owned) =>
          changesTo(
            owned.webhooks
              .filter(({ enabled, url }) => enabled && url === urlOfInbox(inboxId))
              .map((webhook): Webhook => ({ ...webhook, enabled: false, disabledReason: reason })),
            owned.waiting,
          ),
        )
        for (const { id } of webhooks) await publishEvent({ kind: 'webhook_changed', webhookId: id, state: 'disabled' })
      }),

    rotateSecret: async (accountId, webhookId, overlapHours, operationId) => {
      const secret = makeSecret()
      const { webhook, isChanged } = await change(accountId, webhookId, (now) =>
        now.rotationId === operationId
          ? now
          : {
              ...now,
              sealedSecret: secretBox.seal(secret, webhookId),
              previousSecret: outgoingSecret(now, overlapHours),
              rotationId: operationId,
            },
      )
      return { webhook, secret: isChanged ? secret : null }
    },

    activateSecret: async (accountId, webhookId) => {
      const { webhook } = await change(accountId, webhookId, (now) =>
        now.previousSecret === null ? now : { ...now, previousSecret: null },
      )
      return webhook
    },

    test: async (accountId, webhookId, operationId) => {
      const webhook = await find(accountId, webhookId)
      const id = `dl_${operationId}`
      const existing = await store.findDelivery(webhookId, id)
      if (existing !== null) return existing
      const nowMs = clock.wallMs()
      const ping = { event: 'ping', data: { webhook_id: webhookId }, id, created_at: isoTime(nowMs) } as const
      return sendManual(
        accountId,
        webhookId,
        newDelivery(webhook, ping, nowMs, true),
        // One that has not even set out yet is the ping that was asked for.
        (waiting) => waiting.id === id || (waiting.event === 'ping' && !dispatcher.hasStarted(waiting.id)),
      )
    },

    deliveries: async (accountId, webhookId) => {
      await find(accountId, webhookId)
      return store.deliveries(webhookId, keptDeliveries)
    },

    resend: async (accountId, webhookId, deliveryId) => {
      await find(accountId, webhookId)
      const delivery = await store.findDelivery(webhookId, deliveryId)
      if (delivery === null) throw notFound('delivery')
      // It is on its way already, by hand or by schedule.
      if (delivery.state === 'pending') return delivery
      const again: Delivery = { ...delivery, state: 'pending', nextAttemptAtMs: clock.wallMs(), once: true }
      return sendManual(accountId, webhookId, again, ({ id }) => id === deliveryId)
    },
  }
}

const tooMany = ({ webhooks }: PlanLimits) =>
  new ApiError({ code: 'webhook_limit', message: `Your plan allows ${webhooks} webhooks.` })
const notFound = (what: string) => new ApiError({ code: 'not_found', message: `There is no such ${what}.` })
