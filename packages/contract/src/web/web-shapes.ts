import type { Nothing, Shape } from '../shape.js'
import type { AccountInfo } from './account.js'
import type {
  AdminAccount,
  AdminAccountList,
  AdminAccountsQuery,
  AdminPlanList,
  AdminSources,
  ResetLink,
} from './admin-shape.js'
import type { InboxConfirmed } from './inbox-confirmations.js'
import type { CreatedInvite, InviteList, NewInvite } from './invite-shape.js'
import type { AccountKey, CreatedKey, KeyList } from './key-shape.js'
import type {
  AccessNow,
  FactorEnd,
  FactorProposal,
  FactorWanted,
  LogInFields,
  MailWanted,
  NewAccount,
  NewAccountByLink,
  NewAdmin,
  NewPlanRequest,
  PasswordChangeFields,
  PasswordReset,
  PlanRequested,
  RecoveryCodes,
  Registration,
  SetupFields,
} from './person-shape.js'
import type { RecentRequestList } from './recent-requests.js'
import type { SessionList } from './session-shape.js'
import type { SourceHistoryQuery } from './source-history.js'
import type { SourceHistory } from './source-history-shape.js'
import type { Sparklines, SparklinesQuery } from './sparklines.js'

/** What pages of the server itself ask for below `/web/v1`, by name, as types alone. */
export type WebEndpointShapes = {
  readonly 'sessions.create': Shape<'POST /sessions', LogInFields, AccountInfo>
  readonly 'sessions.create-by-link': Shape<'POST /sessions/by-link', { readonly token: string }, AccountInfo>
  readonly 'sessions.end': Shape<'DELETE /sessions/current', Nothing, undefined>
  readonly 'sessions.end-all': Shape<'DELETE /sessions', Nothing, undefined>
  readonly 'sessions.list': Shape<'GET /sessions', Nothing, SessionList>
  readonly 'sessions.end-others': Shape<'DELETE /sessions/others', Nothing, undefined>
  readonly 'sessions.end-one': Shape<'DELETE /sessions/{id}', Nothing, undefined>
  readonly 'setup.create': Shape<'POST /setup', SetupFields, NewAdmin>
  readonly 'registration.get': Shape<'GET /registration', Nothing, Registration>
  readonly 'accounts.create': Shape<'POST /accounts', NewAccount, AccountInfo>
  readonly 'accounts.create-by-link': Shape<'POST /accounts/by-link', NewAccountByLink, AccountInfo>
  readonly 'registration-mails.create': Shape<'POST /registration-mails', MailWanted, undefined>
  readonly 'password-resets.preview': Shape<'POST /password-resets/preview', { readonly token: string }, AccessNow>
  readonly 'password-resets.create': Shape<'POST /password-resets', PasswordReset, undefined>
  readonly 'reset-mails.create': Shape<'POST /reset-mails', MailWanted, undefined>
  readonly 'inbox-confirmations.create': Shape<'POST /inbox-confirmations', { readonly token: string }, InboxConfirmed>
  readonly 'inbox-stops.create': Shape<'POST /inbox-stops', { readonly id: string }, undefined>
  readonly 'account.get': Shape<'GET /account', Nothing, AccountInfo>
  readonly 'account.update': Shape<'PATCH /account', PasswordChangeFields, AccountInfo>
  readonly 'account.delete': Shape<'DELETE /account', { readonly current_password: string }, undefined>
  readonly 'access.get': Shape<'GET /access', Nothing, AccessNow>
  readonly 'access.end': Shape<'DELETE /access', Nothing, undefined>
  readonly 'second-factor.propose': Shape<'POST /second-factor/proposals', Nothing, FactorProposal>
  readonly 'second-factor.turn-on': Shape<'POST /second-factor', FactorWanted, RecoveryCodes>
  readonly 'second-factor.turn-off': Shape<'DELETE /second-factor', FactorEnd, undefined>
  readonly 'keys.list': Shape<'GET /keys', Nothing, KeyList>
  readonly 'keys.create': Shape<'POST /keys', { readonly name: string }, CreatedKey>
  readonly 'keys.update': Shape<'PATCH /keys/{id}', { readonly name: string }, AccountKey>
  readonly 'keys.delete': Shape<'DELETE /keys/{id}', Nothing, undefined>
  readonly 'requests.list': Shape<'GET /requests', Nothing, RecentRequestList>
  readonly 'plan-requests.create': Shape<'POST /plan-requests', NewPlanRequest, PlanRequested>
  readonly 'admin.accounts': Shape<'GET /admin/accounts', AdminAccountsQuery, AdminAccountList>
  readonly 'admin.update-account': Shape<'PATCH /admin/accounts/{id}', { readonly plan: string }, AdminAccount>
  readonly 'admin.delete-account': Shape<'DELETE /admin/accounts/{id}', Nothing, undefined>
  readonly 'admin.end-sessions': Shape<'DELETE /admin/accounts/{id}/sessions', Nothing, undefined>
  readonly 'admin.reset-link': Shape<'POST /admin/accounts/{id}/reset-link', Nothing, ResetLink>
  readonly 'admin.invites': Shape<'GET /admin/invites', Nothing, InviteList>
  readonly 'admin.create-invite': Shape<'POST /admin/invites', NewInvite, CreatedInvite>
  readonly 'admin.delete-invite': Shape<'DELETE /admin/invites/{id}', Nothing, undefined>
  readonly 'admin.plans': Shape<'GET /admin/plans', Nothing, AdminPlanList>
  readonly 'admin.sources': Shape<'GET /admin/sources', Nothing, AdminSources>
  readonly 'source-history': Shape<'GET /source-history', SourceHistoryQuery, SourceHistory>
  readonly sparklines: Shape<'GET /sparklines', SparklinesQuery, Sparklines>
}
