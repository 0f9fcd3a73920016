import type { Cli } from '../cli.js'
import { type Accounts, accountsQuery } from './chosen-accounts.js'
import { askRates, ratesReport, warnOfMissingRates, withFiat } from './rates.js'

/** Rates of several currencies: an answer for each in JSON and for people, otherwise one table with the currency in front. */
export async function printRatesOfMany(cli: Cli, fiats: readonly string[], accounts: Accounts): Promise<void> {
  const asked = await Promise.allSettled(
    [...new Set(fiats)].map((fiat) => askRates(cli, { fiat, ...accountsQuery(accounts) })),
  )
  const all = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  if (cli.format === 'people' || cli.format === 'json')
    for (const rates of all) {
      const report = ratesReport(rates, Date.now(), accounts)
      const isLast = rates === all.at(-1)
      cli.print({ ...report, footer: (look) => [...(report.footer?.(look) ?? []), ...(isLast ? [] : [''])] })
    }
  else if (all.length > 0) cli.print(withFiat(all))
  for (const rates of all) await warnOfMissingRates(cli, rates, accounts)
  // The rates that came were shown. A missing one decides the exit code.
  for (const outcome of asked) if (outcome.status === 'rejected') throw outcome.reason
}
