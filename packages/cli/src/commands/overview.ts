import type { CurrencyOverview, Overview } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { priceText } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { duration } from '../render/times.js'
import type { Report } from '../report.js'
import { bestLine } from '../reports/confidence-lines.js'
import { confidenceStyle } from '../reports/confidence-style.js'
import { levelInWords, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description('Best prices and index of every currency of a server, one line each.')
    .action(async () => cli.printReport(overviewReport(await cli.request((p2p) => p2p.overview()))))

const overviewReport = (overview: Overview): Report => ({
  answer: overview,
  endpoint: 'overview',
  records: overview.currencies,
  title: say('1 USDT in every currency, best reliable prices and reference index'),
  table: tableOf<CurrencyOverview>(overview.currencies, [
    { name: 'fiat', heading: ' ' },
    { name: 'buy', heading: 'you buy at', kind: 'price', value: (line) => line.best_buy?.price ?? null, shown: price },
    {
      name: 'buy_exchange',
      heading: 'on',
      flexible: 2,
      value: (line) => line.best_buy?.exchange ?? null,
      shown: shownAsName,
    },
    sureColumn('buy'),
    {
      name: 'sell',
      heading: 'you sell at',
      kind: 'price',
      value: (line) => line.best_sell?.price ?? null,
      shown: price,
    },
    {
      name: 'sell_exchange',
      heading: 'on',
      flexible: 2,
      value: (line) => line.best_sell?.exchange ?? null,
      shown: shownAsName,
    },
    sureColumn('sell'),
    { name: 'index', kind: 'price', flexible: 5, shown: price, style: 'strong' },
    { name: 'change_24h_pct', heading: '24 h', kind: 'change', flexible: 3 },
    {
      name: 'index_confidence',
      heading: 'confidence',
      flexible: 1,
      value: (line) => line.index_confidence?.level ?? null,
      shown: levelInWords,
      style: (line) => confidenceStyle(line.index_confidence?.level),
    },
    {
      name: 'age_seconds',
      heading: 'age',
      kind: 'count',
      flexible: 1,
      shown: (seconds) => duration(Number(seconds)),
    },
    { name: 'updated_at', hidden: true },
  ]),
  notes: () => overview.currencies.flatMap((line) => [...lowLines(line, 'buy'), ...lowLines(line, 'sell')]),
})

function lowLines({ fiat, confidence, ...line }: CurrencyOverview, side: 'buy' | 'sell'): string[] {
  const best = line[`best_${side}`]
  if (best === null || confidence?.[side].level !== 'low') return []
  const sentence = (place: { readonly price: string; readonly exchange: string }) =>
    side === 'buy'
      ? say('{fiat}: you buy at {price} on {exchange}.', { fiat, ...place })
      : say('{fiat}: you sell at {price} on {exchange}.', { fiat, ...place })
  return [bestLine(sentence, best, confidence[side])]
}

const sureColumn = (side: 'buy' | 'sell'): ColumnOf<CurrencyOverview> => ({
  name: `${side}_confidence`,
  heading: 'confidence',
  flexible: 4,
  value: ({ confidence }) => confidence?.[side].level ?? null,
  shown: levelInWords,
  style: ({ confidence }) => confidenceStyle(confidence?.[side].level),
})

/** Each currency has its own decimals. */
const price = (cell: unknown): string => priceText(Number(cell))
