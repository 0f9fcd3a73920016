import {
  deleteAccount,
  getAccount,
  presentAccount,
  requestPlan,
  resetPassword,
  updateAccount,
} from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { sessionOf, visitorOf } from '../accounts/actor.js'
import { byHolder } from '../accounts/security-event.js'
import { type ImplementationsOf, implement } from '../http/implement.js'
import { lastAdmin } from '../refusals/people.js'

type OwnAccountEndpointName =
  | 'account.get'
  | 'account.update'
  | 'account.delete'
  | 'plan-requests.create'
  | 'password-resets.create'

/** What people do with the account that is theirs. */
export const accountEndpoints = (rooms: AccountRoom): ImplementationsOf<OwnAccountEndpointName> => ({
  'account.get': implement(getAccount, async ({ actor }) => ({
    answer: presentAccount(await rooms.describe(sessionOf(actor).account.id)),
  })),
  'account.update': implement(updateAccount, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const change = { current: body.current_password, wanted: body.new_password }
    const session = await rooms.logIn.changePassword(person, change)
    rooms.report({ event: 'password_changed', ...byHolder(person) })
    return { answer: presentAccount(await rooms.describe(person.account.id)), session }
  }),
  'account.delete': implement(deleteAccount, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const { accountId } = await rooms.logIn.confirm(person, body.current_password)
    if ((await rooms.deletion.deleteUnlessLastAdmin(accountId)) === 'last_admin') throw lastAdmin()
    rooms.report({ event: 'account_deleted', ...byHolder(person) })
    return { nothing: true, session: null }
  }),
  'plan-requests.create': implement(requestPlan, async ({ body: { plan, note = null }, actor }) => ({
    answer: await rooms.requestPlan(sessionOf(actor).account.id, { plan, note }),
  })),
  'password-resets.create': implement(resetPassword, async ({ body, actor }) => {
    const accountId = await rooms.resetPassword({ token: body.token, wanted: body.new_password })
    rooms.report({ event: 'password_reset', accountId, network: visitorOf(actor).network })
    return { nothing: true }
  }),
})
