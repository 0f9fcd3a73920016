import type { ConditionInput } from '@p2p-rates/contract'
import type { Clock } from '../base/time/clock.js'
import type { WorkerStatus } from './worker-status.js'

export const exchangeConditions = (workers: readonly WorkerStatus[], clock: Clock): readonly ConditionInput[] =>
  workers.map(({ exchange, breaker: { now, trouble } }) => ({
    exchange,
    state: stateWords[now.state],
    cause: now.kind,
    message: trouble?.message ?? null,
    times: now.openings,
    untilMs:
      now.state === 'open' ? Math.round(clock.wallMs() + Math.max(0, now.notBeforeMonoMs - clock.monoMs())) : null,
    pace: now.rate,
  }))

const stateWords = { closed: 'asked', open: 'left_alone', probing: 'probing' } as const
