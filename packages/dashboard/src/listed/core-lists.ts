import { endpoints, featuresOf, type PlanName, planNames } from '@p2p-rates/contract'
import { everyExchange, exchangeIds, type Fiat, fiats } from '@p2p-rates/core'
import { homeCountries } from '@p2p-rates/core/internal'

const plannedFeatures = ['stats', 'quote', 'history'] as const
export type PlannedFeature = (typeof plannedFeatures)[number]

/** Lists of the core and the contract. The build writes them out, so that pages do not load the code behind them. */
export const coreLists: {
  /** Exchanges asked by default, in the usual order. */
  readonly exchangeIds: readonly string[]
  readonly exchangeNames: Readonly<Record<string, string>>
  readonly fiats: readonly Fiat[]
  readonly homeCountries: Readonly<Record<string, readonly string[]>>
  /** From lowest to highest. */
  readonly planNames: readonly PlanName[]
  readonly neededPlans: Readonly<Record<PlannedFeature, PlanName>>
  /** Paths whose answers depend on the caller. */
  readonly callerPaths: readonly string[]
} = {
  exchangeIds,
  exchangeNames: Object.fromEntries(everyExchange.map(({ id, name }) => [id, name])),
  fiats,
  homeCountries: Object.fromEntries(
    [...homeCountries].filter(([fiat]) => fiats.some((one) => one === fiat)).map(([fiat, at]) => [fiat, [...at]]),
  ),
  planNames,
  neededPlans: Object.fromEntries(plannedFeatures.map((feature) => [feature, lowestWith(feature)])) as Record<
    PlannedFeature,
    PlanName
  >,
  callerPaths: [...new Set(endpoints.flatMap(({ path, query }) => ('my_orders' in query ? path : [])))],
}

function lowestWith(feature: PlannedFeature): PlanName {
  const plan = planNames.find((name) => featuresOf(name).includes(feature))
  if (plan === undefined) throw new Error(`No plan has the feature ${feature}.`)
  return plan
}
