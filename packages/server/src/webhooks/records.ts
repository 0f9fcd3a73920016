import type { Delivery, Webhook, WebhookStore } from './webhook-store.js'

/** Webhooks and deliveries in memory and on disk, kept in step: every change goes through here, one at a time. */
export interface Records {
  /** An enabled webhook as it is now. */
  get(webhookId: string): Webhook | undefined
  ofFiat(fiat: string): readonly Webhook[]
  find(accountId: string, webhookId: string): Promise<Webhook | null>
  list(accountId: string): Promise<readonly Webhook[]>

  create(webhook: Webhook): Promise<void>
  delete(accountId: string, webhookId: string): Promise<boolean>
  /** On disk first, then in memory. When the disk refuses, nothing has changed. */
  save(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void>
  /** What has happened whatever the disk says: in memory at once, on disk now or with the next change it takes. */
  note(webhook: Webhook, deliveries: readonly Delivery[]): Promise<void>

  /** Runs after everything asked for before it, and alone. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  load(): Promise<void>
  /** Offers the disk once more what it has refused. */
  settle(): Promise<void>
}

export const createRecords = (store: WebhookStore, reportRefusal: (error: unknown) => void): Records => {
  const enabled = new Map<string, Webhook>()
  const owedWebhooks = new Map<string, Webhook>()
  const owedDeliveries = new Map<string, Delivery>()
  let last: Promise<unknown> = Promise.resolve()

  const put = (webhook: Webhook): void => {
    if (webhook.enabled) enabled.set(webhook.id, webhook)
    else enabled.delete(webhook.id)
  }

  const asNow = (stored: Webhook): Webhook => owedWebhooks.get(stored.id) ?? stored

  const save = async (webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void> => {
    // The newer state of the same thing comes later and stays.
    await store.save([...owedWebhooks.values(), ...webhooks], [...owedDeliveries.values(), ...deliveries])
    owedWebhooks.clear()
    owedDeliveries.clear()
    for (const webhook of webhooks) put(webhook)
  }

  const settle = async (): Promise<void> => {
    if (owedWebhooks.size + owedDeliveries.size === 0) return
    await save([], []).catch(reportRefusal)
  }

  return {
    get: (webhookId) => enabled.get(webhookId),
    ofFiat: (fiat) => [...enabled.values()].filter((webhook) => webhook.fiat === fiat),
    find: async (accountId, webhookId) => {
      const stored = await store.find(accountId, webhookId)
      return stored && asNow(stored)
    },
    list: async (accountId) => (await store.list(accountId)).map(asNow),

    create: async (webhook) => {
      await store.create(webhook)
      put(webhook)
    },
    delete: async (accountId, webhookId) => {
      const existed = await store.delete(accountId, webhookId)
      if (existed) {
        enabled.delete(webhookId)
        owedWebhooks.delete(webhookId)
      }
      return existed
    },
    save,
    note: async (webhook, deliveries) => {
      put(webhook)
      owedWebhooks.set(webhook.id, webhook)
      for (const delivery of deliveries) owedDeliveries.set(delivery.id, delivery)
      await settle()
    },

    alone: (work) => {
      const result = last.then(work, work)
      last = result.catch(() => {})
      return result
    },
    load: async () => {
      const found = await store.enabled()
      enabled.clear()
      owedWebhooks.clear()
      owedDeliveries.clear()
      for (const webhook of found) enabled.set(webhook.id, webhook)
    },
    settle,
  }
}
