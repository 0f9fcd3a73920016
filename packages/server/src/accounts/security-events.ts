import type { PlanName } from '@p2p-rates/contract'
import type { Log, LogFields } from '../base/log/log.js'
import type { Manager, SessionActor } from './actor.js'

export const securityEventNames = [
  'log_in',
  'log_in_failed',
  'log_in_locked',
  'log_out',
  'sessions_ended',
  'account_made',
  'account_deleted',
  'password_changed',
  'password_not_confirmed',
  'password_reset',
  'access_ended',
  'second_factor_on',
  'second_factor_off',
  'key_made',
  'key_revoked',
  'plan_changed',
  'invite_made',
  'invite_deleted',
  'setup_link_made',
  'login_link_made',
  'reset_link_made',
  'reset_link_mailed',
  'collector_added',
  'collector_removed',
  'fixing_corrected',
  'data_restored',
] as const

export type SecurityEventName = (typeof securityEventNames)[number]

/** Never carries a mail address, a name or a secret. */
export type SecurityEvent = {
  readonly event: SecurityEventName
  /** The account that is concerned. Absent if there is none, as after a log-in with an unknown address. */
  readonly accountId?: string
  readonly network?: string
  /** The account of the admin who acted, or `operator` for a command. Absent if the holder of the account acted. */
  readonly by?: string
  readonly keyId?: string
  readonly inviteId?: string
  readonly collector?: string
  readonly plan?: PlanName
}

export type ReportSecurityEvent = (event: SecurityEvent) => void

export const byHolder = ({ account, network }: SessionActor) => ({ accountId: account.id, network })

export const byAdmin = ({ account, network }: SessionActor) => ({ by: account.id, network })

export const byOperator = { by: 'operator' } as const

export function byManager(manager: Manager): { readonly by?: string; readonly network?: string } {
  if (manager.kind === 'operator') return byOperator
  const { kind, accountId, network } = manager
  return kind === 'admin' ? { by: accountId, network } : { network }
}

export function createSecurityLog(log: Log) {
  // Start every event at 0, so that an alert sees the first one as an increase.
  const counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]))
  return {
    report: (event: SecurityEvent): void => {
      counts.set(event.event, (counts.get(event.event) ?? 0) + 1)
      const write = suspicious.has(event.event) ? log.warn : log.info
      write(`security: ${event.event.replaceAll('_', ' ')}`, fieldsOf(event))
    },
    counts,
  }
}

const suspicious: ReadonlySet<SecurityEventName> = new Set(['log_in_failed', 'log_in_locked', 'password_not_confirmed'])

const fieldsOf = ({ accountId, keyId, inviteId, collector, ...fields }: SecurityEvent): LogFields => ({
  ...fields,
  account_id: accountId,
  key_id: keyId,
  invite_id: inviteId,
  reporter: collector,
})
