import type { Delivery, Webhook } from '../../alerts/webhooks/webhook-store.js'
import { blob, readJson, type SqlRow } from './sql-values.js'

type PlainWebhook = Omit<Webhook, 'sealedSecret' | 'previousSecret'> & { readonly previousUntilMs: number | null }

export function toWebhookColumns({ sealedSecret, previousSecret, ...rest }: Webhook) {
  const plain: PlainWebhook = { ...rest, previousUntilMs: previousSecret?.untilMs ?? null }
  return {
    enabled: rest.enabled ? 1 : 0,
    record: JSON.stringify(plain),
    secret: sealedSecret,
    previous_secret: previousSecret?.sealed ?? null,
  }
}

export function readWebhook(row: SqlRow): Webhook {
  const { previousUntilMs, ...plain } = readJson<PlainWebhook>(row, 'record')
  return {
    ...plain,
    // Older records do not have these.
    sentByHandMs: plain.sentByHandMs ?? [],
    fillAmount: plain.fillAmount ?? null,
    confidence: plain.confidence ?? null,
    holdSeconds: plain.holdSeconds ?? null,
    holding: plain.holding ?? null,
    sealedSecret: blob(row, 'secret'),
    previousSecret:
      previousUntilMs === null || row.previous_secret === null
        ? null
        : { sealed: blob(row, 'previous_secret'), untilMs: previousUntilMs },
  }
}

export const readDelivery = (row: SqlRow): Delivery => readJson(row, 'record')
