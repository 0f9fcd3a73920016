import type { Webhook } from '@p2p-rates/contract'
import { exchangeIds } from '../../listed/exchanges-fiats-and-plans.js'
import { defineRoute } from '../../routes/route.js'
import { amountField, choiceField, textField, type UrlField } from '../../routes/url-fields.js'
import { fiatUrlField } from '../url-fields.js'

export const webhooksRoute = defineRoute('/dev/webhooks', {})

/** Zero is a distance, too. */
const distanceField: UrlField<string> = {
  ...amountField(),
  read: (text) => (text === '0' ? text : amountField().read(text)),
}

/** A profit in percent may be nothing, and less. */
const thresholdField: UrlField<string> = {
  ...amountField(),
  read: (text) => (/^-?(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(text) ? text : null),
}

const secondsField: UrlField<string> = {
  ...textField(5),
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 86_400 ? text : null),
}

/** The form's fields but the address of the receiver: a webhook can be prepared by a link. */
export const newWebhookRoute = defineRoute('/dev/webhooks/new', {
  event: choiceField(['best_buy', 'best_sell', 'spread'], 'best_buy'),
  fiat: fiatUrlField,
  threshold: thresholdField,
  amount: amountField('10000'),
  exchange: choiceField(['any', ...exchangeIds], 'any'),
  method: textField(64),
  hysteresis: distanceField,
  fill: amountField(),
  confidence: choiceField(['medium', 'high'], 'medium'),
  hold: secondsField,
  note: textField(200),
})

export type WebhookForm = typeof newWebhookRoute.presets

export const conditionsOf = (webhook: Webhook): Pick<WebhookForm, 'fill' | 'confidence' | 'hold'> => ({
  fill: webhook.fill_amount === null ? '' : String(webhook.fill_amount),
  confidence: webhook.min_confidence === 'high' ? 'high' : 'medium',
  hold: webhook.hold_seconds === null ? '' : String(webhook.hold_seconds),
})

export const logStates = ['all', 'pending', 'delivered', 'superseded', 'exhausted', 'cancelled'] as const

export const webhookRoute = defineRoute('/dev/webhooks/{id}', {
  id: textField(64),
  state: choiceField(logStates, 'all'),
})
