import type { RedisSession, RunInSession } from '../../base/redis/outage-policy.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel, Timers } from '../../base/time/timers.js'
import { type AccountLimitState, onRecordIn } from './account-limit-state.js'
import type { Settlement } from './pending-settlements.js'
import type { RedisCounters } from './redis-counters.js'

const sendIntervalMs = 20
/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

type SettlementSenderPorts = { readonly counts: RedisCounters; readonly clock: Clock; readonly timers: Timers }

export function createSettlementSender({ counts, clock, timers }: SettlementSenderPorts) {
  const touched = new Set<AccountLimitState>()
  let cancel: Cancel | null = null

  const deliver = (account: AccountLimitState, ask: RunInSession, settlement: Settlement): Promise<void> =>
    ask((epoch) => {
      const nowMs = clock.monoMs()
      const agesUs = settlement.admittedAt.map((at) => (nowMs - at) * 1000)
      const onRecord = onRecordIn(account, settlement.month)
      return counts.settle(epoch, account.id, { ...settlement, onRecord, agesUs })
    }).then(() => {})

  const send = async (account: AccountLimitState, ask: RunInSession): Promise<void> => {
    await account.settlements.send((settlement) => deliver(account, ask, settlement))
    if (account.settlements.isEmpty) touched.delete(account)
  }

  const sendAll = async (accounts: readonly AccountLimitState[], ask: RunInSession): Promise<void> => {
    for (let from = 0; from < accounts.length; from += mostAtOnce)
      await Promise.all(accounts.slice(from, from + mostAtOnce).map((account) => send(account, ask)))
  }

  const scheduleSend = (session: RedisSession): void => {
    const next = () => {
      cancel = null
      const again = () => scheduleSend(session)
      void sendAll([...touched], session.run).then(again, again)
    }
    if (touched.size > 0 && session.isJoined) cancel ??= timers.after(sendIntervalMs, next)
  }

  return {
    send,
    sendAll,
    touch: (account: AccountLimitState, session: RedisSession): void => {
      touched.add(account)
      scheduleSend(session)
    },
    /** Resumes with accounts touched while this server counted locally. */
    goOn: scheduleSend,
    touched: (): readonly AccountLimitState[] => [...touched],
    close: () => cancel?.(),
  }
}

export type SettlementSender = ReturnType<typeof createSettlementSender>
