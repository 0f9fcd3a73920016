import type { PlanName } from '../../endpoint/plans.js'
import type { LooseEnum } from '../../endpoint/wire-schemas.js'
import type { InboxLanguage } from '../alerts/inbox-shape.js'
import type { AccountInfo } from './account.js'
import type { CreatedKey } from './key-shape.js'

export type LogInFields = {
  readonly email: string
  readonly password: string
  /** Code of the second factor. */
  readonly code?: string | undefined
}

export type NewAccountByLink = { readonly token: string; readonly password: string }

export type MailRequest = { readonly email: string; readonly language?: InboxLanguage | undefined }

export type NewAccount = Omit<LogInFields, 'code'> & {
  /** Text after the # of an invite link. */
  readonly invite?: string | undefined
}

export type SetupFields = Omit<LogInFields, 'code'> & { readonly token: string }

export type NewAdmin = AccountInfo & { readonly first_key: CreatedKey }

export type PasswordChangeFields = { readonly current_password: string; readonly new_password: string }

export type PasswordReset = {
  readonly token: string
  readonly new_password: string
  readonly keep_access?: boolean | undefined
}

/** Number of keys that open the account without its password, and of receivers that get its data. */
export type GrantedAccess = { readonly keys: number; readonly webhooks: number; readonly inboxes: number }

/** The secret of an authenticator app, before it is turned on. */
export type FactorProposal = {
  /** Secret in Base 32, for typing into an app. */
  readonly secret: string
  readonly link: string
}

export type FactorActivation = { readonly secret: string; readonly code: string; readonly current_password: string }

export type FactorDeactivation = { readonly current_password: string; readonly code: string }

/** They are shown only in this answer. */
export type RecoveryCodes = { readonly recovery_codes: readonly string[] }

/** `closed`: registration is off. `invite`: registration needs an invite. `open`: every visitor can register. */
export const registrationModes = ['closed', 'invite', 'open'] as const
export type RegistrationMode = (typeof registrationModes)[number]
export type Registration = {
  readonly mode: LooseEnum<RegistrationMode>
  /** True if this server sends mail: registration and password resets then use a mailed link. */
  readonly by_mail: boolean
}

export type NewPlanRequest = {
  readonly plan: LooseEnum<PlanName>
  readonly note?: string | undefined
}

/** `told` or not, there may be an address to write to; neither: this operator changes no plans on request. */
export type PlanRequested = {
  /** True if the server has notified the operator. */
  readonly told: boolean
  readonly contact: string | null
}
