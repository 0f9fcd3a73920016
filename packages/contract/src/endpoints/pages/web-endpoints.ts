import type { Endpoint } from '../../endpoint/define-endpoint.js'
import { deleteAccount, getAccount, updateAccount } from './account.js'
import {
  changePlan,
  createResetLink,
  deleteAnyAccount,
  endAnySessions,
  listAccounts,
  listPlans,
  listSources,
} from './admin.js'
import { endAccess, getAccess } from './granted-access.js'
import { confirmInbox, stopOnPage } from './inbox-confirmations.js'
import { createInvite, deleteInvite, listInvites } from './invites.js'
import { createKey, deleteKey, listKeys, updateKey } from './keys.js'
import { previewReset, resetPassword } from './password-resets.js'
import { requestPlan } from './plan-requests.js'
import { listRequests } from './recent-requests.js'
import { createAccount, createAccountByLink, getRegistration, mailRegistration } from './registration.js'
import { mailReset } from './reset-mails.js'
import { proposeFactor, turnFactorOff, turnFactorOn } from './second-factor.js'
import {
  createSession,
  createSessionByLink,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './sessions.js'
import { setUp } from './setup.js'
import { sourceHistory } from './source-history.js'
import { sparklines } from './sparklines.js'

export { type AccountInfo, deleteAccount, getAccount, toAccountResponse, updateAccount } from './account.js'
export {
  changePlan,
  createResetLink,
  deleteAnyAccount,
  endAnySessions,
  listAccounts,
  listPlans,
  listSources,
} from './admin.js'
export {
  type AdminAccount,
  type AdminAccountInput,
  type AdminAccountList,
  type AdminAccountsQuery,
  type AdminPlan,
  type AdminPlanList,
  type AdminSources,
  type ConditionInput,
  type ExchangeCondition,
  type ResetLink,
  toAdminAccountResponse,
  toAdminPlanResponse,
  toConditionResponse,
  toResetLinkResponse,
} from './admin-shape.js'
export type { BootstrapData } from './bootstrap-data.js'
export { endAccess, getAccess } from './granted-access.js'
export { confirmInbox, type InboxConfirmed, stopOnPage } from './inbox-confirmations.js'
export type { IncidentInput } from './incident.js'
export { type CreatedInvite, type Invite, type InviteList, type NewInvite, toInviteResponse } from './invite-shape.js'
export { createInvite, deleteInvite, listInvites } from './invites.js'
export { type AccountKey, type CreatedKey, type KeyList, toCreatedKeyResponse, toKeyResponse } from './key-shape.js'
export { createKey, deleteKey, listKeys, updateKey } from './keys.js'
export { previewReset, resetPassword } from './password-resets.js'
export { requestPlan } from './plan-requests.js'
export {
  listRequests,
  type RecentRequest,
  type RecentRequestInput,
  type RecentRequestList,
  toRequestsResponse,
} from './recent-requests.js'
export {
  createAccount,
  createAccountByLink,
  getRegistration,
  mailRegistration,
  toRegistrationResponse,
} from './registration.js'
export { mailReset } from './reset-mails.js'
export { proposeFactor, turnFactorOff, turnFactorOn } from './second-factor.js'
export type { PriceAvailability, ServerStatus, ServerStatusInput } from './server-status.js'
export { type AccountSession, type RecentLogIn, type SessionList, toSessionsResponse } from './session-list-shape.js'
export {
  createSession,
  createSessionByLink,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './sessions.js'
export { setUp } from './setup.js'
export { shortestPassword } from './sign-in-and-account-inputs.js'
export * from './sign-in-and-account-shape.js'
export * from './source-history.js'
export * from './source-history-shape.js'
export * from './sparklines.js'
export type { WebEndpointShapes } from './web-endpoint-shapes.js'

export const webEndpoints = {
  'sessions.create': createSession,
  'sessions.create-by-link': createSessionByLink,
  'sessions.end': endSession,
  'sessions.end-all': endAllSessions,
  'sessions.list': listSessions,
  'sessions.end-others': endOtherSessions,
  'sessions.end-one': endOneSession,
  'account.get': getAccount,
  'account.update': updateAccount,
  'account.delete': deleteAccount,
  'access.get': getAccess,
  'access.end': endAccess,
  'second-factor.propose': proposeFactor,
  'second-factor.turn-on': turnFactorOn,
  'second-factor.turn-off': turnFactorOff,
  'setup.create': setUp,
  'registration.get': getRegistration,
  'accounts.create': createAccount,
  'accounts.create-by-link': createAccountByLink,
  'registration-mails.create': mailRegistration,
  'password-resets.preview': previewReset,
  'password-resets.create': resetPassword,
  'reset-mails.create': mailReset,
  'inbox-confirmations.create': confirmInbox,
  'inbox-stops.create': stopOnPage,
  'keys.list': listKeys,
  'keys.create': createKey,
  'keys.update': updateKey,
  'keys.delete': deleteKey,
  'requests.list': listRequests,
  'source-history': sourceHistory,
  sparklines,
  'plan-requests.create': requestPlan,
  'admin.accounts': listAccounts,
  'admin.update-account': changePlan,
  'admin.delete-account': deleteAnyAccount,
  'admin.end-sessions': endAnySessions,
  'admin.reset-link': createResetLink,
  'admin.plans': listPlans,
  'admin.sources': listSources,
  'admin.invites': listInvites,
  'admin.create-invite': createInvite,
  'admin.delete-invite': deleteInvite,
} as const satisfies Readonly<Record<string, Endpoint>>

export type WebEndpointName = keyof typeof webEndpoints
