import type { Ad, Fiat, Orderbook, Side } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { exchangeOption, fiatOption, methodOption, readCount, sideOption } from '../options.js'
import { type ColumnOf, type Style, tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { adsOf, type ShownAds } from './ad-facts.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'
import { reasonInWords, speaksFor } from './reason-in-words.js'

type Options = {
  readonly exchange: string
  readonly fiat?: Fiat
  readonly side: Side
  readonly rows?: number
  readonly paymentMethod?: string
  readonly why?: boolean
}

export const define: Define = (command, cli) =>
  command
    .addOption(exchangeOption('whose ads').makeOptionMandatory())
    .addOption(fiatOption())
    .addOption(sideOption())
    .option('-n, --rows <n>', 'how many ads', readCount)
    .addOption(methodOption())
    .option('-w, --why', 'tell for every ad why it is trusted or not')
    .action(async (options: Options) => {
      const query = {
        ...(await chosenFiat(cli, options)),
        exchange: options.exchange,
        side: options.side,
        ...(options.rows === undefined ? {} : { rows: options.rows }),
        ...(options.paymentMethod === undefined ? {} : { payment_method: options.paymentMethod }),
        // People get links to the ads.
        ...(options.why === true || cli.format === 'people' ? { include: 'trust' as const } : {}),
      }
      const book = await cli.ask((p2p) => p2p.orderbook(query))
      cli.print(orderbookReport(book, options.why === true, adsOf(cli), Date.now()))
    })

function orderbookReport(book: Orderbook, withTrust: boolean, shown: ShownAds, nowMs: number): Report {
  const { exchange, fiat, side, payment_method: method, ads } = book
  const observedAt = ads[0]?.observed_at
  const doing = side === 'BUY' ? `You buy USDT for ${fiat}` : `You sell USDT for ${fiat}`
  const through = method === null ? '' : `, ${side === 'BUY' ? 'paying' : 'paid'} through ${method}`
  return {
    answer: book,
    records: ads,
    title: `${doing} on ${exchangeName(exchange)}${through}${observedAt === undefined ? '' : `, ${age(observedAt, nowMs)}`}`,
    empty: 'There are no such ads now.',
    table: tableOf(
      ads,
      [
        {
          name: 'price',
          heading: side === 'BUY' ? 'you buy at' : 'you sell at',
          kind: 'price',
          value: ({ price }) => price,
          style,
        },
        { name: 'trusted', value: ({ trusted }) => trusted, style: ({ trusted }) => (trusted ? 'good' : 'bad') },
        {
          name: 'min_amount',
          heading: `from ${fiat}`,
          kind: 'money',
          flexible: 2,
          value: (ad) => ad.min_amount,
          style,
        },
        {
          name: 'max_amount',
          heading: `to ${fiat}`,
          kind: 'money',
          flexible: 2,
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
          flexible: 3,
          value: ({ nickname }) => nickname,
          style,
          link: ({ url }) => shown.link(exchange, url),
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
        [withTrust ? because(ad) : '', shown.address(exchange, ad.url) ?? ''].filter((text) => text !== '').join('; '),
    ),
  }
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
