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
 * Queue of an account's settlements, sent one after another, so that a higher sequence implies that the lower ones
 * arrived.
 */
export interface PendingSettlements {
  settlementOf(month: number): Settlement
  counted(month: number): number
  readonly isEmpty: boolean
  readonly isSending: boolean
  /** True if Redis's view of free slots is out of date. */
  changesCounts(): boolean
  hasReturns(): boolean
  admit(month: number, atMonoMs: number): void
  /** Removes a request admitted without Redis. False if it has been sent already. */
  takeBack(atMonoMs: number): boolean
  /** Replaces the minute of all settlements with these times, because a new epoch knows none. */
  resendAll(month: number, admittedAt: readonly number[]): void
  /** Drops the counts, because they reach Redis through the database. */
  dropCounts(): void
  /** Makes all settlements immutable. */
  closeAll(): readonly Settlement[]
  /** Sends all in order. Rejects at the first failure, which is sent first the next time. */
  send(deliver: (settlementOf: Settlement) => Promise<void>): Promise<void>
}

export function createPendingSettlements(windowMs: number, nextSequence: () => number): PendingSettlements {
  let settlements: Settlement[] = []
  let underWay: Promise<void> | null = null
  let following: Promise<void> | null = null

  const settlementOf = (month: number): Settlement => {
    const open = settlements.find((one) => one.month === month && one.sequence === 0)
    if (open !== undefined) return open
    const begun = { month, sequence: 0, counted: 0, ended: new Map(), givenBack: [], admittedAt: [] }
    settlements.push(begun)
    return begun
  }

  const closeAll = (): readonly Settlement[] => {
    for (const one of settlements) if (one.sequence === 0) one.sequence = nextSequence()
    return [...settlements]
  }

  const sendAll = async (deliver: (settlementOf: Settlement) => Promise<void>): Promise<void> => {
    const closed = closeAll()
    for (const first of closed) {
      await deliver(first)
      settlements = settlements.filter((one) => one !== first)
    }
  }

  const start = (deliver: (settlementOf: Settlement) => Promise<void>): Promise<void> => {
    underWay ??= sendAll(deliver).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    settlementOf,
    counted: (month) => settlements.reduce((sum, one) => sum + (one.month === month ? one.counted : 0), 0),
    get isEmpty() {
      return settlements.length === 0
    },
    get isSending() {
      return underWay !== null
    },
    changesCounts: () => settlements.some(changesCounts),
    hasReturns: () => settlements.some(({ givenBack }) => givenBack.length > 0),
    admit: (month, atMonoMs) => {
      const { admittedAt } = settlementOf(month)
      while (admittedAt[0] !== undefined && admittedAt[0] <= atMonoMs - windowMs) admittedAt.shift()
      admittedAt.push(atMonoMs)
    },
    takeBack: (atMonoMs) => {
      const open = settlements.find((one) => one.sequence === 0 && one.admittedAt.includes(atMonoMs))
      open?.admittedAt.splice(open.admittedAt.lastIndexOf(atMonoMs), 1)
      return open !== undefined
    },
    resendAll: (month, admittedAt) => {
      for (const old of settlements) {
        old.givenBack = []
        old.admittedAt = []
      }
      if (admittedAt.length > 0) settlementOf(month).admittedAt.push(...admittedAt)
    },
    dropCounts: () => {
      for (const one of settlements) one.counted = 0
    },
    closeAll,
    send: (deliver) => {
      if (underWay === null) return start(deliver)
      following ??= underWay
        .catch(() => {})
        .then(() => {
          following = null
          return start(deliver)
        })
      return following
    },
  }
}

/** An ended reservation whose request counted changes no free slots. */
function changesCounts({ ended, counted, givenBack, admittedAt }: Settlement): boolean {
  const freed = [...ended.values()].reduce((sum, count) => sum + count, 0) - counted
  return freed !== 0 || givenBack.length + admittedAt.length > 0
}
