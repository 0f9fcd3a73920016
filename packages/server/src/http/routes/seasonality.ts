import { bestOfAll, pastHoursOf, seasonality } from '@p2p-rates/contract'
import { allowanceOf, billedAccountOf } from '../../accounts/actor.js'
import type { Clock } from '../../base/time/clock.js'
import { handle } from '../route-handler.js'
import type { HistoryQueryRunner } from './history-query-runner.js'

const hourMs = 3_600_000

/** Callers share one answer per hour. The newest half week has no level yet, so one more hour changes little. */
export const seasonalityEndpoint = (historyQueries: HistoryQueryRunner, clock: Clock) =>
  handle(
    seasonality,
    ({ query: { fiat, tz, side, format }, actor }) => {
      const hours = pastHoursOf(allowanceOf(actor).limits)
      const toMs = Math.floor(clock.wallMs() / hourMs) * hourMs
      const span = { fromMs: toMs - hours * hourMs, toMs }
      return historyQueries.executeQuery(billedAccountOf(actor), {
        form: 'seasonality',
        fiat,
        exchange: bestOfAll,
        tz,
        side,
        format,
        ...span,
      })
    },
    (_, actor) => ({
      version: String(Math.floor(clock.wallMs() / hourMs)),
      variant: String(pastHoursOf(allowanceOf(actor).limits)),
      refreshAtMonoMs: clock.monoMs() + hourMs - (clock.wallMs() % hourMs),
    }),
  )
