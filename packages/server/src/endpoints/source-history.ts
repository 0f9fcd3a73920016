import { presentSourceHistory, type ServerFacts, sourceHistory } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import type { MarketRoom } from '../market/market-room.js'
import type { Clock } from '../time/clock.js'
import type { UptimeReader } from '../uptime/uptime-reader.js'
import { version } from '../version.js'

/** What a status page tells beside the past of the exchanges. */
export type ServiceView = {
  readonly fiats: readonly Fiat[]
  /** As of this moment. */
  describe(): Promise<Omit<ServerFacts, 'version'>>
}

/** One answer for all who ask within a minute. */
const keptMs = 60_000

export type StatusRooms = {
  readonly uptime: UptimeReader
  readonly latest: Pick<MarketRoom, 'snapshot'>
  readonly service: ServiceView
  readonly clock: Clock
}

export const sourceHistoryEndpoint = ({ uptime, latest, service, clock }: StatusRooms) =>
  implement(
    sourceHistory,
    async ({ query: { window, fiat } }) => {
      const asked = fiat ?? null
      const report = await uptime.report(window, asked)
      return {
        answer: presentSourceHistory({
          span: window,
          fiat: asked,
          ...report,
          currencies: service.fiats.map((of) => currencyNow(latest, of)),
          server: { version, ...(await service.describe()) },
        }),
      }
    },
    () => ({
      version: `${uptime.version} ${Math.floor(clock.wallMs() / keptMs)}`,
      refreshAtMonoMs: clock.monoMs() + keptMs - (clock.wallMs() % keptMs),
    }),
  )

function currencyNow(latest: Pick<MarketRoom, 'snapshot'>, fiat: Fiat) {
  const rates = latest.snapshot(fiat)?.rates
  return { fiat, buy: (rates?.bestBuy ?? null) !== null, sell: (rates?.bestSell ?? null) !== null }
}
