import { z } from 'zod'
import { defineEndpoint, webPrefix, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { type PlanLimits, planNames } from '../../endpoint/plans.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { ownWords, typeNames } from '../../endpoint/type-names.js'
import { wireCount, wireTime } from '../../endpoint/wire-schemas.js'
import type { AccountInfo } from '../../generated/types.js'
import { password } from './sign-in-and-account-inputs.js'

export const accountObject = z.object({
  id: z.string(),
  email: z.string(),
  is_admin: z.boolean().meta({ description: 'True if the account may manage accounts, plans and invites.' }),
  created_at: wireTime,
  plan: ownWords('PlanName', planNames),
  monthly_quota: wireCount.meta({ description: 'Requests with keys per calendar month (UTC).' }),
  used_this_month: wireCount.meta({ description: 'Requests counted in this month, over all keys of the account.' }),
  requests_per_minute: wireCount.meta({ description: 'Requests with keys in any 60 seconds.' }),
  second_factor: z.boolean().meta({ description: 'True if log-in needs a code in addition to the password.' }),
  takes_plan_requests: z.boolean().meta({ description: 'True if the operator takes requests for another plan.' }),
})

export const accountSchema: z.ZodType<AccountInfo> = accountObject
  .meta({
    id: 'Account',
    description: 'Account of the logged-in user.',
  })
  .register(typeNames, { type: 'AccountInfo' })

export const exampleAccount: AccountInfo = {
  id: 'acc_7Hk2QzX94fT9kQ2m',
  email: 'ann@example.com',
  is_admin: false,
  created_at: '2026-11-21T10:00:00.000Z',
  plan: 'Free',
  monthly_quota: 5_000,
  used_this_month: 120,
  requests_per_minute: 10,
  second_factor: false,
  takes_plan_requests: true,
}

type AccountFacts = Omit<DomainOf<AccountInfo>, 'monthlyQuota' | 'requestsPerMinute' | 'secondFactor'> & {
  readonly limits: Pick<PlanLimits, 'monthlyQuota' | 'requestsPerMinute'>
  readonly hasSecondFactor: boolean
}

export const toAccountResponse = (account: AccountFacts): AccountInfo =>
  toWire(accountSchema, { ...account, ...account.limits, secondFactor: account.hasSecondFactor })

const shared = {
  root: webPrefix,
  path: '/account',
  access: { kind: 'session' },
  answer: accountSchema,
  example: exampleAccount,
} as const

export const getAccount = defineEndpoint({
  ...shared,
  name: 'account.get',
  method: 'GET',
  summary: 'Your account',
  description: 'Returns the account of the logged-in user, its plan, and its usage of this month.',
})

export const updateAccount = defineEndpoint({
  ...shared,
  name: 'account.update',
  method: 'PATCH',
  summary: 'Change your password',
  description:
    'Sets a new password, ends all sessions of the account, and starts a new session for this browser. Keys, webhooks and inboxes stay; delete them with `access.end`. The new password must be neither a common password nor the e-mail address.',
  body: {
    current_password: password('Current password.'),
    new_password: password('New password.'),
  },
  errors: ['common_password', 'wrong_login', 'rate_limited', 'storage_unavailable'],
})

export const deleteAccount = defineEndpoint({
  ...shared,
  name: 'account.delete',
  method: 'DELETE',
  summary: 'Delete your account',
  description:
    'Deletes the account and its webhooks, revokes its keys, and ends its sessions, including the session of this request. The counted usage stays stored. If the account is the only admin, the answer is `last_admin`.',
  body: { current_password: password('Password of the account.') },
  ...withoutAnswer,
  errors: ['wrong_login', 'last_admin', 'rate_limited', 'storage_unavailable'],
})
