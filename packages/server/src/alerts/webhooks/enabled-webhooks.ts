import { randomText } from '../../accounts/tokens.js'
import { getOrCreate } from '../../base/get-or-create.js'
import { faultFields } from '../../base/log/log.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { createWebhookEvaluator } from './webhook-evaluator.js'
import type { WebhookServicePorts } from './webhook-service.js'
import type { Webhook, WebhookStore } from './webhook-store.js'

/**
 * The enabled webhooks of a server that is alone with its data, in memory: every new price is held against all of them.
 * The store is written first, then memory, one change at a time.
 */
export function createEnabledWebhooks(ports: WebhookServicePorts, onFired: () => void) {
  const { log } = ports.runtime
  const { webhooks: stored } = ports.store
  const byId = new Map<string, Webhook>()
  const lastValues = createLastMeasurements(stored, (error) =>
    log.debug('the last values of webhooks are not written down yet', faultFields(error)),
  )
  const evaluator = createWebhookEvaluator({ ...ports, lastValues, makeId: () => `dl_${randomText(22)}` })
  let last: Promise<unknown> = Promise.resolve()
  let isStopped = false

  /** Runs `work` while nothing else changes these webhooks. */
  const runAlone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work)
    last = result.catch(() => {})
    return result
  }
  const remember = (webhooks: readonly Webhook[]): void => {
    for (const webhook of webhooks)
      if (webhook.enabled) byId.set(webhook.id, webhook)
      else byId.delete(webhook.id)
  }
  const evaluate = async (snapshot: MarketSnapshot): Promise<void> => {
    const watching = [...byId.values()].filter(({ fiat }) => fiat === snapshot.fiat)
    for await (const { webhooks, deliveries } of evaluator.evaluate(watching, snapshot)) {
      // Stored before the first attempt. If that fails, nothing has happened, and the next data are evaluated again.
      await stored.save(webhooks, deliveries)
      remember(webhooks)
      if (deliveries.length > 0) onFired()
    }
    await lastValues.save(snapshot.fiat)
  }

  return {
    store: rememberingStore(stored, { runAlone, remember, forget: (webhookId) => void byId.delete(webhookId) }),
    onSnapshot: (snapshot: MarketSnapshot): void => {
      if (isStopped) return
      runAlone(() => evaluate(snapshot)).catch((error: unknown) =>
        log.error('webhooks were not evaluated', { fiat: snapshot.fiat, ...faultFields(error) }),
      )
    },
    load: () =>
      runAlone(async () => {
        const enabled = await stored.enabled()
        byId.clear()
        remember(enabled)
        await lastValues.load()
      }),
    forget: lastValues.forget,
    /** Resolves once every snapshot received up to now is evaluated and stored. */
    settled: () => runAlone(async () => {}),
    stop: (): void => {
      isStopped = true
    },
  }
}

const rememberingStore = (
  stored: WebhookStore,
  memory: {
    runAlone<Result>(work: () => Promise<Result>): Promise<Result>
    remember(webhooks: readonly Webhook[]): void
    forget(webhookId: string): void
  },
): WebhookStore => ({
  ...stored,
  create: (webhook, atMost) =>
    memory.runAlone(async () => {
      const isCreated = await stored.create(webhook, atMost)
      if (isCreated) memory.remember([webhook])
      return isCreated
    }),
  delete: (accountId, webhookId) =>
    memory.runAlone(async () => {
      const existed = await stored.delete(accountId, webhookId)
      // Even if the row was gone: it may have been deleted with its account.
      memory.forget(webhookId)
      return existed
    }),
  change: (accountId, decide) =>
    memory.runAlone(async () => {
      const made = await stored.change(accountId, decide)
      memory.remember(made.webhooks)
      return made
    }),
  settle: (claim, decide) =>
    memory.runAlone(async () => {
      const made = await stored.settle(claim, decide)
      if (made !== null) memory.remember([made.webhook])
      return made
    }),
})

type Measured = Pick<Webhook, 'id' | 'fiat'>

export type LastMeasurements = ReturnType<typeof createLastMeasurements>

/** Previous value of the next event of every webhook. Kept in memory, and on disk per currency. */
export function createLastMeasurements(
  store: Pick<WebhookStore, 'lastValues' | 'saveLastValues'>,
  reportRefusal: (error: unknown) => void,
) {
  const byFiat = new Map<string, Map<string, number>>()
  const unsaved = new Set<string>()

  const valuesOf = (fiat: string) => getOrCreate(byFiat, fiat, () => new Map<string, number>())

  return {
    of: ({ id, fiat }: Measured): number | null => byFiat.get(fiat)?.get(id) ?? null,
    recordValue: ({ id, fiat }: Measured, value: number): void => {
      const values = valuesOf(fiat)
      if (values.get(id) === value) return
      values.set(id, value)
      unsaved.add(fiat)
    },
    forget: (webhookId: string): void => {
      for (const [fiat, values] of byFiat) if (values.delete(webhookId)) unsaved.add(fiat)
    },
    /** Stores the changes of one currency. After a storage error, the next call retries. */
    save: async (fiat: string): Promise<void> => {
      if (!unsaved.delete(fiat)) return
      try {
        await store.saveLastValues(fiat, valuesOf(fiat))
      } catch (error) {
        unsaved.add(fiat)
        reportRefusal(error)
      }
    },
    load: async (): Promise<void> => {
      byFiat.clear()
      unsaved.clear()
      for (const [fiat, values] of await store.lastValues()) byFiat.set(fiat, new Map(values))
    },
  }
}
