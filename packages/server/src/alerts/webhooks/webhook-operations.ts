import {
  channelIdOf,
  type DisabledReason,
  isoTime,
  type NewWebhookFields,
  thresholdViolation,
  urlOfInbox,
  type WebhookChange,
} from '@p2p-rates/contract'
import type { LiveAccount, PlanTable } from '../../accounts/actor.js'
import { ApiError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { ChannelService } from '../channels/channel-service.js'
import { isThisServer, urlDefect } from './address-guard.js'
import { type Dispatcher, sendOnce } from './dispatcher.js'
import { newDelivery } from './evaluate-webhook.js'
import { countManualSend } from './manual-sends.js'
import type { SecretBox } from './master-key.js'
import { changedWebhook, changesTo, type Given, newWebhookOf } from './new-and-changed-webhook.js'
import { isExpired, withExpiry } from './schedule.js'
import { makeSecret } from './signature.js'
import {
  type Delivery,
  keptDeliveries,
  type Owned,
  type PublishWebhookEvent,
  type Webhook,
  type WebhookStore,
} from './webhook-store.js'

const hourMs = 3_600_000

export type WebhookWithSecret = { readonly webhook: Webhook; readonly secret: string | null }

export type OperationsContext = {
  readonly store: WebhookStore
  readonly dispatcher: Dispatcher
  readonly secretBox: SecretBox
  readonly plans: PlanTable
  readonly clock: Clock
  readonly receivers: { readonly allowPrivate: boolean; readonly publicUrl: string | undefined }
  readonly channels: Pick<ChannelService, 'isOpenFor'>
  readonly publishEvent: PublishWebhookEvent
}

/** An `operationId` makes an operation idempotent: a repeat returns the result without the secret. */
export const createWebhookOperations = (at: OperationsContext) => ({
  create: create(at),
  list: async (accountId: string): Promise<readonly Webhook[]> =>
    (await at.store.list(accountId)).map((webhook) => asOfNow(at, webhook)),
  get: (accountId: string, webhookId: string) => find(at, accountId, webhookId),
  update: update(at),
  delete: async (accountId: string, webhookId: string): Promise<void> => {
    if (!(await at.store.delete(accountId, webhookId))) throw notFound('webhook')
    await at.publishEvent({ kind: 'webhook_changed', webhookId, state: 'deleted' })
  },
  idsOf: async (accountId: string): Promise<readonly string[]> => (await at.store.list(accountId)).map(({ id }) => id),
  /** Stops the deliveries of a webhook that was deleted with its account. */
  forget: async (accountId: string, webhookId: string): Promise<void> => {
    await at.store.delete(accountId, webhookId)
    await at.publishEvent({ kind: 'webhook_changed', webhookId, state: 'deleted' })
  },
  disableForInbox: disableForInbox(at),
  rotateSecret: rotateSecret(at),
  /** Ends the overlap of a rotation. */
  activateSecret: async (accountId: string, webhookId: string): Promise<Webhook> => {
    const { webhook } = await change(at, accountId, webhookId, (now) =>
      now.previousSecret === null ? now : { ...now, previousSecret: null },
    )
    return webhook
  },
  test: sendPing(at),
  deliveries: async (accountId: string, webhookId: string): Promise<readonly Delivery[]> => {
    await find(at, accountId, webhookId)
    return at.store.deliveries(webhookId, keptDeliveries)
  },
  resend: resend(at),
})

export type WebhookOperations = ReturnType<typeof createWebhookOperations>

const create =
  (at: OperationsContext) =>
  async (
    account: LiveAccount,
    wanted: Given<NewWebhookFields> & { readonly fiat: string },
    operationId: string,
  ): Promise<WebhookWithSecret> => {
    const { store, clock, secretBox, publishEvent } = at
    const id = `wh_${operationId}`
    const existing = await store.find(account.id, id)
    // As it was created, without later changes: a repeat gets the first answer, less the secret.
    if (existing !== null) return { webhook: newWebhookOf(existing, wanted), secret: null }
    const url = await acceptUrl(at, account.id, wanted.url)
    if (isPast(wanted.expires_at, clock)) throw expiresTooEarly()
    const secret = makeSecret()
    const webhook = newWebhookOf(
      { id, accountId: account.id, url, createdAtMs: clock.wallMs(), sealedSecret: secretBox.seal(secret, id) },
      wanted,
    )
    const add = () => store.create(webhook, account.limits.webhooks)
    if (!(await add()) && !((await deleteOldestExpired(at, account.id)) && (await add())))
      throw webhookLimit(account.limits)
    await publishEvent({ kind: 'webhook_changed', webhookId: id, state: 'enabled' })
    // Deliveries to inboxes aren't signed, so they have no secret.
    return { webhook, secret: channelIdOf(url) === null ? secret : null }
  }

/** Makes room for a new webhook: of the expired ones, the first to expire goes. */
async function deleteOldestExpired(at: OperationsContext, accountId: string): Promise<boolean> {
  const expired = (await at.store.list(accountId))
    .filter((webhook) => asOfNow(at, webhook).disabledReason === 'expired')
    .toSorted((one, other) => (one.expiresAtMs ?? 0) - (other.expiresAtMs ?? 0))
  const webhookId = expired[0]?.id
  if (webhookId === undefined || !(await at.store.delete(accountId, webhookId))) return false
  await at.publishEvent({ kind: 'webhook_changed', webhookId, state: 'deleted' })
  return true
}

const update =
  (at: OperationsContext) =>
  async (account: LiveAccount, webhookId: string, wanted: Given<WebhookChange>): Promise<Webhook> => {
    const known = await find(at, account.id, webhookId)
    // The reader of an inbox may have stopped it since.
    const mustBeOpen = wanted.enabled === true && channelIdOf(known.url) !== null ? known.url : undefined
    const newUrl = wanted.url ?? mustBeOpen
    const url = newUrl === undefined ? undefined : await acceptUrl(at, account.id, newUrl)
    const { webhook } = await change(at, account.id, webhookId, (now, owned) => {
      const objection = thresholdViolation(now.event, wanted.threshold ?? now.threshold)
      if (objection !== null) throw invalidParameter('threshold', `\`threshold\` must be ${objection}.`)
      if (now.event === 'spread' && wanted.amount === null)
        throw invalidParameter('amount', '`amount` must be given for `spread`.')
      const next = changedWebhook(now, { ...wanted, url }, at.clock.wallMs())
      if (isPast(wanted.expires_at, at.clock) || (wanted.enabled === true && isExpired(next, at.clock.wallMs())))
        throw expiresTooEarly()
      if (next.enabled && !now.enabled) refuseBeyondPlan(at, owned, account)
      return next
    })
    return webhook
  }

const disableForInbox =
  ({ store, publishEvent }: OperationsContext) =>
  async (
    accountId: string,
    inboxId: string,
    reason: Extract<DisabledReason, 'gone' | 'blocked' | 'refused' | 'stopped'>,
  ): Promise<void> => {
    const { webhooks } = await store.change(accountId, (owned) =>
      changesTo(
        owned.webhooks
          .filter(({ enabled, url }) => enabled && url === urlOfInbox(inboxId))
          .map((webhook): Webhook => ({ ...webhook, enabled: false, disabledReason: reason })),
        owned.waiting,
      ),
    )
    for (const { id } of webhooks) await publishEvent({ kind: 'webhook_changed', webhookId: id, state: 'disabled' })
  }

const rotateSecret =
  (at: OperationsContext) =>
  async (
    accountId: string,
    webhookId: string,
    overlapHours: number,
    operationId: string,
  ): Promise<WebhookWithSecret> => {
    const secret = makeSecret()
    const { webhook, isChanged } = await change(at, accountId, webhookId, (now) =>
      now.rotationId === operationId
        ? now
        : {
            ...now,
            sealedSecret: at.secretBox.seal(secret, webhookId),
            previousSecret: outgoingSecret(at, now, overlapHours),
            rotationId: operationId,
          },
    )
    return { webhook, secret: isChanged ? secret : null }
  }

/** A second rotation within the overlap keeps it, because the secret in between may never have reached receivers. */
function outgoingSecret(
  { secretBox, clock }: OperationsContext,
  { id, sealedSecret, previousSecret }: Webhook,
  overlapHours: number,
): Webhook['previousSecret'] {
  const sealed = previousSecret?.sealed ?? sealedSecret
  const signs = overlapHours > 0 && secretBox.canOpen(sealed, id)
  return signs ? { sealed, untilMs: clock.wallMs() + overlapHours * hourMs } : null
}

const sendPing =
  (at: OperationsContext) =>
  async (accountId: string, webhookId: string, operationId: string): Promise<Delivery> => {
    const { store, clock, dispatcher } = at
    const webhook = await find(at, accountId, webhookId)
    const id = `dl_${operationId}`
    const existing = await store.findDelivery(webhookId, id)
    if (existing !== null) return existing
    const nowMs = clock.wallMs()
    const ping = { event: 'ping', data: { webhook_id: webhookId }, id, created_at: isoTime(nowMs) } as const
    return sendManual(
      at,
      accountId,
      newDelivery(webhook, ping, nowMs, true),
      // A ping whose attempt has not begun is the one that was asked for.
      (waiting) => waiting.id === id || (waiting.event === 'ping' && !dispatcher.manualSends.hasStarted(waiting.id)),
    )
  }

const resend =
  (at: OperationsContext) =>
  async (accountId: string, webhookId: string, deliveryId: string): Promise<Delivery> => {
    await find(at, accountId, webhookId)
    const delivery = await at.store.findDelivery(webhookId, deliveryId)
    if (delivery === null) throw notFound('delivery')
    if (delivery.state === 'pending') return delivery.once ? delivery : retryNow(at, accountId, delivery)
    const again: Delivery = { ...delivery, state: 'pending', nextAttemptAtMs: at.clock.wallMs(), once: true }
    return sendManual(at, accountId, again, ({ id }) => id === deliveryId)
  }

/** The next attempt is due at once, because the user expects the receiver to work again. */
async function retryNow(at: OperationsContext, accountId: string, delivery: Delivery): Promise<Delivery> {
  const nowMs = at.clock.wallMs()
  const { isChanged } = await change(at, accountId, delivery.webhookId, (now) =>
    now.consecutiveFailures === 0 ? now : { ...countManualSend(now, nowMs), consecutiveFailures: 0 },
  )
  return isChanged ? { ...delivery, nextAttemptAtMs: nowMs } : delivery
}

async function sendManual(
  at: OperationsContext,
  accountId: string,
  delivery: Delivery,
  isSame: (waiting: Delivery) => boolean,
): Promise<Delivery> {
  const { webhookId } = delivery
  const { webhook, found } = await at.store.change(accountId, (owned) => {
    const now = ownIn(at, owned, webhookId)
    const found = owned.waiting.find((waiting) => waiting.webhookId === webhookId && isSame(waiting))
    if (found !== undefined) return { webhooks: [], deliveries: [], webhook: now, found }
    const webhook = countManualSend(now, at.clock.wallMs())
    return { webhooks: [webhook], deliveries: [delivery], webhook, found: null }
  })
  if (found !== null) return found
  sendOnce(at.dispatcher, delivery, webhook)
  return delivery
}

/** Changes one webhook as it is now. Nothing is stored if `decide` returns it unchanged. */
async function change(
  at: OperationsContext,
  accountId: string,
  webhookId: string,
  decide: (now: Webhook, owned: Owned) => Webhook,
): Promise<{ readonly webhook: Webhook; readonly isChanged: boolean }> {
  await find(at, accountId, webhookId)
  const { next, webhooks } = await at.store.change(accountId, (owned) => {
    const now = ownIn(at, owned, webhookId)
    const next = decide(now, owned)
    return { ...changesTo(next === now ? [] : [next], owned.waiting), next }
  })
  const isChanged = webhooks.length > 0
  if (isChanged)
    await at.publishEvent({ kind: 'webhook_changed', webhookId, state: next.enabled ? 'enabled' : 'disabled' })
  return { webhook: next, isChanged }
}

async function find(at: OperationsContext, accountId: string, webhookId: string): Promise<Webhook> {
  const webhook = await at.store.find(accountId, webhookId)
  if (webhook === null) throw notFound('webhook')
  return asOfNow(at, webhook)
}

function ownIn(at: OperationsContext, { webhooks }: Owned, webhookId: string): Webhook {
  const webhook = webhooks.find(({ id }) => id === webhookId)
  if (webhook === undefined) throw notFound('webhook')
  return asOfNow(at, webhook)
}

/** Webhook without a secret that has expired, and disabled if it has expired itself. */
function asOfNow({ clock }: OperationsContext, webhook: Webhook): Webhook {
  const nowMs = clock.wallMs()
  const { previousSecret } = webhook
  const isOver = previousSecret !== null && nowMs >= previousSecret.untilMs
  return withExpiry(isOver ? { ...webhook, previousSecret: null } : webhook, nowMs)
}

async function acceptUrl({ channels, receivers }: OperationsContext, accountId: string, text: string): Promise<string> {
  if (channelIdOf(text) !== null) {
    if (await channels.isOpenFor(accountId, text)) return text
    throw invalidUrl('There is no such inbox, or its reader has not said yes.')
  }
  const defect = urlDefect(text, receivers)
  if (defect !== null) throw invalidUrl(`\`url\` ${defect}.`)
  const url = new URL(text)
  if (isThisServer(url, receivers.publicUrl)) throw invalidUrl('`url` must not be an address of this server.')
  return url.href
}

const invalidUrl = (message: string) => new ApiError({ code: 'invalid_webhook_url', message, param: 'url' })

/** A plan may have become smaller since the request was admitted. */
function refuseBeyondPlan(at: OperationsContext, { plan, webhooks }: Owned, { limits }: LiveAccount): void {
  const allowed = plan === null ? limits : at.plans[plan]
  if (webhooks.filter((webhook) => asOfNow(at, webhook).enabled).length >= allowed.webhooks) throw webhookLimit(allowed)
}

const webhookLimit = ({ webhooks }: { readonly webhooks: number }) =>
  new ApiError({ code: 'webhook_limit', message: `Your plan allows ${webhooks} webhooks.` })
const isPast = (moment: string | null | undefined, clock: Clock): boolean =>
  typeof moment === 'string' && Date.parse(moment) <= clock.wallMs()
const expiresTooEarly = () => invalidParameter('expires_at', '`expires_at` must be later than now.')
const notFound = (what: string) => new ApiError({ code: 'not_found', message: `There is no such ${what}.` })
const invalidParameter = (param: string, message: string) => new ApiError({ code: 'invalid_parameter', message, param })
