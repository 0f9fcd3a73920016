import type { RunInSession } from '../../base/redis/outage-policy.js'
import { type AccountLimitState, onRecordIn, type SharedLimits } from './account-limit-state.js'
import { settleInRedis } from './redis-counters.js'

/** What happened to requests of one account and month, to be sent to Redis. */
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

/**
 * An account's settlements, sent one after another, so that a higher sequence implies that the lower ones arrived.
 */
export type SettlementQueue = {
  settlements: Settlement[]
  underWay: Promise<void> | null
  following: Promise<void> | null
}

const sendIntervalMs = 20
/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

/** Returns the settlement of this month that is still open to changes. */
export function openSettlement({ settlements }: SettlementQueue, month: number): Settlement {
  const open = settlements.find((one) => one.month === month && one.sequence === 0)
  if (open !== undefined) return open
  const begun = { month, sequence: 0, counted: 0, ended: new Map(), givenBack: [], admittedAt: [] }
  settlements.push(begun)
  return begun
}

export function endReservation({ ended }: Settlement, bucket: number): void {
  ended.set(bucket, (ended.get(bucket) ?? 0) + 1)
}

export const countedUnsent = ({ settlements }: SettlementQueue, month: number): number =>
  settlements.reduce((sum, one) => sum + (one.month === month ? one.counted : 0), 0)

/** True if Redis's view of free slots is out of date. An ended reservation whose request counted changes none. */
export const changesCounts = ({ settlements }: SettlementQueue): boolean =>
  settlements.some(({ ended, counted, givenBack, admittedAt }) => {
    const freed = [...ended.values()].reduce((sum, count) => sum + count, 0) - counted
    return freed !== 0 || givenBack.length + admittedAt.length > 0
  })

export const hasReturns = ({ settlements }: SettlementQueue): boolean =>
  settlements.some(({ givenBack }) => givenBack.length > 0)

/** Notes a request that was admitted without Redis. */
export function noteAdmission({ queue, own }: AccountLimitState, month: number, atMonoMs: number): void {
  const { admittedAt } = openSettlement(queue, month)
  while (admittedAt[0] !== undefined && admittedAt[0] <= atMonoMs - own.spanMs) admittedAt.shift()
  admittedAt.push(atMonoMs)
}

/** Removes a request admitted without Redis. False if it has been sent already. */
export function retractAdmission({ settlements }: SettlementQueue, atMonoMs: number): boolean {
  const open = settlements.find((one) => one.sequence === 0 && one.admittedAt.includes(atMonoMs))
  open?.admittedAt.splice(open.admittedAt.lastIndexOf(atMonoMs), 1)
  return open !== undefined
}

/** Replaces the minute of all settlements with these times, because a new epoch knows none. */
export function resendMinute(queue: SettlementQueue, month: number, admittedAt: readonly number[]): void {
  for (const old of queue.settlements) {
    old.givenBack = []
    old.admittedAt = []
  }
  if (admittedAt.length > 0) openSettlement(queue, month).admittedAt.push(...admittedAt)
}

/** Makes all settlements immutable. */
export function closeSettlements(limits: SharedLimits, { settlements }: SettlementQueue): readonly Settlement[] {
  for (const one of settlements)
    if (one.sequence === 0) {
      limits.lastSequence += 1
      one.sequence = limits.lastSequence
    }
  return [...settlements]
}

/** Sends an account's settlements in order. Rejects at the first failure, which is sent first the next time. */
export async function sendSettlements(
  limits: SharedLimits,
  account: AccountLimitState,
  ask: RunInSession,
): Promise<void> {
  const { queue } = account
  if (queue.underWay === null) await startSending(limits, account, ask)
  else {
    queue.following ??= queue.underWay
      .catch(() => {})
      .then(() => {
        queue.following = null
        return startSending(limits, account, ask)
      })
    await queue.following
  }
  if (queue.settlements.length === 0) limits.touched.delete(account)
}

function startSending(limits: SharedLimits, account: AccountLimitState, ask: RunInSession): Promise<void> {
  const { queue } = account
  queue.underWay ??= sendInOrder(limits, account, ask).finally(() => {
    queue.underWay = null
  })
  return queue.underWay
}

async function sendInOrder(limits: SharedLimits, account: AccountLimitState, ask: RunInSession): Promise<void> {
  const { queue } = account
  for (const first of closeSettlements(limits, queue)) {
    await ask((epoch) => {
      const nowMs = limits.ports.clock.monoMs()
      const agesUs = first.admittedAt.map((at) => (nowMs - at) * 1000)
      const onRecord = onRecordIn(account, first.month)
      return settleInRedis(limits.ports, epoch, account.id, { ...first, onRecord, agesUs })
    })
    queue.settlements = queue.settlements.filter((one) => one !== first)
  }
}

export async function sendAll(
  limits: SharedLimits,
  accounts: readonly AccountLimitState[],
  ask: RunInSession,
): Promise<void> {
  for (let from = 0; from < accounts.length; from += mostAtOnce)
    await Promise.all(accounts.slice(from, from + mostAtOnce).map((account) => sendSettlements(limits, account, ask)))
}

/** Marks an account that has something to send. */
export function touch(limits: SharedLimits, account: AccountLimitState): void {
  limits.touched.add(account)
  scheduleSending(limits)
}

export function scheduleSending(limits: SharedLimits): void {
  const { touched, session, ports } = limits
  if (touched.size === 0 || !session.isJoined) return
  limits.cancelSend ??= ports.timers.after(sendIntervalMs, () => {
    limits.cancelSend = null
    const again = () => scheduleSending(limits)
    void sendAll(limits, [...touched], session.run).then(again, again)
  })
}
