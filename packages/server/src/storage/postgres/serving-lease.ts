import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pass } from 'node:timers/promises'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { systemClock } from '../../base/time/clock.js'
import { every, systemTimers } from '../../base/time/timers.js'
import { createLease, type Lease, type LeaseStore } from '../../cluster/lease.js'

/** Lease for serving these data: one server holds it and the rest stand by. */
export const servingLease = 'serve'

export interface ServingLease extends Pick<Lease, 'fencingToken' | 'stop'> {
  /** Null if no other server has served since; otherwise the reason to stop this one. */
  dataHealth(): Promise<Error | null>
}

const holderHere = (): string => `${hostname()}, process ${process.pid} (${randomBytes(4).toString('hex')})`

export async function waitForLease(leases: LeaseStore, onWait: (why: string) => void): Promise<ServingLease> {
  const holder = holderHere()
  let last: number | null = null
  let deposed = false
  let begin = () => {}
  const won = new Promise<void>((resolve) => {
    begin = resolve
  })
  const lease = createLease({
    store: leases,
    name: servingLease,
    holder,
    clock: systemClock,
    timers: systemTimers,
    onWon: (generation) => {
      // After a disconnect, continue only if no other server held the lease in between.
      deposed ||= last !== null && generation !== last + 1
      last = generation
      begin()
    },
    onLost: () => {},
    reportOutage: () => {},
  })
  const other = await otherHolderOf(leases, holder).catch(() => null)
  if (other !== null) onWait(`Another server serves these data: ${other}. Standing by.`)
  lease.start()
  await won

  return {
    fencingToken: () => (deposed ? null : lease.fencingToken()),
    stop: () => lease.stop(),
    dataHealth: async () => {
      if (!deposed && lease.fencingToken() !== null) return null
      const isTaken = deposed || (await otherHolderOf(leases, holder).catch(() => null)) !== null
      return isTaken
        ? new StorageUnavailableError(
            'Another server serves these data by now. Nothing more is written; start this one again, and it stands by.',
          )
        : null
    },
  }
}

/** All who share the data have this right together, under one name. */
const sharedHolder = 'the servers of P2P_REDIS_URL'

/** Waits until no server holds the data exclusively. Afterwards none can while one of the shared servers runs. */
export async function acquireServingLease(
  leases: LeaseStore,
  onWait: (why: string) => void,
): Promise<Omit<ServingLease, 'fencingToken'>> {
  const hold = async (): Promise<boolean> =>
    (await leases.renewLease(servingLease, sharedHolder, leaseMs)) ||
    (await leases.acquireLease(servingLease, sharedHolder, leaseMs)) !== null
  let hasReported = false
  while (!(await hold())) {
    const other = await otherHolderOf(leases, sharedHolder)
    if (other !== null && !hasReported)
      onWait(`Another server has these data for itself: ${other}. Waiting for its end.`)
    hasReported ||= other !== null
    await pass(retryMs)
  }
  let isOurs = true
  const stop = every(
    systemTimers,
    renewMs,
    async () => {
      isOurs = await hold()
    },
    () => {},
  )
  return {
    stop: async () => stop(),
    dataHealth: async () =>
      isOurs
        ? null
        : new StorageUnavailableError(
            'Another server has these data for itself by now. Nothing more is written; start this one again.',
          ),
  }
}

const leaseMs = 10_000
const renewMs = 3_000
const retryMs = 1_000

export async function failIfServed(leases: LeaseStore): Promise<void> {
  const other = await otherHolderOf(leases, '')
  if (other !== null) throw new OperatorError(`A server serves these data: ${other}. Stop it first.`)
}

export async function lockForCommand(leases: LeaseStore): Promise<{ end(): Promise<void> }> {
  const holder = `a command on ${holderHere()}`
  if ((await leases.acquireLease(servingLease, holder, commandMs)) === null)
    throw new OperatorError(
      `A server serves these data: ${(await otherHolderOf(leases, holder)) ?? 'unknown'}. Stop it first, or run this on its machine with its P2P_DATA_DIR.`,
    )
  return { end: () => leases.releaseLease(servingLease, holder) }
}

const commandMs = 60_000

async function otherHolderOf(leases: LeaseStore, self: string): Promise<string | null> {
  const row = (await leases.all()).find(({ name }) => name === servingLease)
  return row !== undefined && row.holder !== self && row.leftMs > 0 ? row.holder : null
}
