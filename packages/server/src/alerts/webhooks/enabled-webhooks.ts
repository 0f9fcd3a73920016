import type { Webhook, WebhookStore } from './webhook-store.js'

/**
 * The enabled webhooks of a server that is alone with its data, in memory: every new price is held against all of them.
 * The store is written first, then memory, one change at a time.
 */
export type EnabledWebhooks = {
  readonly stored: WebhookStore
  readonly byId: Map<string, Webhook>
  last: Promise<unknown>
}

export const createEnabledWebhooks = (stored: WebhookStore): EnabledWebhooks => ({
  stored,
  byId: new Map(),
  last: Promise.resolve(),
})

export const enabledIn = ({ byId }: EnabledWebhooks, fiat: string): readonly Webhook[] =>
  [...byId.values()].filter((webhook) => webhook.fiat === fiat)

/** Runs `work` while nothing else changes these webhooks. */
export function runAlone<Result>(memory: EnabledWebhooks, work: () => Promise<Result>): Promise<Result> {
  const result = memory.last.then(work, work)
  memory.last = result.catch(() => {})
  return result
}

export function remember({ byId }: EnabledWebhooks, webhooks: readonly Webhook[]): void {
  for (const webhook of webhooks)
    if (webhook.enabled) byId.set(webhook.id, webhook)
    else byId.delete(webhook.id)
}

export async function loadEnabled(memory: EnabledWebhooks): Promise<void> {
  const enabled = await memory.stored.enabled()
  memory.byId.clear()
  remember(memory, enabled)
}

/** The store, with memory kept in step. */
export function rememberingStore(memory: EnabledWebhooks): WebhookStore {
  const { stored, byId } = memory
  return {
    ...stored,
    create: (webhook, atMost) =>
      runAlone(memory, async () => {
        const isCreated = await stored.create(webhook, atMost)
        if (isCreated) remember(memory, [webhook])
        return isCreated
      }),
    delete: (accountId, webhookId) =>
      runAlone(memory, async () => {
        const existed = await stored.delete(accountId, webhookId)
        // Even if the row was gone: it may have been deleted with its account.
        byId.delete(webhookId)
        return existed
      }),
    change: (accountId, decide) =>
      runAlone(memory, async () => {
        const made = await stored.change(accountId, decide)
        remember(memory, made.webhooks)
        return made
      }),
    settle: (claim, decide) =>
      runAlone(memory, async () => {
        const made = await stored.settle(claim, decide)
        if (made !== null) remember(memory, [made.webhook])
        return made
      }),
  }
}
