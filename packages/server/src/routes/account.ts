import {
  deleteAccount,
  endAccess,
  getAccess,
  getAccount,
  previewReset,
  proposeFactor,
  requestPlan,
  resetPassword,
  toAccountResponse,
  turnFactorOff,
  turnFactorOn,
  updateAccount,
} from '@p2p-rates/contract'
import type { AccountService } from '../accounts/account-service.js'
import { sessionOf, visitorOf } from '../accounts/actor.js'
import { byHolder } from '../accounts/security-event.js'
import { lastAdmin } from '../errors/people.js'
import { handle, type ImplementationsOf } from '../http/handle.js'

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

export const accountEndpoints = (rooms: AccountService): ImplementationsOf<OwnAccountEndpointName> => ({
  'account.get': handle(getAccount, async ({ actor }) => ({
    answer: toAccountResponse(await rooms.describe(sessionOf(actor).account.id)),
  })),
  'account.update': handle(updateAccount, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const change = { current: body.current_password, wanted: body.new_password }
    const session = await rooms.logIn.changePassword(person, change)
    rooms.report({ event: 'password_changed', ...byHolder(person) })
    return { answer: toAccountResponse(await rooms.describe(person.account.id)), session }
  }),
  'account.delete': handle(deleteAccount, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const { accountId } = await rooms.logIn.confirm(person, body.current_password)
    if ((await rooms.deletion.deleteUnlessLastAdmin(accountId)) === 'last_admin') throw lastAdmin()
    rooms.report({ event: 'account_deleted', ...byHolder(person) })
    return { nothing: true, session: null }
  }),
  'plan-requests.create': handle(requestPlan, async ({ body: { plan, note = null }, actor }) => ({
    answer: await rooms.requestPlan(sessionOf(actor).account.id, { plan, note }),
  })),
  'password-resets.create': handle(resetPassword, async ({ body, actor }) => {
    const { token, new_password: wanted, keep_access: keepsAccess = false } = body
    const accountId = await rooms.passwordResets.reset({ token, wanted, keepsAccess })
    rooms.report({ event: 'password_reset', accountId, network: visitorOf(actor).network })
    if (!keepsAccess) rooms.report({ event: 'access_ended', accountId, network: visitorOf(actor).network })
    return { nothing: true }
  }),
  'password-resets.preview': handle(previewReset, async ({ body }) => ({
    answer: await rooms.passwordResets.preview(body.token),
  })),
  'access.get': handle(getAccess, async ({ actor }) => ({
    answer: await rooms.access.count(sessionOf(actor).account.id),
  })),
  'access.end': handle(endAccess, async ({ actor }) => {
    const person = sessionOf(actor)
    await rooms.access.end(person.account.id)
    rooms.report({ event: 'access_ended', ...byHolder(person) })
    return { nothing: true }
  }),
  'second-factor.propose': handle(proposeFactor, async ({ actor }) => ({
    answer: rooms.secondFactors.propose((await rooms.describe(sessionOf(actor).account.id)).email),
  })),
  'second-factor.turn-on': handle(turnFactorOn, async ({ body, actor }) => {
    const { accountId } = await rooms.logIn.confirm(sessionOf(actor), body.current_password)
    const recovery_codes = await rooms.secondFactors.turnOn(accountId, body)
    rooms.report({ event: 'second_factor_on', ...byHolder(sessionOf(actor)) })
    return { answer: { recovery_codes } }
  }),
  'second-factor.turn-off': handle(turnFactorOff, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const { accountId, email } = await rooms.logIn.confirm(person, body.current_password)
    await rooms.secondFactors.turnOff({ accountId, email, network: person.network }, body.code)
    rooms.report({ event: 'second_factor_off', ...byHolder(person) })
    return { nothing: true }
  }),
})
