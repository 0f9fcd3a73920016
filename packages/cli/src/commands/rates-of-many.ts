import type { Rates } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import type { Report } from '../report.js'
import { type Accounts, accountsQuery } from './chosen-accounts.js'
import { askRates, ratesReport, warnOfMissingRates } from './rates.js'

/** Rates of several currencies: one below the other for people, one table with the currency in front for scripts. */
export async function printRatesOfMany(cli: Cli, fiats: readonly string[], accounts: Accounts): Promise<void> {
  const asked = await Promise.allSettled(
    [...new Set(fiats)].map((fiat) => askRates(cli, { fiat, ...accountsQuery(accounts) })),
  )
  const all = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  if (cli.format === 'people')
    for (const rates of all) {
      const report = ratesReport(rates, Date.now(), accounts)
      const isLast = rates === all.at(-1)
      cli.print({ ...report, below: (look) => [...(report.below?.(look) ?? []), ...(isLast ? [] : [''])] })
    }
  else if (all.length > 0) cli.print(jointReport(all))
  for (const rates of all) await warnOfMissingRates(cli, rates, accounts)
  // The rates that came were shown. A missing one decides the exit code.
  for (const outcome of asked) if (outcome.status === 'rejected') throw outcome.reason
}

function jointReport(all: readonly Rates[]): Report {
  const reports = all.map((rates) => ({ fiat: rates.fiat, ...ratesReport(rates, Date.now()) }))
  const tables = reports.map(({ table }) => table)
  return {
    answer: all,
    records: reports.flatMap(({ fiat, records }) => records.map((record) => ({ fiat, ...(record as object) }))),
    table: {
      columns: [{ name: 'fiat' }, ...(tables[0]?.columns ?? [])],
      rows: reports.flatMap(({ fiat, table }) => table.rows.map((row) => [fiat, ...row])),
      styles: tables.flatMap(({ styles }) => styles.map((row) => [null, ...row])),
    },
  }
}
