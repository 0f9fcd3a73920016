import { bestPair } from '@p2p-rates/contract/words'
import type { Rates, RatesQuery } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { fiatArguments, fiatOption } from '../options.js'
import { percent } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { warnOfMissing } from '../warn-of-missing.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'
import { bestLine, confidenceLines } from './confidence-lines.js'
import { railLines } from './rail-lines.js'

export const define: Define = (command, cli) =>
  command
    .addArgument(fiatArguments('currencies, instead of --fiat; of several, --json is a list of the answers'))
    .addOption(fiatOption())
    .action(async (words: readonly string[], options: { fiat?: string }) => {
      if (words.length > 1) return (await import('./rates-of-many.js')).printRatesOfMany(cli, words)
      const rates = await askRates(cli, await chosenFiat(cli, options, words[0]))
      cli.print(ratesReport(rates, Date.now()))
      await warnOfMissingRates(cli, rates)
    })

/** Not for scripts, which get only what they asked for. */
export const askRates = (cli: Cli, query: RatesQuery): Promise<Rates> =>
  cli.ask((p2p) => p2p.rates(cli.format === 'people' ? { ...query, include: ['confidence', 'rails'] } : query))

/** An exchange without a reliable price has no row. */
export const warnOfMissingRates = (cli: Cli, { fiat, exchanges }: Rates): Promise<void> =>
  warnOfMissing(cli, {
    fiat,
    present: exchanges.map(({ exchange }) => exchange),
    otherwise: 'it has no reliable price now.',
  })

export const ratesReport = (rates: Rates, nowMs: number): Report => ({
  answer: rates,
  endpoint: 'rates',
  records: rates.exchanges,
  title: `1 USDT in ${rates.fiat}, best reliable prices, ${age(rates.updated_at, nowMs)}`,
  table: tableOf(rates.exchanges, [
    { name: 'exchange', value: ({ exchange }) => exchange, shown: shownAsName },
    {
      name: 'buy',
      heading: 'you buy at',
      kind: 'price',
      value: ({ buy }) => buy,
      style: ({ buy }) => (buy === rates.best_buy.price ? 'good' : null),
    },
    { name: 'buy_ads', heading: 'ads', kind: 'count', value: (row) => row.buy_ads, style: () => 'faint' },
    {
      name: 'sell',
      heading: 'you sell at',
      kind: 'price',
      value: ({ sell }) => sell,
      style: ({ sell }) => (sell === rates.best_sell.price ? 'good' : null),
    },
    { name: 'sell_ads', heading: 'ads', kind: 'count', value: (row) => row.sell_ads, style: () => 'faint' },
  ]),
  below: (look) => [
    ...bestLines(rates)
      .flatMap((line) => paragraph(line, look.width))
      .map((line) => line.replace(/[\d.,]+(?= on)/, (price) => look.paint.bold(price))),
    ...confidenceLines(rates).flatMap((line) => paragraph(line, look.width)),
    ...railLines(rates, look),
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
  const pair = bestPair(exchanges)
  const columnOf = (side: 'buy' | 'sell') => exchanges.flatMap((row) => row[side] ?? [])
  const trip = pair && `Buying on ${exchangeName(pair.buyOn)} and selling on ${exchangeName(pair.sellOn)}`
  return [
    bestLine('You buy at', buy, confidence?.buy, columnOf('buy')),
    bestLine('You sell at', sell, confidence?.sell, columnOf('sell')),
    ...(spread === null || trip === null
      ? []
      : [`${trip} ${spread < 0 ? 'costs' : 'earns'} ${percent(Math.abs(spread))} before fees.`]),
  ]
}
