import { daysAsked, fixings, toFixingsResponse } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import { contentOf, type FixingStore } from '../../history/history-stores.js'
import { handle } from '../route-handler.js'

const keptMs = 60_000

export const fixingsEndpoint = (store: Pick<FixingStore, 'readFixings'>, clock: Clock) =>
  handle(
    fixings,
    async ({ query: { fiat, from, to } }) => {
      const span = daysAsked({ from, to }, clock.wallMs())
      const links = await store.readFixings(fiat, span.from, span.to)
      const told = links.map((link) => ({ content: contentOf(link), digest: link.digest }))
      return { answer: toFixingsResponse({ fiat, span, links: told }) }
    },
    () => ({
      version: String(Math.floor(clock.wallMs() / keptMs)),
      refreshAtMonoMs: clock.monoMs() + keptMs - (clock.wallMs() % keptMs),
    }),
  )
