import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { createLease, type Lease } from '../../cluster/lease.js'
import type { LeaseStore } from '../../cluster/lease-store.js'
import { OperatorError } from '../../refusals/operator-error.js'
import { StorageUnavailableError } from '../../refusals/storage-unavailable.js'
import { systemClock } from '../../time/clock.js'
import { systemTimers } from '../../time/timers.js'

/** The right to serve these data: one server has it, the others stand by. */
export const servingLease = 'serve'

export interface Serving extends Pick<Lease, 'generation' | 'stop'> {
  /** Null while nobody else has served since; else why this server must not go on. */
  loss(): Promise<Error | null>
}

/** A name that no other process has, and that tells people where it is. */
const holderHere = (): string => `${hostname()}, process ${process.pid} (${randomBytes(4).toString('hex')})`

/** Waits, however long it takes, until no other server serves. */
export async function standBy(leases: LeaseStore, onWait: (why: string) => void): Promise<Serving> {
  const holder = holderHere()
  let last: number | null = null
  let deposed = false
  let wait: Promise<void>
  let isTold = false
  const tellWhoServes = async (): Promise<void> => {
    const row = (await leases.all()).find(({ name }) => name === servingLease)
    if (row === undefined || row.holder === holder || isTold) return
    isTold = true
    onWait(`Another server serves these data: ${row.holder}. Standing by.`)
  }
  let lease: Lease
  wait = new Promise((won) => {
    lease = createLease({
      store: leases,
      name: servingLease,
      holder,
      clock: systemClock,
      timers: systemTimers,
      onWon: (generation) => {
        // Who was cut off and comes back may go on where nobody else was at it in between.
        deposed ||= last !== null && generation !== last + 1
        last = generation
        won()
      },
      onLost: () => {},
      reportOutage: () => {},
    })
    lease.start()
  })
  await Promise.race([
    wait,
    tellWhoServes()
      .catch(() => {})
      .then(() => wait),
  ])

  return {
    generation: () => (deposed ? null : lease.generation()),
    stop: () => lease.stop(),
    loss: async () => {
      if (!deposed && lease.generation() !== null) return null
      const row = deposed ? null : (await leases.all().catch(() => [])).find(({ name }) => name === servingLease)
      const isTaken = row != null && row.holder !== holder && row.leftMs > 0
      return deposed || isTaken
        ? new StorageUnavailableError(
            'Another server serves these data by now. Nothing more is written; start this one again, and it stands by.',
          )
        : null
    },
  }
}

/** For one command: no server may serve meanwhile. */
export async function refuseBesideServer(leases: LeaseStore): Promise<{ end(): Promise<void> }> {
  const holder = `a command on ${holderHere()}`
  if ((await leases.take(servingLease, holder, commandMs)) === null) {
    const row = (await leases.all()).find(({ name }) => name === servingLease)
    throw new OperatorError(`A server serves these data: ${row?.holder ?? 'somebody'}. Run this where it runs.`)
  }
  return { end: () => leases.giveUp(servingLease, holder) }
}

const commandMs = 60_000
