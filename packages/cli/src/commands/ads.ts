import type { Ad, Side } from '@p2p-rates/sdk'
import { Option } from 'commander'
import { usualExchanges } from '../exchange-names.js'
import { askForMe } from '../input/about-me-note.js'
import { type AdFilterOptions, addAdFilterOptions, adFilterQuery, filtersIn } from '../input/ad-filter-options.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatOption, readAmount, sideOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { adsReport } from '../reports/ads-report.js'
import { createAdDescriber, explainMissingLinks } from '../reports/describe-ads.js'
import { warnOfMissingExchanges } from '../warn-of-missing-exchanges.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = AdFilterOptions & {
  readonly exchange?: string
  readonly fiat?: string
  readonly side?: Side
  readonly amount?: number
  readonly amountUsdt?: number
  readonly trusted?: boolean
  readonly all?: boolean
  readonly why?: boolean
  readonly demands?: boolean
}

export const define: CommandFactory = (command, cli) =>
  addAdFilterOptions(command)
    .argument('[what...]', 'the same in words: binance, sell EUR monobank, 50000 UAH')
    .addOption(exchangeOption('only this exchange (default: all)'))
    .addOption(fiatOption())
    .addOption(sideOption())
    .option('-a, --amount <n>', 'only ads that accept this amount of the currency', readAmount)
    .option('-u, --amount-usdt <n>', 'only ads that accept this amount of USDT', readAmount)
    .option('--trusted', 'only trusted ads (always the case in a table)')
    .addOption(new Option('--all', 'untrusted ads, too').conflicts('trusted'))
    .option('-w, --why', 'explain for every ad why it is trusted or not')
    .option('--demands', 'what each ad demands of your record, and whether it takes you')
    .action(async (words: string[], typed: Options) => {
      const options = withPositionals(typed, parsePositionals(words))
      const { exchange = 'all', side = 'BUY', amount, why = false, demands = false } = options
      const rows = cli.options.limit ?? usualRows
      const wantsTrusted = options.trusted === true || (cli.format === 'people' && options.all !== true && !why)
      const query = {
        ...(await chosenFiat(cli, options)),
        exchange,
        side,
        // Ads that are left out make room for others.
        rows: options.amountUsdt !== undefined || wantsTrusted ? Math.max(rows, deepestOf(exchange)) : rows,
        // The server leaves ads out, so that they do not fill a plan's few rows.
        ...adFilterQuery(options),
        amount,
        trusted: options.trusted,
        // People get links to the ads.
        include: includeOf({ trust: why || cli.format === 'people', demands }),
      }
      const found = await askForMe(cli, options, {
        question: (p2p) => p2p.orderbook(query),
        hasNoAds: ({ ads }) => ads.length === 0,
      })
      const { fiat, missing_exchanges: missing = [] } = found
      if (missing.length > 0)
        await warnOfMissingExchanges(cli, { fiat, present: usualExchanges.filter((id) => !missing.includes(id)) })
      const suitable = found.ads.filter((ad) => takesUsdt(ad, options.amountUsdt))
      const ads = suitable.filter(({ trusted }) => trusted || !wantsTrusted).slice(0, rows)
      const filters = filtersIn(options)
      const book = { ...found, count: ads.length, ads }
      const hidden = hiddenAmong(suitable, ads, rows)
      cli.printReport(
        adsReport(book, {
          withTrust: why,
          withDemands: demands,
          shown: createAdDescriber(cli),
          nowMs: Date.now(),
          hidden,
          filters,
        }),
      )
      explainMissingLinks(cli)
      if (cli.options.limit !== undefined && ads.length < rows && suitable.length === ads.length)
        cli.terminal.printNote(whyFewer(ads.length, rows, filters))
    })

function includeOf({ trust, demands }: { readonly trust: boolean; readonly demands: boolean }) {
  const include = [...(trust ? (['trust'] as const) : []), ...(demands ? (['demands'] as const) : [])]
  return include.length === 0 ? undefined : include
}

function whyFewer(found: number, rows: number, filters: readonly string[]): string {
  return [
    say('{found} of {rows} ads.', { found, rows }),
    ...(filters.length === 0 ? [] : [say('No others pass {filters}.', { filters: filters.join(', ') })]),
    say('Each exchange is read {deepest} ads deep, and a plan may allow fewer.', { deepest }),
  ].join(' ')
}

const usualRows = 10
/** The deepest that an exchange is read. */
const deepest = 50
const deepestOf = (exchange: string): number => (exchange === 'all' ? deepest * usualExchanges.length : deepest)

/** False if the ad's limits exclude the amount. Servers filter only by amounts of fiat. */
const takesUsdt = ({ price, min_amount: min, max_amount: max }: Ad, usdt: number | undefined): boolean =>
  usdt === undefined || (usdt * price >= min && usdt * price <= max)

/** Untrusted ads above the last one shown. */
function hiddenAmong(suitable: readonly Ad[], shown: readonly Ad[], rows: number): number {
  const last = shown.at(-1)
  const considered =
    last === undefined || shown.length < rows ? suitable : suitable.slice(0, suitable.indexOf(last) + 1)
  return considered.length - shown.length
}
