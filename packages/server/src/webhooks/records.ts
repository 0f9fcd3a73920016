import { createDebts } from './debts.js'
import type { Change, Claim, Delivery, Webhook, WebhookStore } from './webhook-store.js'

/** Webhooks and deliveries in memory and on disk, kept in step: every change goes through here, one at a time. */
export interface Records {
  /** An enabled webhook as it is now. */
  get(webhookId: string): Webhook | undefined
  ofFiat(fiat: string): readonly Webhook[]
  find(accountId: string, webhookId: string): Promise<Webhook | null>
  list(accountId: string): Promise<readonly Webhook[]>

  /** False when its account has `atMost` already. */
  create(webhook: Webhook, atMost: number): Promise<boolean>
  delete(accountId: string, webhookId: string): Promise<boolean>
  /** On disk first, then in memory. When the disk refuses, nothing has changed. */
  save(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void>
  /** The right to send, with what waits as far as it is known here. Null while it is another's. */
  claim(webhookId: string, leaseMs: number): Promise<Claim | null>
  giveBack(claim: Claim): Promise<void>
  /** What an attempt has come to, as `note` does it. Null when the claim was lost: then it has come to nothing. */
  settle<Made extends Change>(claim: Claim, decide: (now: Webhook) => Made): Promise<Made | null>
  /** What has happened whatever the disk says: in memory at once, on disk now or with the next change it takes. */
  note(webhook: Webhook, deliveries: readonly Delivery[]): Promise<void>

  /** Runs after everything asked for before it, and alone. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  load(): Promise<void>
  /** Offers the disk once more what it has refused. */
  payDebts(): Promise<void>
}

export function createRecords(store: WebhookStore, reportRefusal: (error: unknown) => void): Records {
  const enabled = new Map<string, Webhook>()
  const owed = createDebts()
  let last: Promise<unknown> = Promise.resolve()

  const put = (webhook: Webhook): void => {
    if (webhook.enabled) enabled.set(webhook.id, webhook)
    else enabled.delete(webhook.id)
  }

  /** Somebody else has changed it. */
  const readAgain = async (webhookId: string): Promise<void> => {
    const known = enabled.get(webhookId)
    if (known === undefined) return
    const stored = await store.find(known.accountId, webhookId)
    if (stored === null) enabled.delete(webhookId)
    else put(owed.asNow(stored))
  }

  const settle = async <Made extends Change>(claim: Claim, decide: (now: Webhook) => Made): Promise<Made | null> => {
    const { webhookId } = claim
    const earlier = owed.deliveriesOf(webhookId)
    const made = await store.settle(claim, (stored) => {
      const next = decide(owed.asNow(stored))
      return { ...next, deliveries: [...earlier, ...next.deliveries] }
    })
    owed.forget(webhookId)
    if (made === null) await readAgain(webhookId)
    else put(made.webhook)
    return made
  }

  const payClaims = async (): Promise<void> => {
    for (const claim of owed.claims()) await settle(claim, (webhook) => ({ webhook, deliveries: [] }))
  }

  const save = async (webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void> => {
    await payClaims()
    // The newer state of the same thing comes later and stays.
    await store.save([...owed.webhooks(), ...webhooks], [...owed.deliveries(), ...deliveries])
    owed.clear()
    for (const webhook of webhooks) put(webhook)
  }

  const payDebts = async (): Promise<void> => {
    if (owed.webhooks().length > 0) await save([], []).catch(reportRefusal)
  }

  return {
    get: (webhookId) => enabled.get(webhookId),
    ofFiat: (fiat) => [...enabled.values()].filter((webhook) => webhook.fiat === fiat),
    find: async (accountId, webhookId) => {
      const stored = await store.find(accountId, webhookId)
      return stored && owed.asNow(stored)
    },
    list: async (accountId) => (await store.list(accountId)).map(owed.asNow),

    create: async (webhook, atMost) => {
      const created = await store.create(webhook, atMost)
      if (created) put(webhook)
      return created
    },
    delete: async (accountId, webhookId) => {
      const existed = await store.delete(accountId, webhookId)
      if (existed) {
        enabled.delete(webhookId)
        owed.forget(webhookId)
      }
      return existed
    },
    save,
    claim: async (webhookId, leaseMs) => {
      const claim = await store.claim(webhookId, leaseMs)
      if (claim === null) await readAgain(webhookId)
      return claim && { ...claim, waiting: owed.stillWaiting(claim.waiting) }
    },
    giveBack: (claim) => store.giveBack(claim),
    settle: async (claim, decide) => {
      try {
        const made = await settle(claim, decide)
        await payDebts()
        return made
      } catch (error) {
        reportRefusal(error)
        await store.giveBack(claim).catch(reportRefusal)
        const known = enabled.get(claim.webhookId)
        if (known === undefined) return null
        const made = decide(known)
        put(made.webhook)
        owed.add(made, claim)
        return made
      }
    },
    note: async (webhook, deliveries) => {
      put(webhook)
      owed.add({ webhook, deliveries })
      await payDebts()
    },

    alone: (work) => {
      const result = last.then(work, work)
      last = result.catch(() => {})
      return result
    },
    load: async () => {
      const found = await store.enabled()
      enabled.clear()
      owed.clear()
      for (const webhook of found) enabled.set(webhook.id, webhook)
    },
    payDebts,
  }
}
