import type { LockableWebhookStore } from './lockable-webhook-store.js'
import { createUnflushedWrites } from './unflushed-writes.js'
import type { Change, Changes, Claim, Delivery, Owned, Webhook, WebhookStore } from './webhook-store.js'

/** Webhooks and deliveries in memory and on disk, kept in step: every change goes through here, one at a time. */
export interface WebhookCache extends LockableWebhookStore {
  /** An enabled webhook as it is now. */
  get(webhookId: string): Webhook | undefined
  ofFiat(fiat: string): readonly Webhook[]

  /** On disk first, then in memory. When the disk refuses, nothing has changed. */
  save(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void>
  /** Claims the right to send, with the waiting deliveries known here. Null while another process holds it. */
  claim(webhookId: string, leaseMs: number): Promise<Claim | null>
  release(claim: Claim): Promise<void>
  /** Stores an attempt's outcome. Null if the claim was lost; then nothing changes. */
  settle<Made extends Change>(claim: Claim, decide: (now: Webhook) => Made): Promise<Made | null>
  /**
   * Records a change that has already happened. Updates memory at once, and the disk now or with its next successful
   * write.
   */
  saveWebhook(webhook: Webhook, deliveries: readonly Delivery[]): Promise<void>

  load(): Promise<void>
  /** Retries the writes that the disk rejected. */
  flushUnflushed(): Promise<void>
}

export function createWebhookCache(store: WebhookStore, reportRefusal: (error: unknown) => void): WebhookCache {
  const enabled = new Map<string, Webhook>()
  const unflushed = createUnflushedWrites()
  let last: Promise<unknown> = Promise.resolve()

  const put = (webhook: Webhook): void => {
    if (webhook.enabled) enabled.set(webhook.id, webhook)
    else enabled.delete(webhook.id)
  }

  const reloadWebhook = async (webhookId: string): Promise<void> => {
    const known = enabled.get(webhookId)
    if (known === undefined) return
    const stored = await store.find(known.accountId, webhookId)
    if (stored === null) enabled.delete(webhookId)
    else put(unflushed.latestOf(stored))
  }

  const settle = async <Made extends Change>(claim: Claim, decide: (now: Webhook) => Made): Promise<Made | null> => {
    const webhookId = claim.webhook.id
    const earlier = unflushed.deliveriesOf(webhookId)
    const made = await store.settle(claim, (stored) => {
      const next = decide(unflushed.latestOf(stored))
      return { ...next, deliveries: [...earlier, ...next.deliveries] }
    })
    unflushed.forget(webhookId)
    if (made === null) await reloadWebhook(webhookId)
    else put(made.webhook)
    return made
  }

  const settleUnflushedClaims = async (): Promise<void> => {
    for (const claim of unflushed.claims())
      await settle(claim, (webhook) => ({ webhook, deliveries: [], waitMs: null }))
  }

  const save = async (webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void> => {
    await settleUnflushedClaims()
    // The newer state of the same thing comes later and stays.
    await store.save([...unflushed.webhooks(), ...webhooks], [...unflushed.deliveries(), ...deliveries])
    unflushed.clear()
    for (const webhook of webhooks) put(webhook)
  }

  const change = async <Made extends Changes>(accountId: string, decide: (owned: Owned) => Made): Promise<Made> => {
    // From here on the disk knows all that memory knows.
    if (unflushed.webhooks().length > 0) await save([], [])
    const made = await store.change(accountId, decide)
    for (const webhook of made.webhooks) put(webhook)
    return made
  }

  const flushUnflushed = async (): Promise<void> => {
    if (unflushed.webhooks().length > 0) await save([], []).catch(reportRefusal)
  }

  return {
    get: (webhookId) => enabled.get(webhookId),
    ofFiat: (fiat) => [...enabled.values()].filter((webhook) => webhook.fiat === fiat),
    find: async (accountId, webhookId) => {
      const stored = await store.find(accountId, webhookId)
      return stored && unflushed.latestOf(stored)
    },
    list: async (accountId) => (await store.list(accountId)).map(unflushed.latestOf),

    create: async (webhook, atMost) => {
      const created = await store.create(webhook, atMost)
      if (created) put(webhook)
      return created
    },
    delete: async (accountId, webhookId) => {
      const existed = await store.delete(accountId, webhookId)
      // Even if the row was gone: it may have been deleted with its account.
      enabled.delete(webhookId)
      unflushed.forget(webhookId)
      return existed
    },
    change,
    save,
    claim: async (webhookId, leaseMs) => {
      const claim = await store.claim(webhookId, leaseMs)
      if (claim === null) await reloadWebhook(webhookId)
      return (
        claim && { ...claim, webhook: unflushed.latestOf(claim.webhook), waiting: unflushed.pendingOf(claim.waiting) }
      )
    },
    release: (claim) => store.release(claim),
    settle: async (claim, decide) => {
      try {
        const made = await settle(claim, decide)
        await flushUnflushed()
        return made
      } catch (error) {
        reportRefusal(error)
        await store.release(claim).catch(reportRefusal)
        const known = enabled.get(claim.webhook.id)
        if (known === undefined) return null
        const made = decide(known)
        put(made.webhook)
        unflushed.add(made, claim)
        return made
      }
    },
    saveWebhook: async (webhook, deliveries) => {
      put(webhook)
      unflushed.add({ webhook, deliveries })
      await flushUnflushed()
    },

    runExclusive: (work) => {
      const result = last.then(work, work)
      last = result.catch(() => {})
      return result
    },
    load: async () => {
      const found = await store.enabled()
      enabled.clear()
      unflushed.clear()
      for (const webhook of found) enabled.set(webhook.id, webhook)
    },
    flushUnflushed,
  }
}
