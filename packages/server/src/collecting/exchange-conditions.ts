import type { ConditionFacts } from '@p2p-rates/contract'
import type { Clock } from '../time/clock.js'
import type { LaneView } from './lane-view.js'

/** How far each exchange is left alone, why and until when. */
export const exchangeConditions = (lanes: readonly LaneView[], clock: Clock): readonly ConditionFacts[] =>
  lanes.map(({ exchange, breaker: { now, trouble } }) => ({
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
