import { attacks } from '@p2p-rates/simulator/testing'
import type { DrawAdvertiser } from './advertiser.js'
import type { PricingMethod } from './price-errors.js'
import { createScoreCard, meanFigures } from './score-card.js'
import { createMarket, type MarketClass, type Scenario, venues } from './simulated-market.js'
import { randomAt } from './statistics.js'

const everywhere = venues.length

/** Attacks of the usual protocol. */
export const attackScenarios: readonly Scenario[] = [
  { name: 'clean', attack: attacks.fresh, share: 0, exchanges: 0 },
  { name: 'fresh 20 %', attack: attacks.fresh, share: 0.2, exchanges: everywhere },
  { name: 'good 20 %', attack: attacks.good, share: 0.2, exchanges: everywhere },
  { name: 'tiny 20 %', attack: attacks.tiny, share: 0.2, exchanges: everywhere },
  { name: 'limits 20 %', attack: attacks.limits, share: 0.2, exchanges: everywhere },
  { name: 'unit 20 %', attack: attacks.unit, share: 0.2, exchanges: everywhere },
  { name: 'stale 20 %', attack: attacks.stale, share: 0.2, exchanges: everywhere },
  { name: 'mod 20 %', attack: attacks.moderate, share: 0.2, exchanges: everywhere },
  { name: 'sybil 20 %', attack: attacks.sybil, share: 0.2, exchanges: 2 },
  { name: 'sybil 40 %', attack: attacks.sybil, share: 0.4, exchanges: 2 },
  { name: 'mixed 10 %', attack: attacks.mixed, share: 0.1, exchanges: everywhere },
  { name: 'mixed 30 %', attack: attacks.mixed, share: 0.3, exchanges: everywhere },
]

export type Trial = {
  readonly seed: number
  /** Markets for every class and scenario. */
  readonly markets: number
  readonly draw: DrawAdvertiser
}

export const evaluate = (marketClass: MarketClass, methods: readonly PricingMethod[], trial: Trial) => {
  const judged = attackScenarios.map((scenario) => {
    const cards = methods.map((method) => createScoreCard(method, marketClass))
    for (let index = 0; index < trial.markets; index += 1) {
      const random = randomAt(trial.seed, `${marketClass.name} ${scenario.name} ${index}`)
      const market = createMarket({ marketClass, scenario, random, draw: trial.draw })
      for (const card of cards) card.add(market)
    }
    return { scenario, figures: cards.map((card) => card.figures()) }
  })
  return methods.map(({ name }, at) => {
    const rows = judged.flatMap(({ scenario, figures }) => {
      const own = figures[at]
      return own === undefined ? [] : [{ name: scenario.name, figures: own }]
    })
    return { method: name, mean: meanFigures(rows.map(({ figures }) => figures)), scenarios: rows }
  })
}

export type Evaluation = ReturnType<typeof evaluate>[number]
