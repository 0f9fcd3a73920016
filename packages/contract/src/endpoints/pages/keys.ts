import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { accountKeySchema, createdKeySchema, exampleCreatedKey, exampleKey, keyListSchema } from './key-shape.js'
import { plainLine } from './sign-in-and-account-inputs.js'

const name: Input<string> = plainLine(64, { description: 'Name that distinguishes keys.', examples: ['desk'] })

const shared = { root: webPrefix, access: { kind: 'session' }, errors: ['storage_unavailable'] } as const
const ofKey = { path: '/keys/{id}', params: { id: id('key') } } as const

export const listKeys = defineEndpoint({
  ...shared,
  name: 'keys.list',
  method: 'GET',
  path: '/keys',
  summary: 'Your keys',
  description: 'Returns the keys of the account, oldest first. Revoked keys stay in the list for 30 days.',
  answer: keyListSchema,
  example: { keys: [exampleKey] },
})

export const createKey = defineEndpoint({
  ...shared,
  name: 'keys.create',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  description:
    'Creates a key for the account. Only this answer contains the key, so store the key at once. An account can have at most 5 live keys.',
  body: { name },
  status: 201,
  answer: createdKeySchema,
  example: exampleCreatedKey,
  errors: ['key_limit', 'storage_unavailable'],
})

export const updateKey = defineEndpoint({
  ...shared,
  ...ofKey,
  name: 'keys.update',
  method: 'PATCH',
  summary: 'Rename a key',
  description: 'Changes the name of the key. The key itself does not change.',
  body: { name },
  answer: accountKeySchema,
  example: exampleKey,
})

export const deleteKey = defineEndpoint({
  ...shared,
  ...ofKey,
  name: 'keys.delete',
  method: 'DELETE',
  summary: 'Revoke a key',
  description:
    'Revokes the key. The server answers later requests with the key with 401, and closes its streams. If the key is already revoked, nothing changes.',
  status: 204,
  answer: z.undefined(),
  example: undefined,
})
