import type { CrossingState, DeliveryInput, Holding, PlanName, WebhookInput } from '@p2p-rates/contract'

/** What its owner sees, and what only the server knows. */
export type Webhook = WebhookInput & {
  readonly accountId: string
  readonly crossing: CrossingState
  readonly firedAtMs: number | null
  /** How long it has been seen to hold, where it must. */
  readonly holding: Holding | null
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

/** Of one webhook, beside what waits: many firings and tests must not fill the disk. */
export const keptDeliveries = 100

/** The right to send what waits for one webhook. Whoever lost it to another can settle nothing. */
export type Claim = {
  readonly webhook: Webhook
  readonly token: string
  /** What waits for its turn, in the order in which it came up. What was asked for by hand is not among it. */
  readonly waiting: readonly Delivery[]
}

/** A webhook as it is now, with its deliveries that are new or have changed. */
export type Change = {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  /** Until the next attempt; `null` when all is well or over. */
  readonly waitMs: number | null
}

/** All webhooks of one account as they stand. */
export type Owned = {
  /** `null`: there is no such account. */
  readonly plan: PlanName | null
  /** The oldest first. */
  readonly webhooks: readonly Webhook[]
  /** What waits for an attempt, in the order in which it came up; also what was asked for by hand. */
  readonly waiting: readonly Delivery[]
}

/** What was decided about an account's webhooks: those that are changed by it, and deliveries new or changed. */
export type Changes = { readonly webhooks: readonly Webhook[]; readonly deliveries: readonly Delivery[] }

/** Webhooks and what was sent to them. Implemented in store/; every implementation passes webhook-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface WebhookStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(webhook: Webhook, atMost: number): Promise<boolean>
  find(accountId: string, webhookId: string): Promise<Webhook | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly Webhook[]>
  /** Every enabled webhook, for evaluation. */
  enabled(): Promise<readonly Webhook[]>
  /** The accounts that have a webhook. */
  owners(): Promise<readonly string[]>
  /** With all its deliveries. False when there is none. */
  delete(accountId: string, webhookId: string): Promise<boolean>
  /**
   * In one durable step: `decide` is told what an account has as it stands, and what it answers is written. Nobody else
   * changes any of it meanwhile. `decide` may be asked again; when it throws, nothing is written.
   */
  change<Made extends Changes>(accountId: string, decide: (owned: Owned) => Made): Promise<Made>

  /** In one durable step: webhooks as they are now, deliveries new or changed. What belongs to a deleted webhook is left out, and only the newest `keptDeliveries` of each webhook stay. */
  save(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void>

  /**
   * In one step: nobody else gets the claim until it is settled, given back, or `leaseMs` have passed. Null while
   * another has it, and of a webhook that is not enabled. It need not survive a power cut.
   */
  claim(webhookId: string, leaseMs: number): Promise<Claim | null>
  /**
   * Ends a claim: in one durable step `decide` is told the webhook and what waits for its turn as they stand, and what it
   * answers is written. Null, with nothing written, where somebody else has got the claim or the webhook is gone. `decide`
   * may be asked again. When it throws, the claim goes on.
   */
  settle<Made extends Change>(
    claim: Claim,
    decide: (now: Webhook, waiting: readonly Delivery[]) => Made,
  ): Promise<Made | null>
  /** Ends a claim under which nothing was sent. */
  release(claim: Claim): Promise<void>

  /** What the webhooks of each currency were measured at last. */
  lastValues(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>
  /** Replaces those of one currency. */
  saveLastValues(fiat: string, values: ReadonlyMap<string, number>): Promise<void>
  /** Those that wait for an attempt, in the order in which they came up. */
  pending(): Promise<readonly Delivery[]>
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | null>
  /** Newest first, at most `limit`. */
  deliveries(webhookId: string, limit: number): Promise<readonly Delivery[]>
  /** What waits for an attempt stays. */
  forgetDeliveriesBefore(ms: number): Promise<number>
}
