import type { Arbitrage, ArbitrageQuery, Opportunity } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { exchangeName, shownAsName, usualExchanges } from '../exchange-names.js'
import { askForMe } from '../input/about-me-note.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { feeOrAutoOption, fiatOption, readAmount, tradeWorthOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { exchangesOfAnswer } from '../input/profile-filters.js'
import { grouped, percent } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { confidenceLine } from '../reports/confidence-lines.js'
import { warnOfMissingExchanges } from '../warn-of-missing-exchanges.js'
import { levelInWords, say, sayCount, shownAs } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'the same in words: UAH 20000')
    .addOption(fiatOption())
    .option('-a, --amount <n>', 'amount of the currency to trade (default: 1000)', readAmount)
    .addOption(feeOrAutoOption())
    .addOption(tradeWorthOption())
    .option('--age', 'how long each pair has been profitable (always shown in tables)')
    .action(async (words: string[], typed: Options) => {
      const options = withPositionals(typed, parsePositionals(words, ['amount', 'fiat']))
      if (options.amountUsdt !== undefined)
        throw new CliError(
          'usage',
          say('arbitrage takes an amount of the currency, not of USDT.'),
          'p2p arbitrage 20000 UAH',
        )
      const query = {
        ...(await chosenFiat(cli, options)),
        amount: options.amount ?? 1000,
        transfer_fee_usdt: options.transferFeeUsdt,
        trade_worth_usdt: options.tradeWorthUsdt,
        include: includeOf(cli, options),
      }
      const trips = await askForMe(
        cli,
        {},
        {
          question: (p2p) => p2p.arbitrage(query),
          hasNoAds: ({ opportunities, same_exchange: same = [] }) => opportunities.length + same.length === 0,
        },
      )
      cli.printReport(
        arbitrageReport(trips, cli.format === 'people' ? bestFirst(trips) : trips.opportunities, Date.now()),
      )
      // Trips do not name the exchanges that were asked. For a script, another request is not worth it.
      const isAskedAnyway = (await cli.source()).server === null
      if (!isAskedAnyway && cli.format !== 'people') return
      const asked = await exchangesOfAnswer(cli, undefined)
      const present = usualExchanges.filter((id) => !asked.includes(id))
      await warnOfMissingExchanges(cli, { fiat: trips.fiat, present })
    })

type Options = {
  readonly fiat?: string
  readonly amount?: number
  readonly transferFeeUsdt: number | 'auto'
  readonly tradeWorthUsdt?: number
  readonly age?: boolean
}

function includeOf({ format }: Cli, { age }: Options): ArbitrageQuery['include'] {
  if (format === 'people') return ['same_exchange', 'updated_at', 'confidence', 'age']
  return age === true ? ['age'] : undefined
}

export const bestFirst = ({ opportunities, same_exchange: same = [] }: Arbitrage): readonly Opportunity[] =>
  [...opportunities, ...same]
    .filter(({ net_profit: gain }) => gain > 0)
    .toSorted((one, other) => other.net_profit - one.net_profit)

export const arbitrageReport = (answer: Arbitrage, trips: readonly Opportunity[], nowMs: number): Report => ({
  answer,
  endpoint: 'arbitrage',
  records: trips,
  title: `${titleOf(answer)}${howOld(answer, nowMs)}`,
  empty: say('No round trip is profitable now.'),
  table: tableOf(trips, [
    { name: 'buy_exchange', heading: 'buy on', shown: shownAsName },
    { name: 'buy_price', heading: 'at', kind: 'price' },
    { name: 'sell_exchange', heading: 'sell on', shown: shownAsName },
    { name: 'sell_price', heading: 'at', kind: 'price' },
    { name: 'gross_spread_pct', heading: 'before fees', kind: 'change', flexible: 1 },
    { name: 'net_profit_pct', heading: 'after', kind: 'change', flexible: 2, style },
    { name: 'net_profit', heading: say('profit {fiat}', { fiat: answer.fiat }), kind: 'money', style },
    ...(isAuto(answer) ? transferColumns : []),
    ...(trips.some((trip) => doubtedLegs(trip).length > 0) ? [confidenceColumn] : []),
    ...(trips.some(({ since }) => typeof since === 'string') ? [sinceColumn] : []),
    { name: 'buy_methods', heading: 'pay with', flexible: true },
    { name: 'sell_methods', heading: 'get paid with', flexible: true },
  ]),
  notes: () => [...doubtLines(trips), ...lossLines(answer, trips.length)],
})

const isAuto = ({ opportunities }: Arbitrage): boolean => opportunities.some(({ transfer }) => transfer !== undefined)

function titleOf(answer: Arbitrage): string {
  const { fiat, transfer_fee_usdt: fee } = answer
  const amount = grouped(answer.amount)
  return isAuto(answer)
    ? say('Round trips with {amount} {fiat}, by the cheapest open network; unknown: {fee} USDT', { amount, fiat, fee })
    : say('Round trips with {amount} {fiat}, transfer fee {fee} USDT', { amount, fiat, fee })
}

/** A trip on one exchange needs no transfer. */
const transferColumns: readonly ColumnOf<Opportunity>[] = [
  {
    name: 'network',
    value: ({ transfer }) => (transfer === undefined ? null : (transfer.network ?? transfer.state)),
    shown: (network) => networkInWords(network),
    style: ({ transfer }) => (transfer === undefined || transfer.stale === false ? null : 'bad'),
  },
  { name: 'fee_usdt', heading: 'fee', value: ({ transfer }) => transfer?.fee_usdt ?? null },
]

const networkInWords = shownAs(() => ({ closed: say('closed'), unknown: say('unknown') }))

const sinceColumn: ColumnOf<Opportunity> = {
  name: 'since',
  heading: 'profitable since',
  kind: 'time',
  flexible: 1,
  value: ({ since }) => since ?? null,
}

/** The lower of both legs. The reasons stand below the table. */
const confidenceColumn: ColumnOf<Opportunity> = {
  name: 'confidence',
  value: (trip) => {
    const levels = doubtedLegs(trip).map(({ level }) => level)
    return levels.includes('low') ? 'low' : (levels[0] ?? 'high')
  },
  shown: levelInWords,
  style: (trip) => (doubtedLegs(trip).some(({ level }) => level === 'low') ? 'bad' : null),
}

/** Prices of a trip that deserve less than high confidence. An older server does not tell. */
const doubtedLegs = ({ confidence, buy_exchange: buyOn, sell_exchange: sellOn }: Opportunity) =>
  confidence === undefined
    ? []
    : [
        { side: 'buy', exchange: buyOn, ...confidence.buy },
        { side: 'sell', exchange: sellOn, ...confidence.sell },
      ].filter(({ level }) => level !== 'high')

const doubtLines = (trips: readonly Opportunity[]): string[] => [
  ...new Set(
    trips
      .flatMap(doubtedLegs)
      .map(({ side, exchange: id, ...told }) =>
        confidenceLine(told, ({ level }) =>
          side === 'buy'
            ? say('Confidence of buying on {exchange}: {level}.', { exchange: exchangeName(id), level })
            : say('Confidence of selling on {exchange}: {level}.', { exchange: exchangeName(id), level }),
        ),
      ),
  ),
]

function lossLines({ opportunities, same_exchange: same = [] }: Arbitrage, shown: number): string[] {
  const [best] = opportunities
  const count = opportunities.length + same.length - shown
  if (count <= 0 || best === undefined) return []
  const pairs = { n: count, count: grouped(count) }
  if (shown > 0)
    return [
      sayCount({ one: '{count} pair loses; --csv lists it.', other: '{count} pairs lose; --csv lists them.' }, pairs),
    ]
  return [
    sayCount(
      {
        one: '{count} pair loses; the smallest loss is {percent}: buying on {buy} and selling on {sell}.',
        other: '{count} pairs lose; the smallest loss is {percent}: buying on {buy} and selling on {sell}.',
      },
      {
        ...pairs,
        percent: percent(Math.abs(best.net_profit_pct)),
        buy: exchangeName(best.buy_exchange),
        sell: exchangeName(best.sell_exchange),
      },
    ),
  ]
}

const style = ({ net_profit }: Opportunity) => (net_profit > 0 ? 'good' : 'bad')
