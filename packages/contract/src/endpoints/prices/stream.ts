import { z } from 'zod'
import { fiat, includeParam } from '../../endpoint/common-inputs.js'
import { defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { streamEventText, streamTimes } from '../alerts/stream-and-webhook-events.js'
import { ratesExample } from './rates.js'

const minutes = streamTimes.lifetimeMs / 60_000
const seconds = streamTimes.heartbeatMs / 1000

export const stream = defineEndpoint({
  name: 'stream',
  method: 'GET',
  path: '/stream',
  ...forKeys('Pro', 'reader'),
  summary: 'Live rates of one currency',
  description: [
    'Server-Sent Events: one event named `rates` at once, and one whenever fresh data was collected (about every five',
    'minutes). Its `data` is the answer of `rates` with the same `include`, its `id` the version of the data.',
    `A comment every ${seconds} seconds keeps the connection alive; after ${minutes} minutes it is closed: connect`,
    'again. A comment marks simulated exchanges. Errors before the stream starts are JSON. A stream costs one request of the quota.',
  ].join(' '),
  query: {
    fiat,
    include: includeParam(
      ['confidence'] as const,
      'Adds `confidence`, the confidence in each side with the reasons for doubt.',
    ),
  },
  answer: z.string().meta({ description: 'Events as the HTML standard defines them for EventSource.' }),
  mediaType: 'text/event-stream',
  example: streamEventText('41', JSON.stringify(ratesExample)),
  errors: ['data_unavailable', 'stream_limit'],
  carriesPrices: true,
})
