import type {
  BestPriceEvent,
  CrossingState,
  DeliveryInput,
  Holding,
  PlanName,
  SpreadEvent,
  WebhookInput,
} from '@p2p-rates/contract'

export type CrossingEvent = SpreadEvent | BestPriceEvent

export type Webhook = WebhookInput & {
  readonly accountId: string
  readonly crossing: CrossingState
  readonly firedAtMs: number | null
  /** Period for which the condition has held, if the webhook requires a duration. */
  readonly holding: Holding | null
  /** Newest event of the current quiet hours. It is sent after them, or the newest data in its place. */
  readonly deferred: CrossingEvent | null
  /** Local day of the newest digest; null without digests, and until a webhook that is enabled again is evaluated. */
  readonly digestDay: number | null
  /** Sealed: only the process that holds the master key can sign. */
  readonly sealedSecret: Uint8Array
  /** During a rotation the previous secret signs as well until this instant. */
  readonly previousSecret: { readonly sealed: Uint8Array; readonly untilMs: number } | null
  /** The rotation that made the present secret, so that repeating its request does not rotate again. */
  readonly rotationId: string | null
  /** When pings and resends were asked for within the last hour before the newest of them. */
  readonly sentByHandMs: readonly number[]
}

/** One event of one webhook: written before its first attempt, kept with every attempt's outcome. */
export type Delivery = DeliveryInput & {
  /** The exact bytes every attempt sends. */
  readonly body: string
  /** Sent once, out of line: a ping or something sent again by hand. Neither counts as a failure nor is repeated. */
  readonly once: boolean
}

/** Maximum number per webhook, not counting waiting ones, so that firings and tests can't fill the disk. */
export const keptDeliveries = 100

/** Right to send the waiting deliveries of one webhook. A holder that lost it can't settle anything. */
export type Claim = {
  readonly webhook: Webhook
  readonly token: string
  /** Waiting deliveries in order of creation, without manual ones. */
  readonly waiting: readonly Delivery[]
}

export type Change = {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  /** Until the next attempt; `null` when all is well or over. */
  readonly waitMs: number | null
}

export type Owned = {
  /** `null`: there is no such account. */
  readonly plan: PlanName | null
  /** The oldest first. */
  readonly webhooks: readonly Webhook[]
  /** Waiting deliveries in order of creation, including manual ones. */
  readonly waiting: readonly Delivery[]
}

export type Changes = { readonly webhooks: readonly Webhook[]; readonly deliveries: readonly Delivery[] }

/** Implemented in storage/; every implementation passes webhook-store.contract.ts. Writes resolve once durable. */
export interface WebhookStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(webhook: Webhook, atMost: number): Promise<boolean>
  find(accountId: string, webhookId: string): Promise<Webhook | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly Webhook[]>
  enabled(): Promise<readonly Webhook[]>
  owners(): Promise<readonly string[]>
  /** With all its deliveries. False when there is none. */
  delete(accountId: string, webhookId: string): Promise<boolean>
  /**
   * Atomic and durable. Calls `decide` with the account's current data and stores its result; nothing else changes them
   * meanwhile. `decide` may run again. If it throws, nothing is stored.
   */
  change<Made extends Changes>(accountId: string, decide: (owned: Owned) => Made): Promise<Made>

  /** In one durable step: webhooks as they are now, deliveries new or changed. What belongs to a deleted webhook is left out, and only the newest `keptDeliveries` of each webhook stay. */
  save(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void>

  /** Enabled webhooks with a due and unclaimed delivery, longest due first, without the given ones. */
  due(limit: number, besides: readonly string[]): Promise<readonly Webhook[]>
  /** Time until `due` may find more: the next moment on record, or when another server may have written some. */
  msUntilDue(): Promise<number>
  /**
   * Atomic. The claim is exclusive until it's settled, released, or older than `leaseMs`. Null while another process
   * holds it, if nothing is due, or if the webhook isn't enabled. It needn't survive a power cut.
   */
  claim(webhookId: string, leaseMs: number): Promise<Claim | null>
  /**
   * Ends a claim in one durable step. Calls `decide` with the current webhook and its waiting deliveries, and stores
   * the result. Null, with nothing stored, if another process has the claim or the webhook is gone. `decide` may run
   * again. If it throws, the claim continues.
   */
  settle<Made extends Change>(
    claim: Claim,
    decide: (now: Webhook, waiting: readonly Delivery[]) => Made,
  ): Promise<Made | null>
  /** Ends a claim under which nothing was sent. */
  release(claim: Claim): Promise<void>
  /**
   * Applies `end` to manual deliveries whose sender is presumed dead. The sender of the `held` ones is this server; it
   * calls again within 2 minutes.
   */
  endAbandoned(held: readonly string[], end: (delivery: Delivery) => Delivery): Promise<void>

  lastValues(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>
  /** Replaces those of one currency. */
  saveLastValues(fiat: string, values: ReadonlyMap<string, number>): Promise<void>
  /** Deliveries that wait for an attempt, in order of creation. */
  pending(): Promise<readonly Delivery[]>
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | null>
  /** Newest first, at most `limit`. */
  deliveries(webhookId: string, limit: number): Promise<readonly Delivery[]>
  /** Keeps deliveries that wait for an attempt. */
  forgetDeliveriesBefore(ms: number): Promise<number>
}

/** Also evaluates webhooks in the transaction that publishes, for several servers. Implemented in storage/postgres. */
export interface SharedWebhookStore extends WebhookStore {
  /** Locks these webhooks until the current transaction ends. */
  watchedWebhooks(fiat: string): Promise<{
    readonly webhooks: readonly Webhook[]
    readonly lastValues: ReadonlyMap<string, number>
  }>
  /** Stores webhooks that `watchedWebhooks` returned. Existing deliveries stay unchanged. */
  storeFired(changes: Changes): Promise<void>
}

export type WebhookChanged = {
  readonly kind: 'webhook_changed'
  readonly webhookId: string
  readonly state: 'enabled' | 'disabled' | 'deleted'
}

export type PublishWebhookEvent = (event: WebhookChanged) => void | Promise<void>
