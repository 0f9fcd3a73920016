import type { WebhookForm } from './route.js'

export type CurrentBest = { readonly value: number | null; readonly exchange: string | null }

/** The request that a receiver would get, as it stands on the wire but for what only the server knows. */
export function sampleDelivery(form: WebhookForm, url: string, { value, exchange: best }: CurrentBest): string {
  const threshold = form.threshold === '' ? value : Number(form.threshold)
  const exchange = form.exchange === 'any' ? (best ?? '…') : form.exchange
  const body = {
    event: form.event,
    data: {
      webhook_id: 'wh_…',
      fiat: form.fiat,
      threshold,
      direction: form.event === 'best_buy' ? 'down' : 'up',
      value: threshold,
      previous_value: value,
      updated_at: '…',
      ...(form.method !== '' && { payment_method: form.method }),
      ...(form.event === 'spread'
        ? { amount: Number(form.amount), route: '…' }
        : {
            best: { price: threshold, exchange },
            ...(form.fill !== '' && { fill_amount: Number(form.fill) }),
          }),
    },
    id: 'dl_…',
    created_at: '…',
  }
  return [
    `POST ${url.trim() === '' ? 'https://…' : url.trim()}`,
    'Content-Type: application/json',
    `X-Service-Event: ${form.event}`,
    'X-Service-Timestamp: …',
    'X-Service-Signature: sha256=…',
    'webhook-signature: v1,…',
    '',
    JSON.stringify(body, null, 2),
  ].join('\n')
}
