import { z } from 'zod'
import { defineEndpoint, forUsers, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { typeNames } from '../../endpoint/type-names.js'
import { wireCount } from '../../endpoint/wire-schemas.js'
import type { GrantedAccess } from '../../generated/types.js'

export const accessSchema: z.ZodType<GrantedAccess> = z
  .object({
    keys: wireCount.meta({ description: 'Live API keys.' }),
    webhooks: wireCount,
    inboxes: wireCount.meta({ description: 'Mail addresses and chats that receive alerts.' }),
  })
  .meta({ id: 'Access', description: 'Number of keys, webhooks and inboxes of an account.' })
  .register(typeNames, { type: 'GrantedAccess' })

export const exampleAccess: GrantedAccess = { keys: 2, webhooks: 1, inboxes: 1 }

export const getAccess = defineEndpoint({
  ...forUsers,
  name: 'access.get',
  method: 'GET',
  path: '/access',
  summary: 'Count keys, webhooks and inboxes',
  description: 'Returns the number of live keys, webhooks and inboxes of the account.',
  answer: accessSchema,
  example: exampleAccess,
})

export const endAccess = defineEndpoint({
  ...forUsers,
  name: 'access.end',
  method: 'DELETE',
  path: '/access',
  summary: 'End all keys, webhooks and inboxes',
  description: 'Revokes all keys of the account, and deletes all its webhooks and inboxes. Sessions stay valid.',
  ...withoutAnswer,
  errors: ['storage_unavailable'],
})
