import {
  createKey,
  deleteAccount,
  deleteKey,
  endAccess,
  getAccess,
  getAccount,
  listKeys,
  listRequests,
  me,
  previewReset,
  proposeFactor,
  requestPlan,
  resetPassword,
  toAccountResponse,
  toCreatedKeyResponse,
  toKeyResponse,
  toRequestsResponse,
  toUsageReportResponse,
  toUsageResponse,
  turnFactorOff,
  turnFactorOn,
  updateAccount,
  updateKey,
  usage,
  type WebEndpointName,
} from '@p2p-rates/contract'
import { accountOf, keyOf, ownerOf, sessionOf, visitorOf } from '../../accounts/actor.js'
import type { Keys } from '../../accounts/keys.js'
import type { AccountService } from '../../accounts/open-accounts.js'
import { byHolder } from '../../accounts/security-events.js'
import type { RecentRequests } from '../../accounts/usage/recent-requests.js'
import type { UsageReader } from '../../accounts/usage/usage-reader.js'
import { done, handle, type ImplementationsOf } from '../route-handler.js'

type OwnAccountEndpointName = Extract<
  WebEndpointName,
  `${'account' | 'plan-requests' | 'password-resets' | 'access' | 'second-factor'}.${string}`
>

export const accountEndpoints = (accountService: AccountService): ImplementationsOf<OwnAccountEndpointName> => ({
  'account.get': handle(getAccount, async ({ actor }) => ({
    answer: toAccountResponse(await accountService.describe(sessionOf(actor).account.id)),
  })),
  'account.update': handle(updateAccount, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const change = { current: body.current_password, wanted: body.new_password }
    const session = await accountService.logIn.changePassword(person, change)
    accountService.report({ event: 'password_changed', ...byHolder(person) })
    return { answer: toAccountResponse(await accountService.describe(person.account.id)), session }
  }),
  'account.delete': handle(deleteAccount, async ({ body, actor }) => {
    const { accountId } = await accountService.logIn.confirm(sessionOf(actor), body.current_password)
    await accountService.management.delete(ownerOf(actor), accountId)
    return { nothing: true, session: null }
  }),
  'plan-requests.create': handle(requestPlan, async ({ body: { plan, note = null }, actor }) => ({
    answer: await accountService.requestPlan(sessionOf(actor).account.id, { plan, note }),
  })),
  'password-resets.create': handle(resetPassword, async ({ body, actor }) => {
    const { token, new_password: wanted, keep_access: keepsAccess = false } = body
    const accountId = await accountService.passwordResets.reset({ token, wanted, keepsAccess })
    accountService.report({ event: 'password_reset', accountId, network: visitorOf(actor).network })
    if (!keepsAccess) accountService.report({ event: 'access_ended', accountId, network: visitorOf(actor).network })
    return { nothing: true }
  }),
  'password-resets.preview': handle(previewReset, async ({ body }) => ({
    answer: await accountService.passwordResets.preview(body.token),
  })),
  'access.get': handle(getAccess, async ({ actor }) => ({
    answer: await accountService.access.countAccess(sessionOf(actor).account.id),
  })),
  'access.end': handle(endAccess, async ({ actor }) => {
    const person = sessionOf(actor)
    await accountService.access.endAccess(person.account.id)
    accountService.report({ event: 'access_ended', ...byHolder(person) })
    return { nothing: true }
  }),
  'second-factor.propose': handle(proposeFactor, async ({ actor }) => ({
    answer: accountService.secondFactors.propose((await accountService.describe(sessionOf(actor).account.id)).email),
  })),
  'second-factor.turn-on': handle(turnFactorOn, async ({ body, actor }) => {
    const { accountId } = await accountService.logIn.confirm(sessionOf(actor), body.current_password)
    const recovery_codes = await accountService.secondFactors.turnOn(accountId, body)
    accountService.report({ event: 'second_factor_on', ...byHolder(sessionOf(actor)) })
    return { answer: { recovery_codes } }
  }),
  'second-factor.turn-off': handle(turnFactorOff, async ({ body, actor }) => {
    const person = sessionOf(actor)
    const { accountId, email } = await accountService.logIn.confirm(person, body.current_password)
    await accountService.secondFactors.turnOff({ accountId, email, network: person.network }, body.code)
    accountService.report({ event: 'second_factor_off', ...byHolder(person) })
    return { nothing: true }
  }),
})

export const keyEndpoints = ({
  keys,
}: Pick<AccountService, 'keys'>): ImplementationsOf<Extract<WebEndpointName, `keys.${string}`>> => ({
  'keys.list': handle(listKeys, async ({ actor }) => ({
    answer: { keys: (await keys.list(ownerOf(actor))).map((key) => toKeyResponse(key, key.lastUsedAtMs)) },
  })),
  'keys.create': handle(createKey, async ({ actor, body }) => {
    const { record, key } = await keys.create(ownerOf(actor), body.name)
    return { answer: toCreatedKeyResponse(record, key) }
  }),
  'keys.update': handle(updateKey, async ({ actor, params, body }) => {
    const key = await keys.rename(ownerOf(actor), params.id, body.name)
    return { answer: toKeyResponse(key, key.lastUsedAtMs) }
  }),
  'keys.delete': handle(deleteKey, ({ actor, params }) => done(keys.revoke(ownerOf(actor), params.id))),
})

export const meEndpoint = () =>
  handle(me, ({ actor, usedThisMonth }) => {
    const { plan, limits } = accountOf(actor)
    return { answer: toUsageResponse(keyOf(actor).prefix, plan, limits, usedThisMonth) }
  })

export const usageEndpoint = ({ lastDays, recentErrors }: UsageReader) =>
  handle(usage, async ({ query: { days, include }, actor }) => {
    const { id } = accountOf(actor)
    const errors = include?.includes('recent_errors') ? recentErrors(id) : null
    return { answer: toUsageReportResponse(await lastDays(id, days), errors) }
  })

/** Reading this endpoint also starts recording the account's requests. */
export const requestsEndpoint = (requests: Pick<RecentRequests, 'watch'>, keys: Pick<Keys, 'list'>) =>
  handle(listRequests, async ({ actor }) => {
    const owner = ownerOf(actor)
    const prefixes = (await keys.list(owner)).map(({ prefix }) => prefix)
    return { answer: toRequestsResponse(requests.watch(owner.accountId, prefixes)) }
  })
