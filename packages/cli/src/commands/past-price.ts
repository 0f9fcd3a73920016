import type { PriceAt } from '@p2p-rates/sdk'
import { CliError, twoGiven } from '../cli-error.js'
import { seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatOption } from '../input/options.js'
import { isDay, momentIn } from '../input/time-span.js'
import { localTime } from '../render/times.js'
import { keyValues, type Report } from '../report.js'
import { say, shownAs } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = { readonly at?: string; readonly fiat?: string; readonly exchange: string }

export const define: CommandFactory = (command, cli) =>
  command
    .description('Recorded price of one USDT at a moment of the past.')
    .argument(
      '[when...]',
      '2026-03-14T14:05 (your time zone, unless it ends in Z or +02:00), yesterday, 3h, and a currency',
    )
    .option('--at <moment>', 'the moment, in the same form')
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all) or index').default('best'))
    .action(async (words: string[], options: Options) => {
      const { at, fiat } = readWhen(words, options.at, Date.now())
      const query = { ...(await chosenFiat(cli, options, fiat)), exchange: options.exchange, at }
      const price = await cli.request((p2p) => p2p.price(query))
      const { field } = cli.options
      // For a book-keeping script, "null" would be an entry.
      if ((field === 'buy' || field === 'sell') && price[field] === null)
        throw new CliError('noData', say('No price: {reason}.', { reason: reasonInWords(price.reason) }))
      cli.printReport(priceReport(price))
    })

/** `2026-03-14T14:05`, `2026-03-14 14:05 EUR`, `yesterday`, `3h`, `EUR` with the moment as an option. */
function readWhen(words: readonly string[], option: string | undefined, nowMs: number) {
  const isCode = (word: string) => /^[A-Za-z]{3}$/.test(word) && word.toLowerCase() !== 'now'
  const [fiat, another] = words.filter(isCode)
  if (another !== undefined) throw twoGiven('currencies', fiat, another)
  const typed = [...(option === undefined ? [] : [option]), ...words.filter((word) => !isCode(word))].join(' ')
  if (typed === '')
    throw new CliError(
      'usage',
      say('The moment is missing.'),
      say('p2p rates --at 2026-03-14T14:05 UAH, or p2p rates --at yesterday'),
    )
  const at = momentIn(typed, nowMs)
  if (at !== null) return { at, fiat: fiat?.toUpperCase() }
  throw isDay(typed)
    ? new CliError('usage', say('"{typed}" needs a time of day.', { typed }), `p2p rates --at ${typed}T14:05`)
    : new CliError(
        'usage',
        say('"{typed}" is not a moment.', { typed }),
        say('Expected 2026-03-14T14:05, yesterday or 3h.'),
      )
}

const priceReport = (price: PriceAt): Report => ({
  endpoint: 'price',
  title: say('1 USDT in {fiat}, {series}, on {time}', {
    fiat: price.fiat,
    series: seriesInWords(price.exchange),
    time: localTime(price.at),
  }),
  ...keyValues(price, [
    { name: 'buy', heading: 'you bought at', kind: 'price', style: 'strong' },
    { name: 'sell', heading: 'you sold at', kind: 'price', style: 'strong' },
    { name: 'reason', heading: 'no price', hidden: price.reason === null, shown: reasonInWords },
    { name: 'sources', heading: 'exchanges', kind: 'count' },
    { name: 'slot', heading: '5 minutes from', kind: 'time', style: 'faint' },
    { name: 'age_seconds', heading: 'seconds later', kind: 'count', flexible: 1 },
    { name: 'fiat', hidden: true },
    { name: 'exchange', hidden: true },
    { name: 'at', hidden: true },
  ]),
})

const reasonInWords = shownAs(() => ({
  gap: say('no reliable price was recorded in these 5 minutes'),
  future: say('the moment is in the future'),
  before_coverage: say('recording began later'),
  beyond_plan: say('your plan does not include prices this old'),
}))
