import { deliveryHeaders, webhookEvent, webhookEventExample } from '../events.js'
import type { Header } from '../headers.js'
import { headerParameter } from './parameters.js'
import type { JsonSchema, Schemas } from './schemas.js'

export const deliveryPath = (schemas: Schemas): JsonSchema => ({
  post: {
    operationId: 'webhook.delivery',
    tags: ['events'],
    summary: 'What is sent to a receiver',
    description: [
      'Sent when a value crosses the threshold of a webhook, at least once: the same `id` may come again.',
      'Verify one of the two signatures before trusting the body.',
      'Anything but 2xx is a failure, redirects included; after 10 failures in a row the webhook is disabled.',
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
      '410': { description: 'Never send anything again: disables the webhook at once.' },
      default: { description: 'A failure. It is tried again; `Retry-After` is honoured up to a day.' },
    },
  },
})
