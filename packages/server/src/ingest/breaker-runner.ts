import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { Cancel } from '../base/time/timers.js'
import {
  afterAnswer,
  afterFault,
  afterGoodCycle,
  type Breaker,
  closedBreaker,
  fromStored,
  onCycleFailed,
  startProbe,
} from './breaker.js'
import type { CollectorStateStore } from './collector-state-store.js'
import type { IngestContext } from './ingest-context.js'
import type { ReportMarketEvent } from './market-log.js'

/** Breaker state at the time of a request. Answers from before an outage say nothing about its end. */
export type Permit = Pick<Breaker, 'state' | 'openings' | 'notBeforeMonoMs'>

/** Breaker state kept across restarts, so that a server in a restart loop doesn't hammer the exchange. */
export type StoredBreaker = {
  readonly breaker: Breaker | null
  readonly saveBreaker: (breaker: Breaker) => void
}

export type BreakerRunner = ReturnType<typeof createBreakerRunner>

/** The breaker of one exchange: stores it when it changes, and sends a probe when its pause is over. */
export function createBreakerRunner(ports: {
  readonly exchange: ExchangeId
  readonly stored: StoredBreaker
  readonly time: IngestContext['time']
  readonly report: ReportMarketEvent
  readonly onOpened: () => void
  readonly probe: () => void
  readonly onClosed: () => void
}) {
  const { exchange, report, onOpened, probe, onClosed } = ports
  const { clock, timers } = ports.time
  const { saveBreaker } = ports.stored
  let breaker = ports.stored.breaker ?? closedBreaker
  let trouble: Fault | null = null
  let cancelProbe: Cancel = () => {}

  const change = (next: Breaker): void => {
    const before = breaker
    breaker = next
    if (next.state === 'open' && before.state !== 'open') noteOpened(next)
    if (next.openings !== before.openings || next.notBeforeMonoMs !== before.notBeforeMonoMs) saveBreaker(next)
    if (next.state !== 'closed' || before.state === 'closed') return
    trouble = null
    report({ kind: 'breaker_closed', exchange })
    onClosed()
  }

  const applyFault = (fault: Fault, next: Breaker): void => {
    if (next.state === 'open') trouble = fault
    change(next)
  }

  const noteOpened = ({ kind, notBeforeMonoMs }: Breaker): void => {
    const forMs = notBeforeMonoMs === null ? null : Math.max(0, notBeforeMonoMs - clock.monoMs())
    if (kind !== null) report({ kind: 'breaker_opened', exchange, fault: kind, forMs })
    onOpened()
    awaitProbe()
  }

  const awaitProbe = (): void => {
    if (breaker.notBeforeMonoMs === null) return
    cancelProbe = timers.after(breaker.notBeforeMonoMs - clock.monoMs(), () => {
      breaker = startProbe(breaker)
      // A server that is restarted before the answer comes must not ask again at once.
      saveBreaker({ ...breaker, notBeforeMonoMs: clock.monoMs() + unansweredProbeMs })
      probe()
    })
  }

  const isCurrent = (permit: Permit): boolean => breaker.state !== 'open' && isSameState(breaker, permit)

  if (breaker.state === 'open') awaitProbe()

  return {
    get now(): Breaker {
      return breaker
    },
    get mayAsk(): boolean {
      return breaker.state === 'closed'
    },
    get trouble(): Fault | null {
      return trouble
    },
    permit: (): Permit => breaker,
    onAnswer: (permit: Permit): void => {
      if (isCurrent(permit)) change(afterAnswer(breaker))
    },
    onFault: (permit: Permit, fault: Fault): void => {
      if (isCurrent(permit)) applyFault(fault, afterFault(breaker, fault, clock.monoMs()))
    },
    /** A whole refresh without an answer. */
    onCycleLost: (fault: Fault): void => applyFault(fault, onCycleFailed(breaker, fault, clock.monoMs())),
    /** A whole refresh without a fault. */
    onGoodCycle: (): void => change(afterGoodCycle(breaker)),
    stop: () => cancelProbe(),
  }
}

const isSameState = (one: Permit, other: Permit): boolean =>
  one.state === other.state && one.openings === other.openings && one.notBeforeMonoMs === other.notBeforeMonoMs

const unansweredProbeMs = 15_000

export async function loadBreakerState(
  exchange: ExchangeId,
  ports: {
    readonly store: Pick<CollectorStateStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
    readonly time: Pick<IngestContext['time'], 'clock'>
    readonly report: ReportMarketEvent
  },
): Promise<StoredBreaker> {
  const { store, report } = ports
  const { clock } = ports.time
  const crash = (error: unknown) => report({ kind: 'crash', where: 'back-off store', error })

  const recall = async (): Promise<Breaker | null> => {
    const backOff = (await store.backOffs()).find((one) => one.exchange === exchange)
    if (backOff === undefined) return null
    const waitMs = Math.max(0, backOff.notBeforeMs - clock.wallMs())
    return fromStored(backOff.kind, backOff.faultsInARow, clock.monoMs() + waitMs, clock.monoMs())
  }

  return {
    breaker: await recall().catch((error: unknown) => {
      crash(error)
      return null
    }),
    saveBreaker: ({ kind, openings, notBeforeMonoMs }) => {
      // The next start may have another key, so it asks at once.
      const written =
        kind === null || notBeforeMonoMs === null
          ? store.clearBackOff(exchange)
          : store.saveBackOff({
              ...{ exchange, kind, faultsInARow: openings },
              notBeforeMs: clock.wallMs() + notBeforeMonoMs - clock.monoMs(),
            })
      written.catch(crash)
    },
  }
}
