import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import {
  afterAnswer,
  afterFault,
  afterGoodRefresh,
  type Breaker,
  closedBreaker,
  onCycleFailed,
  startProbe,
} from './breaker.js'
import type { ReportMarketEvent } from './market-event.js'

/** Breaker state at the time of a request. Answers from before an outage say nothing about its end. */
export type Permit = Pick<Breaker, 'state' | 'openings' | 'notBeforeMonoMs'>

export interface BreakerInMotion {
  readonly now: Breaker
  readonly mayAsk: boolean
  /** Fault that opened the breaker, until it closes. */
  readonly trouble: Fault | null
  ticket(): Permit
  answered(ticket: Permit): void
  failed(ticket: Permit, fault: Fault): void
  /** A whole refresh without an answer. */
  lost(fault: Fault): void
  /** A whole refresh without a fault. */
  wentWell(): void
  stop(): void
}

export function createBreakerInMotion(ports: {
  readonly exchange: ExchangeId
  readonly remembered: Breaker | null
  readonly clock: Clock
  readonly timers: Timers
  readonly report: ReportMarketEvent
  readonly remember: (breaker: Breaker) => void
  readonly onOpened: () => void
  readonly probe: () => void
  readonly onClosed: () => void
}): BreakerInMotion {
  const { exchange, remembered, clock, timers, report, remember, onOpened, probe, onClosed } = ports
  let breaker = remembered ?? closedBreaker
  let trouble: Fault | null = null
  let cancelProbe: Cancel = () => {}

  const change = (next: Breaker): void => {
    const before = breaker
    breaker = next
    if (next.state === 'open' && before.state !== 'open') noteOpened(next)
    if (next.openings !== before.openings || next.notBeforeMonoMs !== before.notBeforeMonoMs) remember(next)
    if (next.state !== 'closed' || before.state === 'closed') return
    trouble = null
    report({ kind: 'breaker_closed', exchange })
    onClosed()
  }

  const blame = (fault: Fault, next: Breaker): void => {
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
      remember({ ...breaker, notBeforeMonoMs: clock.monoMs() + unansweredProbeMs })
      probe()
    })
  }

  const isNews = ({ state, openings, notBeforeMonoMs }: Permit): boolean =>
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
    ticket: () => breaker,
    answered: (ticket) => {
      if (isNews(ticket)) change(afterAnswer(breaker))
    },
    failed: (ticket, fault) => {
      if (isNews(ticket)) blame(fault, afterFault(breaker, fault, clock.monoMs()))
    },
    lost: (fault) => blame(fault, onCycleFailed(breaker, fault, clock.monoMs())),
    wentWell: () => change(afterGoodRefresh(breaker)),
    stop: () => cancelProbe(),
  }
}

const unansweredProbeMs = 15_000
