import { createKey, deleteKey, listKeys, presentCreatedKey, presentKey, updateKey } from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { sessionOf } from '../accounts/actor.js'
import { byHolder } from '../accounts/security-event.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

/** The keys of who is logged in. */
export const keyEndpoints = ({
  ownKeys: keys,
  report,
}: Pick<AccountRoom, 'ownKeys' | 'report'>): ImplementationsOf<
  'keys.list' | 'keys.create' | 'keys.update' | 'keys.delete'
> => ({
  'keys.list': implement(listKeys, async ({ actor }) => {
    const listed = await keys.list(sessionOf(actor).account.id)
    return { answer: { keys: listed.map(({ key, lastUsedAtMs }) => presentKey(key, lastUsedAtMs)) } }
  }),
  'keys.create': implement(createKey, async ({ actor, body }) => {
    const person = sessionOf(actor)
    const { record, key } = await keys.create(person.account.id, body.name)
    report({ event: 'key_made', keyId: record.id, ...byHolder(person) })
    return { answer: presentCreatedKey(record, key) }
  }),
  'keys.update': implement(updateKey, async ({ actor, params, body }) => {
    const { key, lastUsedAtMs } = await keys.rename(sessionOf(actor).account.id, params.id, body.name)
    return { answer: presentKey(key, lastUsedAtMs) }
  }),
  'keys.delete': implement(deleteKey, async ({ actor, params }) => {
    const person = sessionOf(actor)
    await keys.revoke(person.account.id, params.id)
    report({ event: 'key_revoked', keyId: params.id, ...byHolder(person) })
    return { nothing: true }
  }),
})
