import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { wireCount } from '../wire.js'
import type { AccessNow } from './person-shape.js'

export const accessSchema: z.ZodType<AccessNow> = z
  .object({
    keys: wireCount.meta({ description: 'Live API keys.' }),
    webhooks: wireCount,
    inboxes: wireCount.meta({ description: 'Mail addresses and chats that alerts go to.' }),
  })
  .meta({ id: 'Access', description: 'How much opens an account besides its password, or leaves it.' })

export const exampleAccess: AccessNow = { keys: 2, webhooks: 1, inboxes: 1 }

export const getAccess = defineEndpoint({
  name: 'access.get',
  method: 'GET',
  root: webPrefix,
  path: '/access',
  access: { kind: 'session' },
  summary: 'What opens your account besides the password',
  description: 'How many keys are live, and how many webhooks and inboxes the account has.',
  answer: accessSchema,
  example: exampleAccess,
})

export const endAccess = defineEndpoint({
  name: 'access.end',
  method: 'DELETE',
  root: webPrefix,
  path: '/access',
  access: { kind: 'session' },
  summary: 'End all keys, webhooks and inboxes',
  description: 'Revokes all keys of the account, and deletes all its webhooks and inboxes. Sessions go on.',
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['storage_unavailable'],
})
