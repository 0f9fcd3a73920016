import { isDeepStrictEqual } from 'node:util'
import { honourNumbers } from '@p2p-rates/core/testing'
import { fitHonour } from './interval/fit-honour.js'
import { type Measured, measure, sumOf } from './interval/measure-intervals.js'
import type { Proof } from './proof.js'
import { type DrawAdvertiser, drawFromRecording, modelledAdvertiser } from './truth/advertiser.js'
import { attackScenarios } from './truth/evaluate.js'
import { asAim, atMost, type Check, holds, sharesOf } from './truth/figure-checks.js'
import { printChecks } from './truth/print-tables.js'
import { marketDataDir } from './truth/recorded-market-data.js'
import { marketClasses } from './truth/simulated-market.js'
import { situations } from './truth/situations.js'
import { share } from './truth/statistics.js'

export const intervalProof: Proof = {
  name: 'interval',
  target:
    'the 90 % interval covers 88 to 97 % over all situations, is given for 90 % of thick and mid markets, and is at most 15 / 45 / 120 bps wide',
  run: async ({ seed, count, fast, dir = marketDataDir, print }) => {
    const recorded = fast ? null : drawFromRecording(dir)
    print(`honest advertisers: ${recorded === null ? 'the built-in model' : 'drawn from a recording'}`)
    const draw: DrawAdvertiser = recorded ?? modelledAdvertiser
    const markets = count ?? (fast ? 10 : 60)

    const checks: Check[] = []
    for (const marketClass of marketClasses) {
      const measured = new Map(
        situations.map((situation) => [situation.name, measure(situation, marketClass, { seed, markets, draw })]),
      )
      const { name } = marketClass
      const all = sumOf([...measured.values()])
      const usual = sumOf(attackScenarios.flatMap((scenario) => measured.get(scenario.name) ?? []))
      print(`\n${name}: situation                                        given  covered  width (bps)`)
      for (const [situation, one] of measured) print(`  ${situation.padEnd(52)}${figuresOf(one)}`)
      print(`  ${'usual protocol'.padEnd(52)}${figuresOf(usual)}`)
      print(`  ${'all situations'.padEnd(52)}${figuresOf(all)}`)
      const { most, least } = sharesOf(name)
      const short = [...measured].filter(([, one]) => one.given > 0 && coverageOf(one) < leastCovered)
      checks.push(
        least(leastCovered, 'coverage over all situations', coverageOf(all)),
        most(mostCovered, 'coverage over all situations', coverageOf(all)),
        atMost(mostWidth[name], 'bps', `${name}: mean width, usual protocol`, widthOf(usual)),
        ...(name === 'thin' ? [] : [least(0.9, 'intervals given', share(all.given, all.cases))]),
        ...short.map(([situation, one]) => asAim(least(leastCovered, `coverage, ${situation}`, coverageOf(one)))),
      )
    }
    printChecks(checks, print)
    const deciding = checks.filter(({ decides }) => decides)
    const breaches = deciding.filter((check) => !holds(check)).map(({ name }) => name)
    if (!fast && !isDeepStrictEqual(fitHonour(), honourNumbers))
      breaches.push('honour-numbers.ts differs from the fit: run `pnpm fit honour`')
    const below = checks.length - deciding.length
    return {
      breaches,
      figure: `${deciding.filter(holds).length} of ${deciding.length} targets hold, ${markets} markets for each class and situation, ${below} situations below 88 %`,
    }
  },
}

const leastCovered = 0.88
const mostCovered = 0.97
const mostWidth = { thick: 15, mid: 45, thin: 120 } as const

const coverageOf = ({ covered, given }: Measured): number => share(covered, given)
const widthOf = ({ widthBps, given }: Measured): number => share(widthBps, given)

const figuresOf = (one: Measured): string =>
  `${percent(share(one.given, one.cases))}  ${percent(coverageOf(one))}  ${widthOf(one).toFixed(0).padStart(9)}`

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`.padStart(7)
