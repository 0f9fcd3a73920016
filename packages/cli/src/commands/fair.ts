import type { Fair, FairQuery, Side } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { askForMe } from '../input/about-me-note.js'
import { parseAmount, parsePriceOrNull } from '../input/amount.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatOption, methodsOption, readAmount, sideOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { grouped, percent, priceText } from '../render/numbers.js'
import { tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { confidenceLine } from '../reports/confidence-lines.js'
import { say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = {
  readonly fiat?: string
  readonly side?: Side
  readonly amount?: number
  readonly paymentMethod?: readonly string[]
}

export const define: CommandFactory = (command, cli) =>
  command
    .argument('<price>', 'offered price, in the currency')
    .argument('[what...]', 'side, amount, currency and payment method in words: buy 20000 UAH monobank')
    .option('-a, --amount <n>', 'amount of the currency', readAmount)
    .addOption(fiatOption())
    .addOption(sideOption())
    .addOption(methodsOption('-m, --payment-method <name>', 'only ads with this payment method (repeatable)'))
    .action(async (price: string, words: string[], typed: Options) => {
      const { amount, side, paymentMethod, ...rest } = withPositionals(typed, saidOf(words))
      const query: FairQuery = {
        ...(await chosenFiat(cli, rest)),
        price: parseAmount(price, parsePriceOrNull),
        side,
        amount,
        payment_method: paymentMethod,
      }
      const found = await askForMe(
        cli,
        { paymentMethod },
        {
          question: (p2p) => p2p.fair(query),
          hasNoAds: ({ ads }) => ads === 0,
        },
      )
      cli.printReport(fairReport(found, Date.now()))
    })

/** As `quote` takes them; the amount is one of the currency. */
function saidOf(words: readonly string[]) {
  const { amountUsdt, ...said } = parsePositionals(words, ['side', 'amount', 'fiat', 'method'])
  if (amountUsdt === undefined) return said
  throw new CliError('usage', say('fair takes an amount of the currency, not of USDT.'), 'p2p fair 41.9 sell 20000 UAH')
}

const fairReport = (found: Fair, nowMs: number): Report => ({
  answer: found,
  endpoint: 'fair',
  records: [found],
  title: `${
    found.side === 'BUY'
      ? say('You buy USDT at {price} {fiat}', { price: priceText(found.price), fiat: found.fiat })
      : say('You sell USDT at {price} {fiat}', { price: priceText(found.price), fiat: found.fiat })
  }${howOld(found, nowMs)}`,
  table: tableOf(
    [found],
    [
      { name: 'verdict', shown: verdictInWords, style: styleOf },
      { name: 'against', heading: 'usual price', kind: 'price' },
      { name: 'difference_pct', heading: 'difference, %', kind: 'percent' },
      { name: 'cheaper_ads', heading: 'better ads', kind: 'count' },
      { name: 'ads', heading: 'of', kind: 'count' },
    ],
  ),
  notes: () => linesOf(found),
})

const styleOf = ({ verdict }: Fair) => (verdict === 'better' || verdict === 'fair' ? 'good' : 'bad')

function verdictInWords(verdict: unknown): string {
  switch (verdict) {
    case 'better':
      return say('better than usual')
    case 'fair':
      return say('usual')
    case 'worse':
      return say('worse than usual')
    case 'too_good':
      return say('too good: most likely bait')
    default:
      return say('unknown')
  }
}

function linesOf({ against, difference_pct: difference, ads, cheaper_ads: better, fiat, ...found }: Fair) {
  if (against === null || difference === null) return [say('There is no trusted ad to compare with.')]
  const slots = { percent: percent(Math.abs(difference)), price: priceText(against), fiat }
  return [
    difference < 0
      ? say('That is {percent} below {price} {fiat}, the median of the trusted ads that you can take.', slots)
      : say('That is {percent} above {price} {fiat}, the median of the trusted ads that you can take.', slots),
    sayCount(
      { one: '{better} of {count} ad is better for you.', other: '{better} of {count} ads are better for you.' },
      { n: ads, count: grouped(ads), better: grouped(better) },
    ),
    ...(found.reasons.includes('few_ads') ? [say('The ads are too few for a verdict.')] : []),
    confidenceLine(found.confidence),
  ]
}
