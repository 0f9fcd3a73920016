import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Cancel, Timers } from '../base/time/timers.js'
import {
  afterAnswer,
  afterFault,
  afterGoodCycle,
  type Breaker,
  closedBreaker,
  onCycleFailed,
  startProbe,
} from './breaker.js'
import type { ReportMarketEvent } from './market-event.js'

/** Breaker state at the time of a request. Answers from before an outage say nothing about its end. */
export type Permit = Pick<Breaker, 'state' | 'openings' | 'notBeforeMonoMs'>

export interface BreakerRunner {
  readonly now: Breaker
  readonly mayAsk: boolean
  /** Fault that opened the breaker, until it closes. */
  readonly trouble: Fault | null
  permit(): Permit
  onAnswer(permit: Permit): void
  onFault(permit: Permit, fault: Fault): void
  /** A whole refresh without an answer. */
  onCycleLost(fault: Fault): void
  /** A whole refresh without a fault. */
  onGoodCycle(): void
  stop(): void
}

export function createBreakerRunner(ports: {
  readonly exchange: ExchangeId
  readonly stored: Breaker | null
  readonly clock: Clock
  readonly timers: Timers
  readonly report: ReportMarketEvent
  readonly saveBreaker: (breaker: Breaker) => void
  readonly onOpened: () => void
  readonly probe: () => void
  readonly onClosed: () => void
}): BreakerRunner {
  const { exchange, stored, clock, timers, report, saveBreaker, onOpened, probe, onClosed } = ports
  let breaker = stored ?? closedBreaker
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
    const forMs = Math.max(0, notBeforeMonoMs - clock.monoMs())
    if (kind !== null) report({ kind: 'breaker_opened', exchange, fault: kind, forMs })
    onOpened()
    awaitProbe()
  }

  const awaitProbe = (): void => {
    cancelProbe = timers.after(breaker.notBeforeMonoMs - clock.monoMs(), () => {
      breaker = startProbe(breaker)
      // A server that is restarted before the answer comes must not ask again at once.
      saveBreaker({ ...breaker, notBeforeMonoMs: clock.monoMs() + unansweredProbeMs })
      probe()
    })
  }

  const isCurrent = ({ state, openings, notBeforeMonoMs }: Permit): boolean =>
    breaker.state !== 'open' &&
    breaker.state === state &&
    breaker.openings === openings &&
    breaker.notBeforeMonoMs === notBeforeMonoMs

  if (breaker.state === 'open') awaitProbe()

  return {
    get now() {
      return breaker
    },
    get mayAsk() {
      return breaker.state === 'closed'
    },
    get trouble() {
      return trouble
    },
    permit: () => breaker,
    onAnswer: (permit) => {
      if (isCurrent(permit)) change(afterAnswer(breaker))
    },
    onFault: (permit, fault) => {
      if (isCurrent(permit)) applyFault(fault, afterFault(breaker, fault, clock.monoMs()))
    },
    onCycleLost: (fault) => applyFault(fault, onCycleFailed(breaker, fault, clock.monoMs())),
    onGoodCycle: () => change(afterGoodCycle(breaker)),
    stop: () => cancelProbe(),
  }
}

const unansweredProbeMs = 15_000
