import type { PlanName } from '../plans.js'
import type { Open } from '../wire.js'
import type { AccountInfo } from './account.js'
import type { CreatedKey } from './key-shape.js'

/** Body of `sessions.create`. */
export type LogInFields = { readonly email: string; readonly password: string }

/** Body of `accounts.create`. */
export type NewAccount = LogInFields & {
  /** What stands after the # of an invite. */
  readonly invite?: string | undefined
}

/** Body of `setup.create`. */
export type SetupFields = LogInFields & { readonly token: string }

/** The first admin, with a key to begin with. */
export type NewAdmin = AccountInfo & { readonly first_key: CreatedKey }

/** Body of `account.update`. */
export type PasswordChangeFields = { readonly current_password: string; readonly new_password: string }

/** Body of `password-resets.create`. */
export type PasswordReset = { readonly token: string; readonly new_password: string }

/** `closed`: nobody can register. `invite`: who has an invite. `open`: everybody. */
export const registrationModes = ['closed', 'invite', 'open'] as const
export type RegistrationMode = (typeof registrationModes)[number]
export type Registration = {
  readonly mode: Open<RegistrationMode>
  /** A forgotten password can be replaced by a link that is mailed. */
  readonly resets_by_mail: boolean
}

/** Body of `plan-requests.create`. */
export type NewPlanRequest = {
  readonly plan: Open<PlanName>
  readonly note?: string | undefined
}

/** `told` or not, there may be an address to write to; neither: this operator changes no plans on request. */
export type PlanRequested = {
  /** The operator has been told. */
  readonly told: boolean
  /** An e-mail address to write to. */
  readonly contact: string | null
}
