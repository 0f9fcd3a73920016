import { LRUCache } from 'lru-cache'
import type { Clock } from '../base/time/clock.js'
import type { CredentialStore } from './credential-store.js'
import type { LogInAttempt, RecentLogIns } from './recent-log-ins.js'
import type { ReportSecurityEvent } from './security-event.js'

/** Records attempts to log in: for the operator in the security log, and for the holder of the account in the store. */
export interface LogInRecorder {
  succeeded(accountId: string, network: string): Promise<void>
  /** Null: no account has this address. */
  failed(accountId: string | null, network: string): void
  /** Reports once that the guesses of a network are refused, however many follow. */
  locked(network: string, email: string, waitSeconds: number): void
  list(accountId: string): Promise<readonly LogInAttempt[]>
}

export function createLogInRecorder(ports: {
  logins: Pick<CredentialStore, 'findByEmail'>
  recentLogIns: Pick<RecentLogIns, 'add' | 'list'>
  notes: { setMeta(name: string, value: string): Promise<void> }
  report: ReportSecurityEvent
  reportBug: (error: unknown) => void
  clock: Clock
}): LogInRecorder {
  const { logins, recentLogIns, notes, report, reportBug, clock } = ports
  const lockedUntil = new LRUCache<string, number>({ max: 20_000 })

  /** Starts after the answer has left, so that its time does not reveal whether an account has the address. */
  const afterAnswer = (work: () => Promise<void>): void => void setImmediate(() => void work().catch(reportBug))

  return {
    succeeded: async (accountId, network) => {
      report({ event: 'log_in', accountId, network })
      await recentLogIns.add({ accountId, atMs: clock.wallMs(), network, succeeded: true })
    },
    failed: (accountId, network) => {
      report({ event: 'log_in_failed', network, ...(accountId === null ? {} : { accountId }) })
      // An unknown address costs one durable write, too.
      afterAnswer(() =>
        accountId === null
          ? notes.setMeta('unknown_log_in', String(clock.wallMs()))
          : recentLogIns.add({ accountId, atMs: clock.wallMs(), network, succeeded: false }),
      )
    },
    locked: (network, email, waitSeconds) => {
      const site = siteOf(network)
      if ((lockedUntil.get(site) ?? 0) > clock.monoMs()) return
      lockedUntil.set(site, clock.monoMs() + waitSeconds * 1_000)
      afterAnswer(async () => {
        const login = await logins.findByEmail(email)
        report({ event: 'log_in_locked', network, ...(login === null ? {} : { accountId: login.accountId }) })
      })
    },
    list: recentLogIns.list,
  }
}

/** One customer may have all networks below an IPv6 /48. */
const siteOf = (network: string): string => network.split(':').slice(0, 3).join(':')
