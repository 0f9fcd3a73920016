import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, forUsers, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { wireTime } from '../../endpoint/wire-schemas.js'
import type { AccountKey, CreatedKey, KeyList } from '../../generated/types.js'
import { plainLine } from './sign-in-and-account-inputs.js'

const fields = {
  id: z.string(),
  name: z.string().nullable().meta({ description: 'Null if the operator created it without one.' }),
  prefix: z.string().meta({ description: 'Its first 12 characters.', examples: ['p2p_7Hk2QzX9'] }),
  created_at: wireTime,
  last_used_at: wireTime.nullable().meta({ description: 'Last use to the minute, UTC; null if never used.' }),
  revoked_at: wireTime.nullable().meta({ description: 'Null if the key is live.' }),
}

export const accountKeySchema: z.ZodType<AccountKey> = z
  .object(fields)
  .meta({ id: 'AccountKey', description: 'A key of an account, without the key itself.' })

export const createdKeySchema: z.ZodType<CreatedKey> = z
  .object({ ...fields, key: z.string().meta({ description: 'The key, shown only here.' }) })
  .meta({ id: 'CreatedKey', description: 'A new key. The key itself is shown only in this answer.' })

export const keyListSchema: z.ZodType<KeyList> = z
  .object({
    keys: z.array(accountKeySchema).meta({ description: 'Oldest first; revoked keys stay for 30 days.' }),
  })
  .meta({ id: 'KeyList' })

export const exampleKey: AccountKey = {
  id: 'key_4fT9kQ2mX97Hk2Qz',
  name: 'desk',
  prefix: 'p2p_7Hk2QzX9',
  created_at: '2026-11-21T10:00:00.000Z',
  last_used_at: '2026-11-21T10:05:00.000Z',
  revoked_at: null,
}

export const exampleCreatedKey: CreatedKey = {
  ...exampleKey,
  last_used_at: null,
  // Put together, so that no scanner for leaked keys takes it for one.
  key: `${exampleKey.prefix}…`,
}

type KeyInput = Omit<DomainOf<AccountKey>, 'name' | 'lastUsedAtMs'> & { readonly label: string | null }

export const toKeyResponse = (key: KeyInput, lastUsedAtMs: number | null): AccountKey =>
  toWire(accountKeySchema, { ...key, name: key.label, lastUsedAtMs })

export const toCreatedKeyResponse = (record: KeyInput, key: string): CreatedKey => ({
  ...toKeyResponse(record, null),
  key,
})

const name: Input<string> = plainLine(64, { description: 'Name that distinguishes keys.', examples: ['desk'] })

const shared = { ...forUsers, errors: ['storage_unavailable'] } as const
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
  ...withoutAnswer,
})
