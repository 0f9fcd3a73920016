import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import type { InboxConfirmed } from '../../generated/types.js'

import { linkToken } from './sign-in-and-account-inputs.js'

export const confirmInbox = defineEndpoint({
  name: 'inbox-confirmations.create',
  method: 'POST',
  root: webPrefix,
  path: '/inbox-confirmations',
  access: { kind: 'visitor' },
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
  name: 'inbox-stops.create',
  method: 'POST',
  root: webPrefix,
  path: '/inbox-stops',
  access: { kind: 'visitor' },
  summary: 'Unsubscribe on the page of the link',
  description: 'Stops all alerts to the inbox. Mail programs call `POST /stop/{id}` for the same purpose.',
  body: { id: linkToken('Text at the end of the link.') },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['storage_unavailable'],
})
