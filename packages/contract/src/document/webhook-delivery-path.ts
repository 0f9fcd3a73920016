import type { Header } from '../endpoint/headers.js'
import { deliveryHeaders, webhookEvent, webhookEventExample } from '../endpoints/alerts/stream-and-webhook-events.js'
import { headerParameter } from './parameters.js'
import type { JsonSchema, Schemas } from './schemas.js'

export const webhookDeliveryPath = (schemas: Schemas): JsonSchema => ({
  post: {
    operationId: 'webhook.delivery',
    tags: ['events'],
    summary: 'Delivery to a receiver',
    description: [
      'Sent at least once when a value crosses the threshold of a webhook, and at its `digest_time`: the same `id` may arrive again.',
      'Verify one of the two signatures before trusting the body.',
      'Any status but 2xx is a failure, including redirects. After 10 failures in a row the webhook is disabled.',
    ].join(' '),
    security: [],
    parameters: Object.values<Header>(deliveryHeaders).map((header) => ({
      ...headerParameter(header),
      required: true,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.print(webhookEvent), example: webhookEventExample } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'Disables the webhook immediately.' },
      default: { description: 'Failure. The server retries and honours `Retry-After` up to 24 hours.' },
    },
  },
})
