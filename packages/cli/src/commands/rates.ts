import { bestExchangePair } from '@p2p-rates/contract/words'
import type { Rates, RatesExtra, RatesQuery } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { exchangeName, shownAsName, usualExchanges } from '../exchange-names.js'
import { withProfileLimits } from '../input/about-me-note.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangesOption, fiatOption, includeOption, methodsOption } from '../input/options.js'
import { parseFiatsAndPositionals, withPositionals } from '../input/positionals.js'
import {
  type ExchangeFilters,
  exchangeFiltersQuery,
  exchangesOfAnswer,
  withProfileFilters,
} from '../input/profile-filters.js'
import { change } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { bestLine, boundLines, confidenceLines } from '../reports/confidence-lines.js'
import { paymentRailLines } from '../reports/payment-rail-lines.js'
import { stepsReport } from '../reports/steps-report.js'
import { warnOfMissingExchanges } from '../warn-of-missing-exchanges.js'
import { anyOf, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'in words: UAH EUR monobank binance; --json prints one document for each currency')
    .addOption(fiatOption())
    .addOption(exchangesOption())
    .addOption(
      methodsOption(
        '-m, --payment-method <name>',
        'only ads with this payment method, or all (repeatable; default: those of your profile)',
      ),
    )
    .addOption(includeOption(['confidence', 'interval', 'rails', 'profile']))
    .option('--steps', 'best prices of a newcomer, a usual and an experienced caller, against yours')
    .action(async (words: readonly string[], typed: RatesOptions & { readonly fiat?: string }) => {
      const { fiats, positionals } = parseFiatsAndPositionals(words)
      const { fiat, ...accounts } = await withProfileFilters(cli, withPositionals(typed, positionals))
      if (fiats.length > 1) return (await import('../reports/print-many-rates.js')).printManyRates(cli, fiats, accounts)
      const chosen = await chosenFiat(cli, { fiat }, fiats[0])
      const rates = await askRates(cli, { ...chosen, ...exchangeFiltersQuery(accounts) }, accounts)
      cli.printReport(cli.format === 'ndjson' ? withFiat([rates], accounts) : ratesReport(rates, Date.now(), accounts))
      await warnOfMissingRates(cli, rates, accounts)
    })

export type RatesOptions = ExchangeFilters & { readonly steps?: boolean; readonly include?: readonly RatesExtra[] }

export function withFiat(all: readonly Rates[], options: RatesOptions): Report {
  const reports = all.map((rates) => ({ fiat: rates.fiat, ...ratesReport(rates, Date.now(), options) }))
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

/** Scripts get only the fields they asked for. With chosen payment methods, prices by method are left out. */
export function askRates(cli: Cli, query: RatesQuery, options: RatesOptions): Promise<Rates> {
  const extras = options.steps === true ? (['profile'] as const) : cli.format === 'people' ? extrasOf(query) : []
  const include = [...new Set([...(options.include ?? []), ...extras])]
  return withProfileLimits(cli, options, {
    question: (p2p) => p2p.rates(include.length === 0 ? query : { ...query, include }),
  })
}

const extrasOf = ({ payment_method: chosen }: RatesQuery): readonly RatesExtra[] => [
  'confidence',
  'interval',
  ...(chosen === undefined ? (['rails'] as const) : []),
]

/** An exchange without a reliable price has no row. */
export async function warnOfMissingRates(
  cli: Cli,
  { fiat, exchanges }: Rates,
  accounts: ExchangeFilters = {},
): Promise<void> {
  const found = exchanges.map(({ exchange }) => exchange)
  const asked = await exchangesOfAnswer(cli, accounts.exchange?.split(','))
  return warnOfMissingExchanges(cli, {
    fiat,
    present: usualExchanges.filter((id) => !asked.includes(id) || found.includes(id)),
    otherwise: noPrice(accounts),
  })
}

const noPrice = ({ paymentMethod = [] }: ExchangeFilters): string =>
  paymentMethod.length === 0
    ? say('no reliable price now.')
    : say('no reliable price through {methods} now.', { methods: anyOf(paymentMethod) })

function titleOf({ fiat, updated_at: at }: Rates, nowMs: number, { paymentMethod = [] }: ExchangeFilters): string {
  const slots = { fiat, age: age(at, nowMs) }
  return paymentMethod.length === 0
    ? say('1 USDT in {fiat}, best reliable prices, {age}', slots)
    : say('1 USDT in {fiat} through {methods}, best reliable prices, {age}', {
        ...slots,
        methods: anyOf(paymentMethod),
      })
}

export const ratesReport = (rates: Rates, nowMs: number, options: RatesOptions = {}): Report =>
  options.steps === true ? stepsReport(rates, nowMs) : exchangesReport(rates, nowMs, options)

const exchangesReport = (rates: Rates, nowMs: number, accounts: ExchangeFilters): Report => ({
  answer: rates,
  endpoint: 'rates',
  records: rates.exchanges,
  title: titleOf(rates, nowMs, accounts),
  table: tableOf(rates.exchanges, [
    { name: 'exchange', shown: shownAsName },
    {
      name: 'buy',
      heading: 'you buy at',
      kind: 'price',
      style: ({ buy }) => (buy === rates.best_buy.price ? 'good' : null),
    },
    { name: 'buy_ads', heading: 'ads', kind: 'count', style: 'faint' },
    {
      name: 'sell',
      heading: 'you sell at',
      kind: 'price',
      style: ({ sell }) => (sell === rates.best_sell.price ? 'good' : null),
    },
    { name: 'sell_ads', heading: 'ads', kind: 'count', style: 'faint' },
  ]),
  footer: (look) => [
    ...bestLines(rates)
      .flatMap((line) => paragraph(line, look.width))
      .map((line) => line.replace(/[\d.,]+(?= (?:on|на)(?: |$))/, (price) => look.paint.bold(price))),
    ...[...confidenceLines(rates), ...boundLines(rates)].flatMap((line) => paragraph(line, look.width)),
    ...paymentRailLines(rates, look),
  ],
})

/** The conclusion, so that colour is never the only sign. */
function bestLines({
  best_buy: buy,
  best_sell: sell,
  cross_exchange_spread_pct: spread,
  exchanges,
  confidence,
}: Rates): string[] {
  const pair = bestExchangePair(exchanges)
  const columnOf = (side: 'buy' | 'sell') => exchanges.flatMap((row) => row[side] ?? [])
  return [
    bestLine((best) => say('You buy at {price} on {exchange}.', best), buy, confidence?.buy, columnOf('buy')),
    bestLine((best) => say('You sell at {price} on {exchange}.', best), sell, confidence?.sell, columnOf('sell')),
    ...(spread === null || pair === null
      ? []
      : [
          say('Buy on {buy}, sell on {sell}: {change} before fees.', {
            buy: exchangeName(pair.buyOn),
            sell: exchangeName(pair.sellOn),
            change: change(spread),
          }),
        ]),
  ]
}
