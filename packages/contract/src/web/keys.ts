import { z } from 'zod'
import { id } from '../common-inputs.js'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { Input } from '../input.js'
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
  description: 'Returns the keys of the account, oldest first. Revoked keys stay listed for 30 days.',
  answer: keyListSchema,
  example: { keys: [exampleKey] },
})

export const createKey = defineEndpoint({
  ...shared,
  name: 'keys.create',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  description: 'The key is shown only in this answer: store it first. An account has at most 5 live keys.',
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
  description: 'The key itself stays as it is.',
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
  description: 'Its next request is rejected and its streams close. Revoking a revoked key changes nothing.',
  status: 204,
  answer: z.undefined(),
  example: undefined,
})
