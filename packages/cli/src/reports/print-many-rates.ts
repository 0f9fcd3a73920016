import type { Cli } from '../cli.js'
import { askRates, type RatesOptions, ratesReport, warnOfMissingRates, withFiat } from '../commands/rates.js'
import { exchangeFiltersQuery } from '../input/profile-filters.js'

/** Rates of several currencies: an answer for each in JSON and for people, otherwise one table with the currency in front. */
export async function printManyRates(cli: Cli, fiats: readonly string[], accounts: RatesOptions): Promise<void> {
  const outcomes = await Promise.allSettled(
    [...new Set(fiats)].map((fiat) => askRates(cli, { fiat, ...exchangeFiltersQuery(accounts) }, accounts)),
  )
  const all = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  if (cli.format === 'people' || cli.format === 'json')
    for (const rates of all) {
      const report = ratesReport(rates, Date.now(), accounts)
      const isLast = rates === all.at(-1)
      cli.printReport({ ...report, footer: (look) => [...(report.footer?.(look) ?? []), ...(isLast ? [] : [''])] })
    }
  else if (all.length > 0) cli.printReport(withFiat(all, accounts))
  for (const rates of all) await warnOfMissingRates(cli, rates, accounts)
  // The rates that came were shown. A missing one decides the exit code.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
