import type { Clock } from '../../time/clock.js'
import type { Cancel, Timers } from '../../time/timers.js'
import type { Settlement } from './pending-settlements.js'
import type { RedisCounters } from './redis-counters.js'
import type { AskShared, RedisSession } from './redis-session.js'
import { onRecordIn, type SharedAccount } from './shared-account.js'

const rhythmMs = 20
/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

type TellingPorts = { readonly counts: RedisCounters; readonly clock: Clock; readonly timers: Timers }

export function createSettlementSender({ counts, clock, timers }: TellingPorts) {
  const touched = new Set<SharedAccount>()
  let cancel: Cancel | null = null

  const deliver = (account: SharedAccount, ask: AskShared, letter: Settlement): Promise<void> =>
    ask((epoch) => {
      const nowMs = clock.monoMs()
      const agesUs = letter.admittedAt.map((at) => (nowMs - at) * 1000)
      const onRecord = onRecordIn(account, letter.month)
      return counts.settle(epoch, account.id, { ...letter, onRecord, agesUs })
    }).then(() => {})

  const send = async (account: SharedAccount, ask: AskShared): Promise<void> => {
    await account.outbox.send((letter) => deliver(account, ask, letter))
    if (account.outbox.isEmpty) touched.delete(account)
  }

  const sendAll = async (accounts: readonly SharedAccount[], ask: AskShared): Promise<void> => {
    for (let from = 0; from < accounts.length; from += mostAtOnce)
      await Promise.all(accounts.slice(from, from + mostAtOnce).map((account) => send(account, ask)))
  }

  const goOn = (membership: RedisSession): void => {
    const next = () => {
      cancel = null
      const again = () => goOn(membership)
      void sendAll([...touched], membership.ask).then(again, again)
    }
    if (touched.size > 0 && membership.isJoined) cancel ??= timers.after(rhythmMs, next)
  }

  return {
    send,
    sendAll,
    touch: (account: SharedAccount, membership: RedisSession): void => {
      touched.add(account)
      goOn(membership)
    },
    /** Resumes with accounts touched while this server counted locally. */
    goOn,
    touched: (): readonly SharedAccount[] => [...touched],
    close: () => cancel?.(),
  }
}

export type SettlementSender = ReturnType<typeof createSettlementSender>
