import type { EndpointType, NoInput } from '../../endpoint/endpoint-type.js'
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
import type { RecentRequestList } from './recent-requests.js'
import type { SessionList } from './session-list-shape.js'
import type {
  FactorActivation,
  FactorDeactivation,
  FactorProposal,
  GrantedAccess,
  LogInFields,
  MailRequest,
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
} from './sign-in-and-account-shape.js'
import type { SourceHistoryQuery } from './source-history.js'
import type { SourceHistory } from './source-history-shape.js'
import type { Sparklines, SparklinesQuery } from './sparklines.js'

export type WebEndpointShapes = {
  readonly 'sessions.create': EndpointType<'POST /sessions', LogInFields, AccountInfo>
  readonly 'sessions.create-by-link': EndpointType<'POST /sessions/by-link', { readonly token: string }, AccountInfo>
  readonly 'sessions.end': EndpointType<'DELETE /sessions/current', NoInput, undefined>
  readonly 'sessions.end-all': EndpointType<'DELETE /sessions', NoInput, undefined>
  readonly 'sessions.list': EndpointType<'GET /sessions', NoInput, SessionList>
  readonly 'sessions.end-others': EndpointType<'DELETE /sessions/others', NoInput, undefined>
  readonly 'sessions.end-one': EndpointType<'DELETE /sessions/{id}', NoInput, undefined>
  readonly 'setup.create': EndpointType<'POST /setup', SetupFields, NewAdmin>
  readonly 'registration.get': EndpointType<'GET /registration', NoInput, Registration>
  readonly 'accounts.create': EndpointType<'POST /accounts', NewAccount, AccountInfo>
  readonly 'accounts.create-by-link': EndpointType<'POST /accounts/by-link', NewAccountByLink, AccountInfo>
  readonly 'registration-mails.create': EndpointType<'POST /registration-mails', MailRequest, undefined>
  readonly 'password-resets.preview': EndpointType<
    'POST /password-resets/preview',
    { readonly token: string },
    GrantedAccess
  >
  readonly 'password-resets.create': EndpointType<'POST /password-resets', PasswordReset, undefined>
  readonly 'reset-mails.create': EndpointType<'POST /reset-mails', MailRequest, undefined>
  readonly 'inbox-confirmations.create': EndpointType<
    'POST /inbox-confirmations',
    { readonly token: string },
    InboxConfirmed
  >
  readonly 'inbox-stops.create': EndpointType<'POST /inbox-stops', { readonly id: string }, undefined>
  readonly 'account.get': EndpointType<'GET /account', NoInput, AccountInfo>
  readonly 'account.update': EndpointType<'PATCH /account', PasswordChangeFields, AccountInfo>
  readonly 'account.delete': EndpointType<'DELETE /account', { readonly current_password: string }, undefined>
  readonly 'access.get': EndpointType<'GET /access', NoInput, GrantedAccess>
  readonly 'access.end': EndpointType<'DELETE /access', NoInput, undefined>
  readonly 'second-factor.propose': EndpointType<'POST /second-factor/proposals', NoInput, FactorProposal>
  readonly 'second-factor.turn-on': EndpointType<'POST /second-factor', FactorActivation, RecoveryCodes>
  readonly 'second-factor.turn-off': EndpointType<'DELETE /second-factor', FactorDeactivation, undefined>
  readonly 'keys.list': EndpointType<'GET /keys', NoInput, KeyList>
  readonly 'keys.create': EndpointType<'POST /keys', { readonly name: string }, CreatedKey>
  readonly 'keys.update': EndpointType<'PATCH /keys/{id}', { readonly name: string }, AccountKey>
  readonly 'keys.delete': EndpointType<'DELETE /keys/{id}', NoInput, undefined>
  readonly 'requests.list': EndpointType<'GET /requests', NoInput, RecentRequestList>
  readonly 'plan-requests.create': EndpointType<'POST /plan-requests', NewPlanRequest, PlanRequested>
  readonly 'admin.accounts': EndpointType<'GET /admin/accounts', AdminAccountsQuery, AdminAccountList>
  readonly 'admin.update-account': EndpointType<'PATCH /admin/accounts/{id}', { readonly plan: string }, AdminAccount>
  readonly 'admin.delete-account': EndpointType<'DELETE /admin/accounts/{id}', NoInput, undefined>
  readonly 'admin.end-sessions': EndpointType<'DELETE /admin/accounts/{id}/sessions', NoInput, undefined>
  readonly 'admin.reset-link': EndpointType<'POST /admin/accounts/{id}/reset-link', NoInput, ResetLink>
  readonly 'admin.invites': EndpointType<'GET /admin/invites', NoInput, InviteList>
  readonly 'admin.create-invite': EndpointType<'POST /admin/invites', NewInvite, CreatedInvite>
  readonly 'admin.delete-invite': EndpointType<'DELETE /admin/invites/{id}', NoInput, undefined>
  readonly 'admin.plans': EndpointType<'GET /admin/plans', NoInput, AdminPlanList>
  readonly 'admin.sources': EndpointType<'GET /admin/sources', NoInput, AdminSources>
  readonly 'source-history': EndpointType<'GET /source-history', SourceHistoryQuery, SourceHistory>
  readonly sparklines: EndpointType<'GET /sparklines', SparklinesQuery, Sparklines>
}
