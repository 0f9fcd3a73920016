import { z } from 'zod'
import { defineEndpoint, forVisitors, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { InboxConfirmed } from '../../generated/types.js'
import { linkToken } from './sign-in-and-account-inputs.js'

export const confirmInbox = defineEndpoint({
  ...forVisitors,
  name: 'inbox-confirmations.create',
  method: 'POST',
  path: '/inbox-confirmations',
  summary: 'Confirm alerts by mail',
  description: 'Confirms the inbox with the mailed link. The link works once, within 24 hours.',
  body: { token: linkToken('Text after the # of the link.') },
  answer: z
    .object({ name: z.string().meta({ description: 'Address that now receives alerts.' }) })
    .meta({ id: 'InboxConfirmed' }) satisfies z.ZodType<InboxConfirmed>,
  example: { name: 'desk@example.com' },
  errors: ['invalid_link', 'storage_unavailable'],
})

export const stopOnPage = defineEndpoint({
  ...forVisitors,
  name: 'inbox-stops.create',
  method: 'POST',
  path: '/inbox-stops',
  summary: 'Unsubscribe on the page of the link',
  description: 'Stops all alerts to the inbox. Mail programs call `POST /stop/{id}` for the same purpose.',
  body: { id: linkToken('Text at the end of the link.') },
  ...withoutAnswer,
  errors: ['storage_unavailable'],
})
