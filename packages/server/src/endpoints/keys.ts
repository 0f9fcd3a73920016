import { createKey, deleteKey, listKeys, presentCreatedKey, presentKey, updateKey } from '@p2p-rates/contract'
import { sessionOf } from '../accounts/actor.js'
import type { OwnKeys } from '../accounts/own-keys.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

/** The keys of who is logged in. */
export const keyEndpoints = (
  keys: OwnKeys,
): ImplementationsOf<'keys.list' | 'keys.create' | 'keys.update' | 'keys.delete'> => ({
  'keys.list': implement(listKeys, async ({ actor }) => {
    const listed = await keys.list(sessionOf(actor).account.id)
    return { answer: { keys: listed.map(({ key, lastUsedAtMs }) => presentKey(key, lastUsedAtMs)) } }
  }),
  'keys.create': implement(createKey, async ({ actor, body }) => {
    const { record, key } = await keys.create(sessionOf(actor).account.id, body.name)
    return { answer: presentCreatedKey(record, key) }
  }),
  'keys.update': implement(updateKey, async ({ actor, params, body }) => {
    const { key, lastUsedAtMs } = await keys.rename(sessionOf(actor).account.id, params.id, body.name)
    return { answer: presentKey(key, lastUsedAtMs) }
  }),
  'keys.delete': implement(deleteKey, async ({ actor, params }) => {
    await keys.revoke(sessionOf(actor).account.id, params.id)
    return { nothing: true }
  }),
})
