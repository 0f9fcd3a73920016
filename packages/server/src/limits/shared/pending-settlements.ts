/** What a server has to tell about one month of an account. */
export type Settlement = {
  readonly month: number
  /** Given when it is first sent: nothing is added to it afterwards, and it may be sent again. */
  sequence: number
  /** Requests that counted. */
  counted: number
  /** Reservations that ended, by the stretch of time in which they began. */
  readonly ended: Map<number, number>
  /** Places of the minute that nobody needs, by Redis's time. */
  givenBack: string[]
  /** When this server admitted requests by itself, by its own monotonic clock. */
  admittedAt: number[]
}

/** Letters of one account. They leave one after the other, so that what was told last tells what was told before. */
export interface PendingSettlements {
  /** The one that is being written for a month. */
  letter(month: number): Settlement
  /** How many requests of a month it tells of that counted. */
  counted(month: number): number
  readonly isEmpty: boolean
  readonly isSending: boolean
  /** Whether places are free or taken that Redis takes for the opposite. */
  changesPlaces(): boolean
  givesBack(): boolean
  /** This server admitted a request by itself. */
  admit(month: number, atMonoMs: number): void
  /** Forgets a request that this server admitted by itself. False when it has been told already. */
  takeBack(atMonoMs: number): boolean
  /** Nothing of the minute is known there: everything has to be told. */
  tellAnew(month: number, admittedAt: readonly number[]): void
  /** What counted is on its way to the database, and comes from there. */
  leaveToDatabase(): void
  /** Nothing is added from here on to the letters that there are. */
  close(): readonly Settlement[]
  /** Sends what there is, one after the other; rejects with the first that does not arrive, which is then the next. */
  send(deliver: (letter: Settlement) => Promise<void>): Promise<void>
}

export function createPendingSettlements(windowMs: number, nextSequence: () => number): PendingSettlements {
  let letters: Settlement[] = []
  let underWay: Promise<void> | null = null
  let following: Promise<void> | null = null

  const letter = (month: number): Settlement => {
    const open = letters.find((one) => one.month === month && one.sequence === 0)
    if (open !== undefined) return open
    const begun = { month, sequence: 0, counted: 0, ended: new Map(), givenBack: [], admittedAt: [] }
    letters.push(begun)
    return begun
  }

  const close = (): readonly Settlement[] => {
    for (const one of letters) if (one.sequence === 0) one.sequence = nextSequence()
    return [...letters]
  }

  const sendAll = async (deliver: (letter: Settlement) => Promise<void>): Promise<void> => {
    const closed = close()
    for (const first of closed) {
      await deliver(first)
      letters = letters.filter((one) => one !== first)
    }
  }

  const start = (deliver: (letter: Settlement) => Promise<void>): Promise<void> => {
    underWay ??= sendAll(deliver).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    letter,
    counted: (month) => letters.reduce((sum, one) => sum + (one.month === month ? one.counted : 0), 0),
    get isEmpty() {
      return letters.length === 0
    },
    get isSending() {
      return underWay !== null
    },
    changesPlaces: () => letters.some(changesPlaces),
    givesBack: () => letters.some(({ givenBack }) => givenBack.length > 0),
    admit: (month, atMonoMs) => {
      const { admittedAt } = letter(month)
      while (admittedAt[0] !== undefined && admittedAt[0] <= atMonoMs - windowMs) admittedAt.shift()
      admittedAt.push(atMonoMs)
    },
    takeBack: (atMonoMs) => {
      const open = letters.find((one) => one.sequence === 0 && one.admittedAt.includes(atMonoMs))
      open?.admittedAt.splice(open.admittedAt.lastIndexOf(atMonoMs), 1)
      return open !== undefined
    },
    tellAnew: (month, admittedAt) => {
      for (const old of letters) {
        old.givenBack = []
        old.admittedAt = []
      }
      if (admittedAt.length > 0) letter(month).admittedAt.push(...admittedAt)
    },
    leaveToDatabase: () => {
      for (const one of letters) one.counted = 0
    },
    close,
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

/** A reservation that ends because its request counted changes nothing. */
function changesPlaces({ ended, counted, givenBack, admittedAt }: Settlement): boolean {
  const freed = [...ended.values()].reduce((sum, count) => sum + count, 0) - counted
  return freed !== 0 || givenBack.length + admittedAt.length > 0
}
