import { figureInWords, speaksFor } from '@p2p-rates/contract/words'
import type { Ad } from '@p2p-rates/sdk'
import type { Book, ListedAd } from '../ask-books.js'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { percent, priceText } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type ColumnOf, type Style, tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import type { ShownAds } from './ad-facts.js'
import { reasonInWords, sentenceNamed } from './reason-in-words.js'

type Facts = {
  readonly withTrust: boolean
  readonly shown: ShownAds
  readonly nowMs: number
  /** How many untrusted ads were left out. */
  readonly hidden: number
}

export function orderbookReport(book: Book, { withTrust, shown, nowMs, hidden }: Facts): Report {
  const { exchange, fiat, side, payment_method: method, ads } = book
  const observedAt = ads[0]?.observed_at
  const doing = side === 'BUY' ? `You buy USDT for ${fiat}` : `You sell USDT for ${fiat}`
  const through =
    method === null ? '' : `, ${side === 'BUY' ? 'paying' : 'paid'} through ${method.replaceAll(',', ' or ')}`
  return {
    answer: book,
    // Several books have no CSV of the API.
    ...(exchange === 'all' ? {} : { endpoint: 'orderbook' }),
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
          // Where all of them are eligible, limits tell more.
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

/** Reasons that decided come first, those against them follow. */
function because({ trusted, reasons = [], reason_figures: figures = [] }: Ad): string {
  const said = (isFor: boolean) =>
    reasons
      .filter((code) => speaksFor(code) === isFor)
      .map((code) => [reasonInWords(code), ...figuresOf(code)].join(': '))
      .join(', ')
  const figuresOf = (code: string) =>
    figures
      .filter(({ reason }) => reason === code)
      .flatMap((figure) => figureInWords(sentenceNamed, figure, { price: priceText, percent }) ?? [])
      .map((sentence) => sentence.replace(/\.$/, ''))
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
