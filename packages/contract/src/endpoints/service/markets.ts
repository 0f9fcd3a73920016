import { exchangeIds, fiatNames, fiats } from '@p2p-rates/core'
import { asset, usualCaller } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { defaultPlans, type PlanLimits, planNames } from '../../endpoint/plans.js'
import { toWire } from '../../endpoint/to-wire.js'
import { ownWords } from '../../endpoint/type-names.js'
import { wireAsset, wireCount, wireExchange, wireFiat } from '../../endpoint/wire-schemas.js'
import type { ExchangeName } from '../../endpoint/wire-types.js'
import type { MarketInfo, PlanCapabilities, PlanName } from '../../generated/types.js'
import { callerRecordSchema, toRecordResponse } from '../prices/profile.js'

const planCapabilities: z.ZodType<PlanCapabilities> = z
  .object({
    name: ownWords('PlanName', planNames),
    monthly_quota: wireCount.meta({ description: 'Requests per calendar month (UTC).' }),
    requests_per_minute: wireCount.meta({ description: 'Requests in any 60 seconds.' }),
    orderbook_rows: wireCount.meta({ description: 'Largest `rows` of the order book.' }),
    history_hours: wireCount.meta({ description: 'Largest `hours` of history and candles.' }),
    features: z.array(z.string()).meta({ description: 'Names of the endpoints the plan may call, sorted.' }),
  })
  .meta({ id: 'PlanCapabilities' })

const fiatInfo = z.object({ code: wireFiat, name: z.string() }).meta({ id: 'FiatInfo' })

const answer: z.ZodType<MarketInfo> = z
  .object({
    asset: wireAsset,
    exchanges: z.array(wireExchange),
    fiats: z.array(fiatInfo),
    plan: planCapabilities,
    usual_caller: callerRecordSchema.meta({
      description: 'Record of the caller that prices are for if the question says nothing else; see `my_orders`.',
    }),
  })
  .meta({ id: 'MarketInfo', description: 'Available exchanges and currencies, and the limits of the caller’s plan.' })

/** `exchanges` may be named, whether or not they answer just now. */
export const toMarketsResponse = (
  plan: PlanName,
  limits: PlanLimits,
  features: readonly string[],
  exchanges: readonly ExchangeName[] = exchangeIds,
): MarketInfo => ({
  asset,
  exchanges,
  fiats: fiats.map((code) => ({ code, name: fiatNames[code] })),
  plan: toWire(planCapabilities, { name: plan, ...limits, features }),
  usual_caller: toRecordResponse(usualCaller),
})

const exampleFeatures = [
  'markets',
  'me',
  'openapi',
  'orderbook',
  'payment-methods',
  'quote',
  'rates',
  'sources',
  'stats',
]

export const markets = defineEndpoint({
  name: 'markets',
  method: 'GET',
  path: '/markets',
  ...forKeys('Free', 'reader'),
  summary: 'Exchanges, currencies and your plan',
  description:
    'Returns the available exchanges and currencies, and the limits of the key’s plan. The CSV has only the currencies.',
  answer,
  example: toMarketsResponse('Starter', defaultPlans.Starter, exampleFeatures),
  table: tableOf(columnsOf(fiatInfo), ({ fiats }: MarketInfo) => fiats),
  quotaFree: true,
  cacheable: true,
})
