import { type WebhookEvent, webhookEvent, webhookEventExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { newWebhookRoute, type WebhookForm } from './route.js'
import { sampleDelivery } from './sample-delivery.js'

const form: WebhookForm = { ...newWebhookRoute.presets, fiat: 'UAH', threshold: '41.2' }

const bodyOf = (chosen: Partial<WebhookForm>): WebhookEvent => {
  const shown = sampleDelivery({ ...form, ...chosen }, '', { value: 41.3, exchange: 'mexc' })
  const { data, ...envelope } = JSON.parse(shown.slice(shown.indexOf('\n\n')))
  const { updated_at } = webhookEventExample.data
  const route = 'route' in data && { route: webhookEventExample.data.route }
  return { ...envelope, created_at: updated_at, data: { ...data, updated_at, ...route } }
}

test('the sample request for a receiver is a valid one of the contract, with all chosen values', () => {
  for (const event of ['best_buy', 'best_sell', 'spread'] as const)
    for (const method of ['', 'monobank'])
      for (const fill of event === 'spread' ? [''] : ['', '20000']) {
        const body = bodyOf({ event, method, fill })
        expect(webhookEvent.parse(body)).toEqual(body)
        expect(body.data).toMatchObject({
          ...(method !== '' && { payment_method: method }),
          ...(fill !== '' && { fill_amount: 20_000 }),
          ...(event === 'spread' && { amount: 10_000 }),
        })
      }
})

test('it shows current data: the best exchange, the value without a typed threshold, the own address', () => {
  expect(bodyOf({ event: 'best_buy', threshold: '' }).data).toMatchObject({
    threshold: 41.3,
    value: 41.3,
    best: { price: 41.3, exchange: 'mexc' },
  })
  expect(sampleDelivery(form, ' https://me.example/hook ', { value: null, exchange: null })).toMatch(
    /^POST https:\/\/me\.example\/hook\n/,
  )
})
