import { type ErrorResponse, type MarketData, type MarketEndpoint, noFreshPrices, noPrice } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { Transfer } from '@p2p-rates/core/internal'
import { ApiError, DataUnavailableError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { CurrentTransfers } from '../../ingest/networks/networks.js'
import type { MarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { type DataVersion, handle, type RouteHandler } from '../route-handler.js'

export type CurrentMarket = ReturnType<typeof createCurrentMarket>

export function createCurrentMarket(ports: {
  readonly latest: MarketService
  readonly dataOf: (snapshot: MarketSnapshot) => MarketData
  readonly clock: Clock
  readonly fiats: readonly Fiat[]
}) {
  const { latest, dataOf, clock, fiats } = ports

  const notCollected = (fiat: Fiat): string | null =>
    fiats.includes(fiat) ? null : `This server does not collect ${fiat}. It collects ${fiats.join(', ')}.`

  const refusal = (problem: ErrorResponse, fiat: Fiat): ApiError =>
    problem.code === 'data_unavailable'
      ? new DataUnavailableError(problem, (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000)
      : new ApiError(problem)
  const unavailable = (fiat: Fiat): ApiError => {
    const message = notCollected(fiat)
    return refusal(message === null ? noFreshPrices(fiat) : { code: 'data_unavailable', message }, fiat)
  }

  const snapshotOf = (fiat: Fiat): MarketSnapshot => {
    const snapshot = latest.snapshot(fiat)
    if (snapshot === null) throw unavailable(fiat)
    return snapshot
  }

  const marketOf = (fiat: Fiat): MarketData => dataOf(snapshotOf(fiat))

  return {
    isCollected: (fiat: Fiat): boolean => fiats.includes(fiat),
    /** For what would never get a price. */
    requireCollected: (fiat: Fiat): void => {
      const message = notCollected(fiat)
      if (message !== null) throw new ApiError({ code: 'unsupported_fiat', message, param: 'fiat' })
    },
    snapshot: snapshotOf,
    market: marketOf,
    unavailable,
    /** Fresh ads are known, and none of them makes a price. */
    noPrice: (fiat: Fiat): ApiError => refusal(noPrice(marketOf(fiat)), fiat),
    refusal,
    version: (fiat: Fiat): DataVersion => ({
      version: String(latest.snapshot(fiat)?.version ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: clock.wallMs,
  }
}

export const marketHandler =
  (currentMarket: CurrentMarket, currentTransfers: CurrentTransfers) =>
  ({ endpoint, answer }: MarketEndpoint): RouteHandler =>
    handle(
      endpoint,
      ({ query }) => {
        const answerWith = (transfers: readonly Transfer[]) => {
          const answered = answer(query, { ...currentMarket.market(query.fiat), transfers })
          if ('problem' in answered) throw currentMarket.refusal(answered.problem, query.fiat)
          return answered
        }
        const isAuto = 'transfer_fee_usdt' in query && query.transfer_fee_usdt === 'auto'
        return isAuto ? currentTransfers().then(answerWith) : answerWith([])
      },
      ({ fiat }) => currentMarket.version(fiat),
    )
