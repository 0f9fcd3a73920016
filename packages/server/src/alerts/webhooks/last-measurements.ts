import type { Webhook, WebhookStore } from './webhook-store.js'

type Measured = Pick<Webhook, 'id' | 'fiat'>

export type LastMeasurements = ReturnType<typeof createLastMeasurements>

/**
 * Last measured value of every webhook, sent as the previous value when it fires. Kept in memory, and on disk per
 * currency.
 */
export function createLastMeasurements(
  store: Pick<WebhookStore, 'lastValues' | 'saveLastValues'>,
  reportRefusal: (error: unknown) => void,
) {
  const byFiat = new Map<string, Map<string, number>>()
  const unsaved = new Set<string>()

  const valuesOf = (fiat: string): Map<string, number> => {
    const values = byFiat.get(fiat) ?? new Map<string, number>()
    byFiat.set(fiat, values)
    return values
  }

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
