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

export const stopOnPage = defineEndpoint({
  name: 'inbox-stops.create',
  method: 'POST',
  root: webPrefix,
  path: '/inbox-stops',
  access: { kind: 'visitor' },
  summary: 'Want no more mail, on the page of the link',
  description: 'As `POST /stop/{id}`, to which mail programs send the one click.',
  body: { id: linkToken('What stands at the end of the link.') },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['storage_unavailable'],
})
