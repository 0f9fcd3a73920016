import { z } from 'zod'
import { isoTime, wireTime } from '../../endpoint/wire-schemas.js'
import type { AccountKey, CreatedKey, KeyList } from '../../generated/types.js'

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

type KeyInput = {
  readonly id: string
  readonly label: string | null
  readonly prefix: string
  readonly createdAtMs: number
  readonly revokedAtMs: number | null
}

export const toKeyResponse = (key: KeyInput, lastUsedAtMs: number | null): AccountKey => ({
  id: key.id,
  name: key.label,
  prefix: key.prefix,
  created_at: isoTime(key.createdAtMs),
  last_used_at: lastUsedAtMs === null ? null : isoTime(lastUsedAtMs),
  revoked_at: key.revokedAtMs === null ? null : isoTime(key.revokedAtMs),
})

export const toCreatedKeyResponse = (record: KeyInput, key: string): CreatedKey => ({
  ...toKeyResponse(record, null),
  key,
})
