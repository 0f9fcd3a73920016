import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { exchangeName } from '../exchange-names.js'
import { withProfileLimits } from '../input/about-me-note.js'
import { parsePositionals, quoteKinds, withPositionals } from '../input/positionals.js'
import { withProfileFilters } from '../input/profile-filters.js'
import { noSimulatedAddress } from '../mark-simulated-output.js'
import { openBrowser } from '../open-browser.js'
import { safeAdUrl } from '../render/safe-ad-url.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'
import { addQuoteOptions, type QuoteOptions, quoteQuery } from './quote.js'

type FoundAd = { readonly exchange: string; readonly nickname: string; readonly url?: string | null }

export const define: CommandFactory = (command, cli) =>
  addQuoteOptions(
    command.description('Open the first ad of a quote (without an amount: the best trusted ad) and print its address.'),
  ).action((words: string[], typed: QuoteOptions) =>
    openFirst(cli, withPositionals(typed, parsePositionals(words, quoteKinds))),
  )

export async function openFirst(cli: Cli, typed: QuoteOptions): Promise<void> {
  const ad = await firstAd(cli, await withProfileFilters(cli, typed))
  if (ad === null)
    throw new CliError(
      'noData',
      say('No such ad now.'),
      say('p2p quote shows what each exchange offers for an amount.'),
    )
  const who = say('{advertiser} on {exchange}', { advertiser: ad.nickname, exchange: exchangeName(ad.exchange) })
  if (cli.isSimulated()) throw new CliError('failed', noSimulatedAddress(), say('The first ad is of {who}.', { who }))
  const url = safeAdUrl(ad.exchange, ad.url)
  if (url === null)
    throw new CliError(
      'failed',
      say('Ads of {exchange} have no address.', { exchange: exchangeName(ad.exchange) }),
      say('Search for {advertiser} there, or give another --exchange.', { advertiser: ad.nickname }),
    )
  if (cli.terminal.outIsTty && (await openBrowser(url, cli.environment)))
    cli.terminal.printNote(say('Opening {who}:', { who }))
  else cli.terminal.printNote(`${who}:`)
  cli.terminal.print(url)
}

async function firstAd(cli: Cli, options: QuoteOptions): Promise<FoundAd | null> {
  const { amount, amountUsdt: usdt } = options
  const query = await quoteQuery(cli, options)
  if (amount !== undefined || usdt !== undefined) {
    const { fills } = await withProfileLimits(cli, options, {
      question: (p2p) => p2p.quote({ ...query, amount, amount_usdt: usdt }),
      hasNoAds: ({ fills }) => fills.length === 0,
    })
    return fills[0] ?? null
  }
  const { exchange: wanted = [], ...rest } = query
  const exchange = wanted.length === 1 ? wanted.join() : 'all'
  // Named exchanges replace those of the profile.
  const accounts = wanted.length > 1 ? { my_exchanges: wanted } : {}
  const { ads } = await withProfileLimits(cli, options, {
    question: (p2p) => p2p.orderbook({ ...rest, ...accounts, exchange, trusted: true, rows: 300, include: 'trust' }),
    hasNoAds: ({ ads }) => ads.length === 0,
  })
  return (
    ads
      .map((ad) => ({ exchange, ...ad }))
      .find((ad) => ad.eligible && (wanted.length === 0 || wanted.includes(ad.exchange))) ?? null
  )
}
