import type { PlanName } from '@p2p-rates/contract'

/** The lowest plan with a feature, as the contract has it. A test holds the two together. */
const neededPlans = {
  stats: 'Starter',
  quote: 'Starter',
  history: 'Pro',
  candles: 'Pro',
  arbitrage: 'Pro',
  webhooks: 'Pro',
} as const

export type PlannedFeature = keyof typeof neededPlans

export const planNeededFor = (feature: PlannedFeature): PlanName => neededPlans[feature]

export const plannedFeatures = Object.keys(neededPlans) as readonly PlannedFeature[]
