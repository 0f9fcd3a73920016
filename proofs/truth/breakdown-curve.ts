import { attacks } from '@p2p-rates/simulator/testing'
import type { Trial } from './evaluate.js'
import { asAim, atMost, type Check } from './figure-checks.js'
import { type PricingMethod, priceErrors } from './price-errors.js'
import { createMarket, type MarketClass, type Scenario } from './simulated-market.js'
import { quantile, randomAt } from './statistics.js'

/** Distance of reported prices beyond the truth: median, 95th percentile and maximum over all boards. */
export type Lies = { readonly p50Bps: number; readonly p95Bps: number; readonly worstBps: number }

export type Breakdown = {
  readonly method: string
  readonly curve: readonly (Lies & { readonly share: number })[]
}

export const breakdown = (
  marketClass: MarketClass,
  methods: readonly PricingMethod[],
  trial: Trial,
): readonly Breakdown[] =>
  methods.map((method) => ({
    method: method.name,
    curve: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((share) => ({
      share,
      ...liesUnder(
        { name: `good ${share}`, attack: attacks.good, share, exchanges: 6, side: 'BUY' },
        marketClass,
        method,
        trial,
      ),
    })),
  }))

const liesUnder = (scenario: Scenario, marketClass: MarketClass, method: PricingMethod, trial: Trial): Lies => {
  const lies: number[] = []
  for (let index = 0; index < trial.markets; index += 1) {
    const random = randomAt(trial.seed, `breakdown ${marketClass.name} ${scenario.name} ${index}`)
    const market = createMarket({ marketClass, scenario, random, draw: trial.draw })
    for (const { side, bps } of priceErrors(method.quote(market), market)) {
      if (side === 'BUY' && bps !== null) lies.push(Math.max(0, bps))
    }
  }
  return { p50Bps: quantile(lies, 0.5) ?? 0, p95Bps: quantile(lies, 0.95) ?? 0, worstBps: quantile(lies, 1) ?? 0 }
}

/** Four of ten accounts hacked everywhere, or one person behind four of ten on two exchanges: the lie stays bounded. */
export const siegeChecks = (marketClass: MarketClass, method: PricingMethod, trial: Trial): readonly Check[] =>
  [
    { name: 'good 0.4', attack: attacks.good, share: 0.4, exchanges: 6, side: 'BUY' as const },
    { name: 'sybil 0.4', attack: attacks.sybil, share: 0.4, exchanges: 2, side: 'BUY' as const },
  ].map((scenario) => {
    const { p95Bps } = liesUnder(scenario, marketClass, method, trial)
    return asAim(
      atMost(
        siegeTargetBps[marketClass.name],
        'bps',
        `${marketClass.name}: lie of 95 in 100 at ${scenario.name}`,
        p95Bps,
      ),
    )
  })

/** On thin boards only the widest gate bounds it. */
const siegeTargetBps = { thick: 100, mid: 270, thin: 600 } as const
