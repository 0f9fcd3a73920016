import type { Depth, Side, SizePrice } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { exchangeName } from '../exchange-names.js'
import { askForMe } from '../input/about-me-note.js'
import { type AdFilterOptions, addAdFilterOptions, adFilterQuery } from '../input/ad-filter-options.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatOption, sideOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { grouped } from '../render/numbers.js'
import { tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { confidenceLine } from '../reports/confidence-lines.js'
import { unfilledInWords } from '../reports/quote-report.js'
import { anyOf, say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = AdFilterOptions & { readonly fiat?: string; readonly side?: Side; readonly exchange?: string }

export const define: CommandFactory = (command, cli) =>
  addAdFilterOptions(command)
    .argument('[what...]', 'side, exchange, currency and payment methods in words: sell okx EUR')
    .addOption(fiatOption())
    .addOption(sideOption())
    .addOption(exchangeOption('only this exchange'))
    .action(async (words: string[], typed: Options) => {
      const { amount, amountUsdt: usdt, ...said } = parsePositionals(words)
      if (amount !== undefined || usdt !== undefined)
        throw new CliError(
          'usage',
          say('rates --by size takes no amount.'),
          say('Use p2p quote for one amount: p2p quote {words}', { words: words.join(' ') }),
        )
      const options = withPositionals(typed, said)
      const { side, exchange } = options
      const query = {
        ...(await chosenFiat(cli, options)),
        side,
        exchange: exchange === 'all' ? undefined : exchange,
        ...adFilterQuery(options),
      }
      const depth = await askForMe(cli, options, {
        question: (p2p) => p2p.depth(query),
        hasNoAds: ({ on_offer: offer }) => offer.ads === 0,
      })
      cli.printReport(depthReport(depth, Date.now()))
    })

function depthReport(depth: Depth, nowMs: number): Report {
  const { fiat, sizes } = depth
  return {
    answer: depth,
    endpoint: 'depth',
    records: sizes,
    title: `${titleOf(depth)}${howOld(depth, nowMs)}`,
    table: tableOf(sizes, [
      { name: 'amount_usdt', heading: 'USDT', kind: 'money' },
      { name: 'average_price', heading: 'average price', kind: 'price' },
      { name: 'worst_price', heading: 'worst price', kind: 'price', flexible: 2 },
      { name: 'total_fiat', heading: fiat, kind: 'money', flexible: 3 },
      { name: 'trades', kind: 'count', flexible: 3 },
      {
        name: 'exchanges',
        heading: 'on',
        flexible: 1,
        shown: (ids) => String(ids).split(/, ?/).map(exchangeName).join(', '),
      },
      { name: 'unfilled_usdt', heading: 'not possible', kind: 'money', flexible: 1, value: leftOver, style: styleOf },
      {
        name: 'unfilled_reason',
        heading: 'because',
        flexible: 1,
        value: ({ unfilled }) => unfilled?.reason ?? null,
        shown: unfilledInWords,
      },
    ]),
    notes: () => [onOfferLine(depth), confidenceLine(depth.confidence)],
  }
}

function titleOf({ fiat, side, exchange, payment_method: methods }: Depth): string {
  const where = { fiat, place: exchange === null ? say('all exchanges together') : exchangeName(exchange) }
  if (methods === null)
    return side === 'BUY'
      ? say('You buy USDT for {fiat} by size, {place}', where)
      : say('You sell USDT for {fiat} by size, {place}', where)
  const through = { ...where, methods: anyOf(methods.split(',')) }
  return side === 'BUY'
    ? say('You buy USDT for {fiat} by size, {place}, paying through {methods}', through)
    : say('You sell USDT for {fiat} by size, {place}, paid through {methods}', through)
}

const leftOver = ({ unfilled }: SizePrice) => unfilled?.amount ?? null

const styleOf = ({ unfilled }: SizePrice) => (unfilled === null ? null : 'bad')

const onOfferLine = ({ on_offer: { ads, available_usdt: usdt, at_once_usdt: atOnce } }: Depth): string =>
  sayCount(
    {
      one: '{n} trusted ad offers {usdt} USDT; one order per ad comes to {once} USDT.',
      other: '{n} trusted ads offer {usdt} USDT; one order per ad comes to {once} USDT.',
    },
    { n: ads, usdt: grouped(Math.round(usdt)), once: grouped(Math.round(atOnce)) },
  )
