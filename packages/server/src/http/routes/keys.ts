import { createKey, deleteKey, listKeys, toCreatedKeyResponse, toKeyResponse, updateKey } from '@p2p-rates/contract'
import type { AccountService } from '../../accounts/account-service.js'
import { sessionOf } from '../../accounts/actor.js'
import { byHolder } from '../../accounts/security-event.js'
import { handle, type ImplementationsOf } from '../route-handler.js'

export const keyEndpoints = ({
  ownKeys: keys,
  report,
}: Pick<AccountService, 'ownKeys' | 'report'>): ImplementationsOf<
  'keys.list' | 'keys.create' | 'keys.update' | 'keys.delete'
> => ({
  'keys.list': handle(listKeys, async ({ actor }) => {
    const listed = await keys.list(sessionOf(actor).account.id)
    return { answer: { keys: listed.map(({ key, lastUsedAtMs }) => toKeyResponse(key, lastUsedAtMs)) } }
  }),
  'keys.create': handle(createKey, async ({ actor, body }) => {
    const person = sessionOf(actor)
    const { record, key } = await keys.create(person.account.id, body.name)
    report({ event: 'key_made', keyId: record.id, ...byHolder(person) })
    return { answer: toCreatedKeyResponse(record, key) }
  }),
  'keys.update': handle(updateKey, async ({ actor, params, body }) => {
    const { key, lastUsedAtMs } = await keys.rename(sessionOf(actor).account.id, params.id, body.name)
    return { answer: toKeyResponse(key, lastUsedAtMs) }
  }),
  'keys.delete': handle(deleteKey, async ({ actor, params }) => {
    const person = sessionOf(actor)
    await keys.revoke(person.account.id, params.id)
    report({ event: 'key_revoked', keyId: params.id, ...byHolder(person) })
    return { nothing: true }
  }),
})
