import { attacks } from '@p2p-rates/simulator/testing'
import type { Trial } from './evaluate.js'
import { asAim, atMost, type Check } from './figure-checks.js'
import { type PricingMethod, priceErrors } from './price-errors.js'
import { createMarket, type MarketClass, type Scenario } from './simulated-market.js'
import { quantile, randomAt } from './statistics.js'

export const breakdown = (marketClass: MarketClass, methods: readonly PricingMethod[], trial: Trial) =>
  methods.map((method) => ({
    method: method.name,
    curve: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((share) => {
      const scenario = { name: `good ${share}`, attack: attacks.good, share, exchanges: 6, side: 'BUY' } as const
      return { share, ...liesUnder(scenario, marketClass, method, trial) }
    }),
  }))

export type Breakdown = ReturnType<typeof breakdown>[number]

/** Distance of reported prices beyond the truth: median and 95th percentile over all boards. */
const liesUnder = (scenario: Scenario, marketClass: MarketClass, method: PricingMethod, trial: Trial) => {
  const lies: number[] = []
  for (let index = 0; index < trial.markets; index += 1) {
    const random = randomAt(trial.seed, `breakdown ${marketClass.name} ${scenario.name} ${index}`)
    const market = createMarket({ marketClass, scenario, random, draw: trial.draw })
    for (const { side, bps } of priceErrors(method.quote(market), market)) {
      if (side === 'BUY' && bps !== null) lies.push(Math.max(0, bps))
    }
  }
  return { p50Bps: quantile(lies, 0.5) ?? 0, p95Bps: quantile(lies, 0.95) ?? 0 }
}

/** Four of ten accounts hacked everywhere, or one person behind four of ten on two exchanges: the lie stays bounded. */
export const siegeChecks = (marketClass: MarketClass, method: PricingMethod, trial: Trial): readonly Check[] =>
  [
    { name: 'good 0.4', attack: attacks.good, share: 0.4, exchanges: 6, side: 'BUY' as const },
    { name: 'sybil 0.4', attack: attacks.sybil, share: 0.4, exchanges: 2, side: 'BUY' as const },
  ].map((scenario) => {
    const { p95Bps } = liesUnder(scenario, marketClass, method, trial)
    const title = `${marketClass.name}: lie of 95 in 100 at ${scenario.name}`
    return asAim(atMost(siegeTargetBps[marketClass.name], 'bps', title, p95Bps))
  })

/** On thin boards only the widest gate bounds it. */
const siegeTargetBps = { thick: 100, mid: 270, thin: 600 } as const
