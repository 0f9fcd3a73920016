import type { RunInSession } from '../../base/redis/outage-policy.js'
import type { AccountLimitState, SharedLimits } from './account-limit-state.js'
import { callForEach } from './cluster-in-redis.js'
import { settleInRedis } from './redis-counters.js'

/** Outcomes of requests of one account and month, to be sent to Redis. */
export type Settlement = {
  readonly month: number
  /** Assigned at the first send. The settlement is immutable from then on and may be sent again. */
  sequence: number
  counted: number
  /** Ended reservations by their bucket. */
  readonly ended: Map<number, number>
  /** Released slots of the minute, by Redis's time of admission. */
  givenBack: string[]
  /** Monotonic times of requests that this server admitted without Redis. */
  admittedAt: number[]
}

const sendIntervalMs = 20

/** Returns the settlement of this month that is still open to changes. */
export function openSettlement({ settlements }: AccountLimitState, month: number): Settlement {
  const open = settlements.find((one) => one.month === month && one.sequence === 0)
  if (open !== undefined) return open
  const begun = { month, sequence: 0, counted: 0, ended: new Map(), givenBack: [], admittedAt: [] }
  settlements.push(begun)
  return begun
}

export function endReservation({ ended }: Settlement, bucket: number): void {
  ended.set(bucket, (ended.get(bucket) ?? 0) + 1)
}

export const countedUnsent = ({ settlements }: AccountLimitState, month: number): number =>
  settlements.reduce((sum, one) => sum + (one.month === month ? one.counted : 0), 0)

/** True if Redis's view of free slots is out of date. An ended reservation whose request counted changes none. */
export const changesCounts = ({ settlements }: AccountLimitState): boolean =>
  settlements.some(({ ended, counted, givenBack, admittedAt }) => {
    const freed = [...ended.values()].reduce((sum, count) => sum + count, 0) - counted
    return freed !== 0 || givenBack.length + admittedAt.length > 0
  })

export const hasReturns = ({ settlements }: AccountLimitState): boolean =>
  settlements.some(({ givenBack }) => givenBack.length > 0)

/** Notes a request that was admitted without Redis. */
export function noteAdmission(account: AccountLimitState, month: number, atMonoMs: number): void {
  const { admittedAt } = openSettlement(account, month)
  while (admittedAt[0] !== undefined && admittedAt[0] <= atMonoMs - account.own.spanMs) admittedAt.shift()
  admittedAt.push(atMonoMs)
}

/** Removes a request admitted without Redis. False if it has been sent already. */
export function retractAdmission({ settlements }: AccountLimitState, atMonoMs: number): boolean {
  const open = settlements.find((one) => one.sequence === 0 && one.admittedAt.includes(atMonoMs))
  open?.admittedAt.splice(open.admittedAt.lastIndexOf(atMonoMs), 1)
  return open !== undefined
}

/** Replaces the minute of all settlements with these times, because a new epoch knows none. */
export function resendMinute(account: AccountLimitState, month: number, admittedAt: readonly number[]): void {
  for (const old of account.settlements) {
    old.givenBack = []
    old.admittedAt = []
  }
  if (admittedAt.length > 0) openSettlement(account, month).admittedAt.push(...admittedAt)
}

/** Makes all settlements of an account immutable. */
export function closeSettlements({ shared, settlements }: AccountLimitState): readonly Settlement[] {
  for (const one of settlements)
    if (one.sequence === 0) {
      shared.lastSequence += 1
      one.sequence = shared.lastSequence
    }
  return [...settlements]
}

/** One after another, so that a higher sequence implies that the lower ones arrived. Rejects at the first failure. */
export async function sendSettlements(account: AccountLimitState, ask: RunInSession): Promise<void> {
  if (account.sending === null) await startSending(account, ask)
  else {
    account.sendingNext ??= account.sending
      .catch(() => {})
      .then(() => {
        account.sendingNext = null
        return startSending(account, ask)
      })
    await account.sendingNext
  }
  if (account.settlements.length === 0) account.shared.touched.delete(account)
}

function startSending(account: AccountLimitState, ask: RunInSession): Promise<void> {
  account.sending ??= sendInOrder(account, ask).finally(() => {
    account.sending = null
  })
  return account.sending
}

async function sendInOrder(account: AccountLimitState, ask: RunInSession): Promise<void> {
  for (const first of closeSettlements(account)) {
    await ask((epoch) => settleInRedis(account, epoch, first))
    account.settlements = account.settlements.filter((one) => one !== first)
  }
}

export const sendAll = (accounts: readonly AccountLimitState[], ask: RunInSession): Promise<void> =>
  callForEach(accounts, (account) => sendSettlements(account, ask))

export function touch(account: AccountLimitState): void {
  account.shared.touched.add(account)
  scheduleSending(account.shared)
}

export function scheduleSending(shared: SharedLimits): void {
  if (shared.touched.size === 0 || !shared.session.isJoined) return
  shared.cancelSend ??= shared.ports.timers.after(sendIntervalMs, () => {
    shared.cancelSend = null
    const again = () => scheduleSending(shared)
    void sendAll([...shared.touched], shared.session.run).then(again, again)
  })
}
