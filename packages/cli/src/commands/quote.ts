import type { Quote, QuoteQuery, Side } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import { CliError, twoGiven } from '../cli-error.js'
import { usualExchanges } from '../exchange-names.js'
import { withProfileLimits } from '../input/about-me-note.js'
import { type AdFilterOptions, addAdFilterOptions, adFilterQuery, filtersIn } from '../input/ad-filter-options.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import {
  exchangesOption,
  feeOption,
  fiatOption,
  includeOption,
  readAmount,
  sideOption,
  tradeWorthOption,
} from '../input/options.js'
import { parsePositionals, quoteKinds, withPositionals } from '../input/positionals.js'
import { exchangeFiltersQuery, exchangesOfAnswer, withProfileFilters } from '../input/profile-filters.js'
import { createAdDescriber, explainMissingLinks } from '../reports/describe-ads.js'
import { quoteReport } from '../reports/quote-report.js'
import { warnOfMissingExchanges } from '../warn-of-missing-exchanges.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export type QuoteOptions = AdFilterOptions & {
  readonly amount?: number
  readonly amountUsdt?: number
  readonly fiat?: string
  readonly side?: Side
  readonly exchange?: string
  readonly open?: true
}
type CostOptions = {
  readonly transferFeeUsdt?: number
  readonly tradeWorthUsdt?: number
  readonly include?: readonly 'interval'[]
}

export const addQuoteOptions = (command: Command): Command =>
  addAdFilterOptions(command)
    .argument('[what...]', 'the same in words: 50000 UAH monobank, or sell 1200 usdt')
    .option('-a, --amount <n>', 'amount of the currency', readAmount)
    .option('-u, --amount-usdt <n>', 'amount of USDT', readAmount)
    .addOption(fiatOption())
    .addOption(sideOption())
    .addOption(exchangesOption())

export const define: CommandFactory = (command, cli) =>
  addCosts(addQuoteOptions(command)).action((words: string[], typed: QuoteOptions & CostOptions) =>
    printQuote(cli, withPositionals(typed, parsePositionals(words, quoteKinds))),
  )

export const defineBuy: CommandFactory = (command, cli) =>
  addOpen(addCosts(addQuoteOptions(command))).action((words: string[], typed: QuoteOptions & CostOptions) =>
    printQuote(cli, withPositionals({ ...typed, side: 'BUY' as const }, parsePositionals(words, quoteKinds))),
  )

/** `p2p sell 1200`: USDT where no currency is named. */
export const defineSell: CommandFactory = (command, cli) =>
  addOpen(addCosts(addQuoteOptions(command))).action((words: string[], typed: QuoteOptions & CostOptions) => {
    const { amount, ...said } = parsePositionals(words, quoteKinds)
    const isUsdt = amount !== undefined && said.fiat === undefined && typed.fiat === undefined
    const amounts = amount === undefined ? {} : isUsdt ? { amountUsdt: amount } : { amount }
    return printQuote(cli, withPositionals({ ...typed, side: 'SELL' as const }, { ...said, ...amounts }))
  })

const addCosts = (command: Command): Command =>
  command
    .addOption(feeOption('fee for moving USDT between exchanges (default: 1)'))
    .addOption(tradeWorthOption())
    .addOption(includeOption(['interval']))

const addOpen = (command: Command): Command => command.option('--open', 'open the first of these ads in your browser')

async function printQuote(cli: Cli, typed: QuoteOptions & CostOptions): Promise<void> {
  if (typed.open === true) return (await import('./open.js')).openFirst(cli, typed)
  const options = await withProfileFilters(cli, typed)
  const query = {
    ...(await quoteQuery(cli, options)),
    ...amountOf(options),
    transfer_fee_usdt: options.transferFeeUsdt,
    trade_worth_usdt: options.tradeWorthUsdt,
    // Scripts get only the fields they asked for.
    include: cli.format === 'people' ? (['interval'] as const) : options.include,
  }
  const quote = await withProfileLimits(cli, options, {
    question: (p2p) => p2p.quote(query),
    hasNoAds: ({ unfilled }) => unfilled?.reason === 'no_ads',
  })
  cli.printReport(quoteReport(quote, createAdDescriber(cli), Date.now(), filtersIn(options)))
  await warnOfMissingExchanges(cli, {
    fiat: quote.fiat,
    present: presentIn(quote, await exchangesOfAnswer(cli, query.exchange)),
  })
  explainMissingLinks(cli)
}

export const quoteQuery = async (cli: Cli, options: QuoteOptions) => ({
  ...(await chosenFiat(cli, options)),
  side: options.side ?? ('BUY' as const),
  ...adFilterQuery(options),
  ...exchangeFiltersQuery(options),
})

/** Only exchanges that were asked for can be missing. */
function presentIn({ fills, alternatives }: Quote, asked: readonly string[]): readonly string[] {
  const found = [...fills, ...alternatives].map(({ exchange }) => exchange)
  return usualExchanges.filter((id) => !asked.includes(id) || found.includes(id))
}

function amountOf({ amount, amountUsdt: usdt }: QuoteOptions): Pick<QuoteQuery, 'amount' | 'amount_usdt'> {
  if (amount !== undefined && usdt === undefined) return { amount }
  if (usdt !== undefined && amount === undefined) return { amount_usdt: usdt }
  if (amount !== undefined) throw twoGiven('amounts', amount, `${usdt} USDT`)
  throw new CliError('usage', say('The amount is missing.'), say('p2p quote 50000 UAH, or p2p quote --amount 50000'))
}
