import type { Proof } from './proof.js'
import { type DrawAdvertiser, modelledAdvertiser } from './truth/advertiser.js'
import { baselineChecks, lossesOf, readBaseline, simulateFixed } from './truth/baseline.js'
import { baselines, usualFilter } from './truth/baselines.js'
import { breakdown, siegeChecks } from './truth/breakdown.js'
import { type Check, figureChecks, holds, nearestCheck, steadyGoals, usualFilterCheck } from './truth/check.js'
import { crossingChecks, realCrossings } from './truth/crossings.js'
import { evaluate, type Trial } from './truth/evaluate.js'
import { extraChecks } from './truth/extra-checks.js'
import { marketDataDir } from './truth/market-data.js'
import { ours } from './truth/ours.js'
import { drawFromRecording } from './truth/recorded-advertisers.js'
import { marketClasses } from './truth/simulated-market.js'
import { simulateAll, situationChecks } from './truth/situation-checks.js'
import { printBreakdown, printChecks, printCrossings, printEvaluations, printMetrics } from './truth/table.js'

export const truthProof: Proof = {
  name: 'truth',
  target:
    'reported prices err by at most 3 / 18 / 50 bps on thick / mid / thin markets, lie in at most 0.5 / 2 / 3.5 %',
  run: async ({ seed, count, fast, dir = marketDataDir, print }) => {
    const recorded = fast ? null : drawFromRecording(dir)
    print(`honest advertisers: ${recorded === null ? 'the built-in model' : 'drawn from a recording'}`)
    const draw: DrawAdvertiser = recorded ?? modelledAdvertiser
    const trial: Trial = { seed, markets: count ?? (fast ? 6 : 400), draw }
    const smallTrial: Trial = { ...trial, markets: Math.ceil(trial.markets / 4) }
    const classes = fast ? marketClasses.filter(({ name }) => name === 'thick') : marketClasses

    const checks: Check[] = []
    const details = classes.map((marketClass) => {
      const evaluations = evaluate(marketClass, [ours, ...baselines], trial)
      const curves = breakdown(marketClass, [ours, ...baselines.filter(({ name }) => sieged.has(name))], smallTrial)
      printEvaluations(marketClass.name, evaluations, print)
      printBreakdown(marketClass.name, curves, print)
      checks.push(...figureChecks(marketClass.name, evaluations, fast ? steadyGoals : undefined))
      checks.push(...nearestCheck(marketClass.name, evaluations))
      if (!fast) {
        checks.push(...usualFilterCheck(marketClass.name, evaluations))
        checks.push(...siegeChecks(marketClass, ours, smallTrial), ...extraChecks(marketClass, smallTrial))
        const metricsBySituation = simulateAll(marketClass, smallTrial)
        printMetrics(marketClass.name, metricsBySituation, print)
        checks.push(...situationChecks(marketClass, metricsBySituation))
      }
      return { class: marketClass.name, evaluations, breakdown: curves }
    })
    checks.push(...baselineChecks(lossesOf(simulateFixed()), readBaseline(), print))
    const crossings = fast ? [] : realCrossings(dir)
    if (crossings.length === 0) print('no recorded boards at hand: same-rail crossings not measured')
    else printCrossings(crossings, print)
    checks.push(...crossingChecks(crossings))
    printChecks(checks, print)

    const deciding = checks.filter(({ decides }) => decides)
    const kept = deciding.filter(holds).length
    return {
      holds: kept === deciding.length,
      figure: `${kept} of ${deciding.length} targets hold, ${trial.markets} markets for each class and scenario`,
      details: {
        advertisers: recorded === null ? 'model' : 'recording',
        markets: trial.markets,
        classes: details,
        crossings,
        checks,
      },
    }
  },
}

const sieged = new Set([usualFilter, 'median of top 10'])
