import type { Webhook, WebhookStore } from './webhook-store.js'

/** The enabled webhooks in memory, and the rule that only one change to any of them is under way at a time. */
export interface Records {
  get(webhookId: string): Webhook | undefined
  ofFiat(fiat: string): Iterable<Webhook>
  /** Takes over what the store has accepted. */
  put(webhook: Webhook): void
  remove(webhookId: string): void
  /** Runs after everything asked for before it, and alone. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  load(): Promise<void>
}

export const createRecords = (store: WebhookStore): Records => {
  let enabled = new Map<string, Webhook>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    get: (webhookId) => enabled.get(webhookId),
    *ofFiat(fiat) {
      for (const webhook of enabled.values()) if (webhook.fiat === fiat) yield webhook
    },
    put: (webhook) => {
      if (webhook.enabled) enabled.set(webhook.id, webhook)
      else enabled.delete(webhook.id)
    },
    remove: (webhookId) => {
      enabled.delete(webhookId)
    },
    alone: (work) => {
      const result = last.then(work, work)
      last = result.catch(() => {})
      return result
    },
    load: async () => {
      enabled = new Map((await store.enabled()).map((webhook) => [webhook.id, webhook]))
    },
  }
}
