import type { DrawAdvertiser } from './advertiser.js'
import { attackScenarios } from './attack-scenarios.js'
import { randomAt } from './distributions.js'
import type { PricingMethod } from './pricing-method.js'
import { createScoreCard, type Figures, meanFigures } from './score-card.js'
import { createMarket, type MarketClass } from './simulated-market.js'

export type Trial = {
  readonly seed: number
  /** Markets for every class and scenario. */
  readonly markets: number
  readonly draw: DrawAdvertiser
}

export type Evaluation = {
  readonly method: string
  readonly mean: Figures
  readonly scenarios: readonly { readonly name: string; readonly figures: Figures }[]
}

export const evaluate = (
  marketClass: MarketClass,
  methods: readonly PricingMethod[],
  trial: Trial,
): readonly Evaluation[] => {
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
