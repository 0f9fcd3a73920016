import type { Proof } from './proof.js'
import { type DrawAdvertiser, drawFromRecording, modelledAdvertiser } from './truth/advertiser.js'
import { breakdown, siegeChecks } from './truth/breakdown-curve.js'
import { crossingChecks, realCrossings } from './truth/crossing-share.js'
import { evaluate, type Trial } from './truth/evaluate.js'
import { type Check, figureChecks, holds, nearestCheck, steadyGoals, usualFilterCheck } from './truth/figure-checks.js'
import { baselineChecks, lossesOf, readBaseline, simulateFixed } from './truth/loss-baseline.js'
import { ourMethod } from './truth/our-method.js'
import { printBreakdown, printChecks, printCrossings, printEvaluations, printMetrics } from './truth/print-tables.js'
import { marketDataDir } from './truth/recorded-market-data.js'
import { rivalMethods, usualFilter } from './truth/rival-methods.js'
import { marketClasses } from './truth/simulated-market.js'
import { simulateAll, situationChecks } from './truth/situation-checks.js'
import { specialMarketChecks } from './truth/special-market-checks.js'
import { compareLedger, measureLedger, readLedger } from './truth/trust-ledger.js'

export const truthProof: Proof = {
  name: 'truth',
  target:
    'reported prices err by at most 3 / 18 / 50 bps on thick / mid / thin markets, lie in at most 0.5 / 2 / 3.5 %',
  run: async ({ seed, count, fast, dir = marketDataDir, print, ledger = false }) => {
    if (ledger) return compareLedger(measureLedger(), readLedger(), print)
    const recorded = fast ? null : drawFromRecording(dir)
    print(`honest advertisers: ${recorded === null ? 'the built-in model' : 'drawn from a recording'}`)
    const draw: DrawAdvertiser = recorded ?? modelledAdvertiser
    const trial: Trial = { seed, markets: count ?? (fast ? 6 : 400), draw }
    const smallTrial: Trial = { ...trial, markets: Math.ceil(trial.markets / 4) }
    const classes = fast ? marketClasses.filter(({ name }) => name === 'thick') : marketClasses

    const checks: Check[] = []
    for (const marketClass of classes) {
      const evaluations = evaluate(marketClass, [ourMethod, ...rivalMethods], trial)
      const curves = breakdown(
        marketClass,
        [ourMethod, ...rivalMethods.filter(({ name }) => sieged.has(name))],
        smallTrial,
      )
      printEvaluations(marketClass.name, evaluations, print)
      printBreakdown(marketClass.name, curves, print)
      checks.push(...figureChecks(marketClass.name, evaluations, fast ? steadyGoals : undefined))
      checks.push(...nearestCheck(marketClass.name, evaluations))
      if (!fast) {
        checks.push(...usualFilterCheck(marketClass.name, evaluations))
        checks.push(...siegeChecks(marketClass, ourMethod, smallTrial), ...specialMarketChecks(marketClass, smallTrial))
        const metricsBySituation = simulateAll(marketClass, smallTrial)
        printMetrics(marketClass.name, metricsBySituation, print)
        checks.push(...situationChecks(marketClass, metricsBySituation))
      }
    }
    checks.push(...baselineChecks(lossesOf(simulateFixed()), readBaseline(), print))
    const crossings = fast ? [] : realCrossings(dir)
    if (crossings.length === 0) print('no recorded boards at hand: same-rail crossings not measured')
    else printCrossings(crossings, print)
    checks.push(...crossingChecks(crossings))
    printChecks(checks, print)

    const deciding = checks.filter(({ decides }) => decides)
    const kept = deciding.filter(holds).length
    return {
      breaches: deciding.filter((check) => !holds(check)).map(({ name }) => name),
      figure: `${kept} of ${deciding.length} targets hold, ${trial.markets} markets for each class and scenario`,
    }
  },
}

const sieged = new Set([usualFilter, 'median of top 10'])
