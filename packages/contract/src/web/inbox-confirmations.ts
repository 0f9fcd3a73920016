import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { linkToken } from './person-inputs.js'

export type InboxConfirmed = { readonly name: string }

export const confirmInbox = defineEndpoint({
  name: 'inbox-confirmations.create',
  method: 'POST',
  root: webPrefix,
  path: '/inbox-confirmations',
  access: { kind: 'visitor' },
  summary: 'Say yes to alerts by mail',
  description: 'Takes the link that was mailed to the address: for a day, once.',
  body: { token: linkToken('What stands after the # of the link.') },
  answer: z
    .object({ name: z.string().meta({ description: 'The address that hears of alerts from now on.' }) })
    .meta({ id: 'InboxConfirmed' }) satisfies z.ZodType<InboxConfirmed>,
  example: { name: 'desk@example.com' },
  errors: ['invalid_link', 'storage_unavailable'],
})
