import { daysAsked, premium, toPremiumResponse } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import { contentOf, type FixingStore } from '../../history/history-stores.js'
import type { OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import { handle } from '../route-handler.js'

const keptMs = 60_000
const dayMs = 86_400_000
/** The longest time for which the last rate of a bank stands. */
const holidayDays = 14

export const premiumEndpoint = (
  fixings: Pick<FixingStore, 'readFixings'>,
  officials: Pick<OfficialRateStore, 'readRates'>,
  clock: Clock,
) =>
  handle(
    premium,
    async ({ query: { fiat, from, to } }) => {
      const span = daysAsked({ from, to }, clock.wallMs())
      const before = new Date(Date.parse(span.from) - holidayDays * dayMs).toISOString().slice(0, 10)
      const [links, rates] = await Promise.all([
        fixings.readFixings(fiat, span.from, span.to),
        officials.readRates(fiat, before, span.to),
      ])
      return { answer: toPremiumResponse({ fiat, span, fixed: links.map(contentOf), rates }) }
    },
    () => ({
      version: String(Math.floor(clock.wallMs() / keptMs)),
      refreshAtMonoMs: clock.monoMs() + keptMs - (clock.wallMs() % keptMs),
    }),
  )
