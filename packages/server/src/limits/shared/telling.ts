import type { Clock } from '../../time/clock.js'
import type { Cancel, Timers } from '../../time/timers.js'
import type { SharedCounts } from './counts.js'
import type { AskShared, Membership } from './membership.js'
import type { Letter } from './outbox.js'
import { onRecordIn, type SharedAccount } from './shared-account.js'

const rhythmMs = 20
/** So many accounts at a time, so that no answer is late for our own sake. */
const mostAtOnce = 50

type TellingPorts = { readonly counts: SharedCounts; readonly clock: Clock; readonly timers: Timers }

/** Sends what this server has to tell, every 20 ms, one call for each account that has something. */
export function createTelling({ counts, clock, timers }: TellingPorts) {
  const touched = new Set<SharedAccount>()
  let cancel: Cancel | null = null

  const deliver = (account: SharedAccount, ask: AskShared, letter: Letter): Promise<void> =>
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

  const goOn = (membership: Membership): void => {
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
    touch: (account: SharedAccount, membership: Membership): void => {
      touched.add(account)
      goOn(membership)
    },
    /** What was touched while this server counted alone. */
    goOn,
    touched: (): readonly SharedAccount[] => [...touched],
    close: () => cancel?.(),
  }
}

export type Telling = ReturnType<typeof createTelling>
