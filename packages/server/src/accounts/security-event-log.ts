import type { Log, LogFields } from '../base/log/log.js'
import {
  type ReportSecurityEvent,
  type SecurityEvent,
  type SecurityEventName,
  securityEventNames,
} from './security-event.js'

export function createSecurityLog(log: Log): {
  readonly report: ReportSecurityEvent
  readonly counts: ReadonlyMap<SecurityEventName, number>
} {
  // Start every event at 0, so that an alert sees the first one as an increase.
  const counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]))
  return {
    report: (event) => {
      counts.set(event.event, (counts.get(event.event) ?? 0) + 1)
      const write = suspicious.has(event.event) ? log.warn : log.info
      write(`security: ${event.event.replaceAll('_', ' ')}`, fieldsOf(event))
    },
    counts,
  }
}

const suspicious: ReadonlySet<SecurityEventName> = new Set(['log_in_failed', 'log_in_locked', 'password_not_confirmed'])

const fieldsOf = ({ event, accountId, network, by, keyId, inviteId, collector, plan }: SecurityEvent): LogFields => ({
  event,
  ...(accountId === undefined ? {} : { account_id: accountId }),
  ...(network === undefined ? {} : { network }),
  ...(by === undefined ? {} : { by }),
  ...(keyId === undefined ? {} : { key_id: keyId }),
  ...(inviteId === undefined ? {} : { invite_id: inviteId }),
  ...(collector === undefined ? {} : { reporter: collector }),
  ...(plan === undefined ? {} : { plan }),
})
