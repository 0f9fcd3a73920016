import { type ServerStatusInput, sourceHistory, toSourceHistoryResponse } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import { version } from '../../base/version.js'
import type { UptimeReader } from '../../history/source-status/uptime-reader.js'
import type { MarketService } from '../../market/market-service.js'
import { handle } from '../route-handler.js'

export type ServiceView = {
  readonly fiats: readonly Fiat[]
  describe(): Promise<Omit<ServerStatusInput, 'version'>>
}

const keptMs = 60_000

export type StatusDeps = {
  readonly uptime: UptimeReader
  readonly latest: Pick<MarketService, 'snapshot'>
  readonly service: ServiceView
  readonly clock: Clock
}

export const sourceHistoryEndpoint = ({ uptime, latest, service, clock }: StatusDeps) =>
  handle(
    sourceHistory,
    async ({ query: { window, fiat } }) => {
      const asked = fiat ?? null
      const report = await uptime.report(window, asked)
      return {
        answer: toSourceHistoryResponse({
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

function currencyNow(latest: Pick<MarketService, 'snapshot'>, fiat: Fiat) {
  const rates = latest.snapshot(fiat)?.rates
  return { fiat, buy: (rates?.bestBuy ?? null) !== null, sell: (rates?.bestSell ?? null) !== null }
}
