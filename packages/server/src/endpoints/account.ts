import {
  deleteAccount,
  endAccess,
  getAccess,
  getAccount,
  presentAccount,
  previewReset,
  proposeFactor,
  requestPlan,
  resetPassword,
  turnFactorOff,
  turnFactorOn,
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
  | 'password-resets.preview'
  | 'password-resets.create'
  | 'access.get'
  | 'access.end'
  | 'second-factor.propose'
  | 'second-factor.turn-on'
  | 'second-factor.turn-off'

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
    const { token, new_password: wanted, keep_access: keepsAccess = false } = body
    const accountId = await rooms.passwordResets.reset({ token, wanted, keepsAccess })
    rooms.report({ event: 'password_reset', accountId, network: visitorOf(actor).network })
    if (!keepsAccess) rooms.report({ event: 'access_ended', accountId, network: visitorOf(actor).network })
    return { nothing: true }
  }),
  'password-resets.preview': implement(previewReset, async ({ body }) => ({
    answer: await rooms.passwordResets.preview(body.token),
  })),
  'access.get': implement(getAccess, async ({ actor }) => ({
    answer: await rooms.access.count(sessionOf(actor).account.id),
  })),
  'access.end': implement(endAccess, async ({ actor }) => {
    const person = sessionOf(actor)
    await rooms.access.end(person.account.id)
    rooms.report({ event: 'access_ended', ...byHolder(person) })
    return { nothing: true }
  }),
  'second-factor.propose': implement(proposeFactor, async ({ actor }) => ({
    answer: rooms.secondFactors.propose((await rooms.describe(sessionOf(actor).account.id)).email),
  })),
  'second-factor.turn-on': implement(turnFactorOn, async ({ body, actor }) => {
    const { accountId } = await rooms.logIn.confirm(sessionOf(actor), body.current_password)
    const recovery_codes = await rooms.secondFactors.turnOn(accountId, body)
    rooms.report({ event: 'second_factor_on', ...byHolder(sessionOf(actor)) })
    return { answer: { recovery_codes } }
  }),
  'second-factor.turn-off': implement(turnFactorOff, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const { accountId, email } = await rooms.logIn.confirm(person, body.current_password)
    await rooms.secondFactors.turnOff({ accountId, email, network: person.network }, body.code)
    rooms.report({ event: 'second_factor_off', ...byHolder(person) })
    return { nothing: true }
  }),
})
