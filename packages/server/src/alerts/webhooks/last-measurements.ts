import type { Webhook, WebhookStore } from './webhook-store.js'

/**
 * Last measured value of every webhook, sent as the previous value when it fires. Kept in memory, and on disk per
 * currency.
 */
export interface LastMeasurements {
  of(webhook: Pick<Webhook, 'id' | 'fiat'>): number | null
  recordValue(webhook: Pick<Webhook, 'id' | 'fiat'>, value: number): void
  forget(webhookId: string): void
  /** Stores the changes of one currency. After a storage error, the next call retries. */
  save(fiat: string): Promise<void>
  load(): Promise<void>
}

type LastValueStore = Pick<WebhookStore, 'lastValues' | 'saveLastValues'>

export function createLastMeasurements(
  store: LastValueStore,
  reportRefusal: (error: unknown) => void,
): LastMeasurements {
  const byFiat = new Map<string, Map<string, number>>()
  const unsaved = new Set<string>()

  const valuesOf = (fiat: string): Map<string, number> => {
    const values = byFiat.get(fiat) ?? new Map<string, number>()
    byFiat.set(fiat, values)
    return values
  }

  return {
    of: ({ id, fiat }) => byFiat.get(fiat)?.get(id) ?? null,
    recordValue: ({ id, fiat }, value) => {
      const values = valuesOf(fiat)
      if (values.get(id) === value) return
      values.set(id, value)
      unsaved.add(fiat)
    },
    forget: (webhookId) => {
      for (const [fiat, values] of byFiat) if (values.delete(webhookId)) unsaved.add(fiat)
    },
    save: async (fiat) => {
      if (!unsaved.delete(fiat)) return
      try {
        await store.saveLastValues(fiat, valuesOf(fiat))
      } catch (error) {
        unsaved.add(fiat)
        reportRefusal(error)
      }
    },
    load: async () => {
      byFiat.clear()
      unsaved.clear()
      for (const [fiat, values] of await store.lastValues()) byFiat.set(fiat, new Map(values))
    },
  }
}
