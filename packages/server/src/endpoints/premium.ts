import { daysAsked, premium, presentPremium } from '@p2p-rates/contract'
import { contentOf, type FixingStore } from '../fixings/fixing-store.js'
import { implement } from '../http/implement.js'
import type { OfficialStore } from '../officials/official-store.js'
import type { Clock } from '../time/clock.js'

/** One answer for all who ask within a minute. */
const keptMs = 60_000
const dayMs = 86_400_000
/** The longest time for which the last rate of a bank stands. */
const holidayDays = 14

export const premiumEndpoint = (
  fixings: Pick<FixingStore, 'read'>,
  officials: Pick<OfficialStore, 'read'>,
  clock: Clock,
) =>
  implement(
    premium,
    async ({ query: { fiat, from, to } }) => {
      const span = daysAsked({ from, to }, clock.wallMs())
      const before = new Date(Date.parse(span.from) - holidayDays * dayMs).toISOString().slice(0, 10)
      const [links, rates] = await Promise.all([
        fixings.read(fiat, span.from, span.to),
        officials.read(fiat, before, span.to),
      ])
      return { answer: presentPremium({ fiat, span, fixed: links.map(contentOf), rates }) }
    },
    () => ({
      version: String(Math.floor(clock.wallMs() / keptMs)),
      refreshAtMonoMs: clock.monoMs() + keptMs - (clock.wallMs() % keptMs),
    }),
  )
