import type { Ad, Fiat, Side } from '@p2p-rates/sdk'
import { Option } from 'commander'
import { askBooks, type Book, type ListedAd } from '../ask-books.js'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { exchangeOption, fiatOption, methodOption, readAmount, readCount, sideOption } from '../options.js'
import { paragraph } from '../render/paragraph.js'
import { type ColumnOf, type Style, tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { readWords, withWords } from '../words.js'
import { adsOf, type ShownAds } from './ad-facts.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'
import { reasonInWords, speaksFor } from './reason-in-words.js'

type Options = {
  readonly exchange?: string
  readonly fiat?: Fiat
  readonly side?: Side
  readonly rows?: number
  readonly amount?: number
  readonly usdt?: number
  readonly paymentMethod?: string
  readonly trusted?: boolean
  readonly all?: boolean
  readonly why?: boolean
}

export const define: Define = (command, cli) =>
  command
    .argument('[what...]', 'the same in words: binance, all sell EUR, okx 50000 UAH')
    .addOption(exchangeOption('whose ads; all for every exchange in one list'))
    .addOption(fiatOption())
    .addOption(sideOption())
    .option('-n, --rows <n>', 'how many ads (default: 10)', readCount)
    .option('-a, --amount <n>', 'only ads that take this much, in the currency', readAmount)
    .option('-u, --usdt <n>', 'only ads that take this much, in USDT', readAmount)
    .addOption(methodOption())
    .option('--trusted', 'only trusted ads (a table for people has no others anyway)')
    .addOption(new Option('--all', 'untrusted ads, too').conflicts('trusted'))
    .option('-w, --why', 'tell for every ad why it is trusted or not')
    .action(async (words: string[], typed: Options) => {
      const options = withWords(typed, readWords(words))
      const { exchange, side = 'BUY', paymentMethod, why = false } = options
      if (exchange === undefined)
        throw new Failure('usage', 'Whose ads? Name an exchange with --exchange, or all.', 'p2p orderbook binance')
      const rows = options.rows ?? cli.options.limit ?? usualRows
      const isPicky = options.amount !== undefined || options.usdt !== undefined
      const wantsTrusted = options.trusted === true || (cli.format === 'people' && options.all !== true && !why)
      const found = await askBooks(cli, {
        ...(await chosenFiat(cli, options)),
        exchange,
        side,
        // What is left out makes room for others.
        rows: isPicky || wantsTrusted || exchange === 'all' ? Math.max(rows, deepest) : rows,
        ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
        // People get links to the ads.
        ...(why || cli.format === 'people' ? { include: 'trust' as const } : {}),
      })
      const suitable = found.ads.filter((ad) => takes(ad, options))
      const ads = suitable.filter(({ trusted }) => trusted || !wantsTrusted).slice(0, rows)
      const book = { ...found, count: ads.length, ads }
      cli.print(orderbookReport(book, why, adsOf(cli), Date.now(), hiddenAmong(suitable, ads, rows)))
      if (options.rows !== undefined && ads.length < rows && suitable.length === ads.length)
        cli.terminal.note(
          `${ads.length} of ${rows} ads: an exchange is read ${deepest} ads deep, and a plan may allow fewer.`,
        )
    })

const usualRows = 10
/** Nobody reads an exchange any deeper. */
const deepest = 50

/** Whether an ad can be taken for all of that amount. */
const takes = ({ price, min_amount: min, max_amount: max }: Ad, { amount, usdt }: Options): boolean => {
  const fiat = amount ?? (usdt === undefined ? null : usdt * price)
  return fiat === null || (fiat >= min && fiat <= max)
}

/** How many were left out above the last one that is shown. */
function hiddenAmong(suitable: readonly ListedAd[], shown: readonly ListedAd[], rows: number): number {
  const last = shown.at(-1)
  const considered =
    last === undefined || shown.length < rows ? suitable : suitable.slice(0, suitable.indexOf(last) + 1)
  return considered.length - shown.length
}

function orderbookReport(book: Book, withTrust: boolean, shown: ShownAds, nowMs: number, hidden: number): Report {
  const { exchange, fiat, side, payment_method: method, ads } = book
  const observedAt = ads[0]?.observed_at
  const doing = side === 'BUY' ? `You buy USDT for ${fiat}` : `You sell USDT for ${fiat}`
  const through = method === null ? '' : `, ${side === 'BUY' ? 'paying' : 'paid'} through ${method}`
  return {
    answer: book,
    records: ads,
    title: `${doing} on ${exchange === 'all' ? 'all exchanges' : exchangeName(exchange)}${through}${observedAt === undefined ? '' : `, ${age(observedAt, nowMs)}`}`,
    empty: 'There are no such ads now.',
    below: ({ width }) =>
      hidden === 0 ? [] : paragraph(`${hidden} untrusted hidden (--all shows them, --why says why).`, width),
    table: tableOf(
      ads,
      [
        ...(exchange === 'all' ? [exchangeColumn] : []),
        {
          name: 'price',
          heading: side === 'BUY' ? 'you buy at' : 'you sell at',
          kind: 'price',
          value: ({ price }) => price,
          style,
        },
        {
          name: 'trusted',
          // Where all of them are, limits tell more.
          ...(ads.every(({ trusted }) => trusted) ? { flexible: 2 } : {}),
          value: ({ trusted }) => trusted,
          style: ({ trusted }) => (trusted ? 'good' : 'bad'),
        },
        {
          name: 'min_amount',
          heading: `from ${fiat}`,
          kind: 'money',
          flexible: 3,
          value: (ad) => ad.min_amount,
          style,
        },
        {
          name: 'max_amount',
          heading: `to ${fiat}`,
          kind: 'money',
          flexible: 3,
          value: (ad) => ad.max_amount,
          style,
        },
        {
          name: 'completed_orders',
          heading: 'orders',
          kind: 'count',
          flexible: true,
          value: (ad) => ad.completed_orders,
          style,
        },
        {
          name: 'completion_rate',
          heading: 'completed',
          kind: 'percent',
          flexible: true,
          value: (ad) => ad.completion_rate,
          style,
        },
        {
          name: 'nickname',
          heading: 'advertiser',
          flexible: 4,
          value: ({ nickname }) => nickname,
          style,
          link: (ad) => shown.link(ad.exchange ?? exchange, ad.url),
        },
        {
          name: 'payment_methods',
          heading: side === 'BUY' ? 'pay with' : 'get paid with',
          flexible: 1,
          hidden: withTrust,
          value: (ad) => ad.payment_methods,
          style,
        },
        ...(withTrust ? trustColumns : []),
      ],
      (ad) =>
        [withTrust ? because(ad) : '', shown.address(ad.exchange ?? exchange, ad.url) ?? '']
          .filter((text) => text !== '')
          .join('; '),
    ),
  }
}

const exchangeColumn: ColumnOf<ListedAd> = {
  name: 'exchange',
  value: ({ exchange }) => exchange ?? null,
  shown: shownAsName,
}

const style = ({ trusted }: Ad): Style | null => (trusted ? null : 'faint')

/** What decided comes first; what spoke the other way follows. */
function because({ trusted, reasons = [] }: Ad): string {
  const said = (isFor: boolean) =>
    reasons
      .filter((code) => speaksFor(code) === isFor)
      .map(reasonInWords)
      .join(', ')
  const [decided, other] = [said(trusted), said(!trusted)]
  const verdict = trusted
    ? `trusted: ${decided || 'nothing decisive speaks against it'}`
    : `not trusted: ${decided || 'too little speaks for it'}`
  return other === '' ? verdict : `${verdict}; although: ${other}`
}

const trustColumns: readonly ColumnOf<Ad>[] = [
  { name: 'score', kind: 'price', flexible: true, value: ({ score }: Ad) => score ?? null, style },
  { name: 'eligible', hidden: true, value: ({ eligible }: Ad) => eligible ?? null },
  {
    name: 'available_usdt',
    heading: 'has USDT',
    kind: 'money',
    flexible: true,
    value: (ad: Ad) => ad.available_usdt ?? null,
    style,
  },
  { name: 'merchant', hidden: true, value: ({ merchant }: Ad) => merchant ?? null },
  { name: 'reasons', hidden: true, value: ({ reasons }) => reasons ?? [] },
  { name: 'url', hidden: true, value: ({ url }: Ad) => url ?? null },
]
