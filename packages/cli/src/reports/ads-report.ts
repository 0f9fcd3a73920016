import { isFavourableReason, reasonFigureInWords } from '@p2p-rates/contract/words'
import type { Ad, Orderbook } from '@p2p-rates/sdk'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { grouped, percent, priceText } from '../render/numbers.js'
import { type ColumnOf, type Style, type Table, tableOf } from '../render/table.js'
import { age } from '../render/times.js'
import type { Report } from '../report.js'
import { anyOf, say, sayCount } from '../words/say.js'
import { demandsInWords } from './demands-in-words.js'
import type { AdDescriber } from './describe-ads.js'
import { reasonInWords, sharedSentence } from './reason-in-words.js'

type Facts = {
  readonly withTrust: boolean
  readonly withDemands: boolean
  readonly shown: AdDescriber
  readonly nowMs: number
  readonly hidden: number
  readonly filters: readonly string[]
}

export function adsReport(book: Orderbook, facts: Facts): Report {
  const { exchange, ads } = book
  const { hidden, filters, nowMs } = facts
  const observedAt = ads[0]?.observed_at
  return {
    answer: book,
    // The CSV of the API lacks demands.
    ...(facts.withDemands ? {} : { endpoint: 'orderbook' }),
    records: ads,
    title: `${titleOf(book)}${observedAt === undefined ? '' : `, ${age(observedAt, nowMs)}`}`,
    empty:
      filters.length === 0 ? say('No such ads now.') : say('No ad passes {filters}.', { filters: filters.join(', ') }),
    notes: () => (hidden === 0 ? [] : [hiddenLine(hidden)]),
    table: tableOf(ads, [
      ...(exchange === 'all' ? [exchangeColumn] : []),
      ...wireColumns,
      ...(facts.withTrust ? trustColumns : []),
      ...(facts.withDemands ? demandColumns : []),
    ]),
    peopleTable: seenTable(book, facts),
  }
}

function titleOf({ exchange, fiat, side, payment_method: method }: Orderbook): string {
  const where = { fiat, place: exchange === 'all' ? say('all exchanges') : exchangeName(exchange) }
  if (method === null)
    return side === 'BUY'
      ? say('You buy USDT for {fiat} on {place}', where)
      : say('You sell USDT for {fiat} on {place}', where)
  const through = { ...where, methods: anyOf(method.split(',')) }
  return side === 'BUY'
    ? say('You buy USDT for {fiat} on {place}, paying through {methods}', through)
    : say('You sell USDT for {fiat} on {place}, paid through {methods}', through)
}

const hiddenLine = (n: number): string =>
  sayCount(
    {
      one: '{n} untrusted ad hidden; --all shows it, --why explains.',
      other: '{n} untrusted ads hidden; --all shows them, --why explains.',
    },
    { n },
  )

const exchangeColumn: ColumnOf<Ad> = {
  name: 'exchange',
  flexible: 4,
  value: ({ exchange }) => exchange ?? null,
  shown: shownAsName,
}

const wireColumns: readonly ColumnOf<Ad>[] = [
  { name: 'price', kind: 'price' },
  { name: 'trusted' },
  { name: 'min_amount', kind: 'money' },
  { name: 'max_amount', kind: 'money' },
  { name: 'completed_orders', kind: 'count' },
  { name: 'completion_rate', kind: 'percent' },
  { name: 'nickname' },
  { name: 'payment_methods' },
]

const trustColumns: readonly ColumnOf<Ad>[] = [
  { name: 'score', value: ({ score }) => score ?? null },
  { name: 'eligible', value: ({ eligible }) => eligible ?? null },
  { name: 'available_usdt', kind: 'money', value: (ad) => ad.available_usdt ?? null },
  { name: 'merchant', value: ({ merchant }) => merchant ?? null },
  { name: 'reasons', value: ({ reasons }) => reasons ?? [] },
  { name: 'url', value: ({ url }) => url ?? null },
]

const takesYouColumn: ColumnOf<Ad> = {
  name: 'takes_you',
  value: (ad) => ad.takes_you ?? null,
  style: (ad) => (ad.takes_you === false ? 'bad' : null),
}

const demandColumns: readonly ColumnOf<Ad>[] = [
  { name: 'min_orders', hidden: true, value: ({ demands }) => demands?.min_orders ?? null },
  { name: 'min_completion_pct', hidden: true, value: ({ demands }) => demands?.min_completion_pct ?? null },
  { name: 'min_account_days', hidden: true, value: ({ demands }) => demands?.min_account_days ?? null },
  { name: 'verified', hidden: true, value: ({ demands }) => demands?.verified ?? null },
  takesYouColumn,
]

function seenTable({ exchange, fiat, side, ads }: Orderbook, { withTrust, withDemands, shown }: Facts): Table {
  const addressOf = (ad: Ad) => shown.visibleUrl(ad.exchange ?? exchange, ad.url) ?? ''
  return tableOf(
    ads,
    [
      { name: 'price', kind: 'price', style },
      { name: 'limits', heading: say('accepts {fiat}', { fiat }), flexible: 5, value: limitsOf, style },
      {
        name: 'payment_methods',
        heading: side === 'BUY' ? 'pay with' : 'get paid with',
        flexible: 3,
        hidden: withTrust,
        style,
      },
      {
        name: 'advertiser',
        flexible: 2,
        value: ({ nickname }) => nickname,
        style,
        link: (ad) => shown.linkUrl(ad.exchange ?? exchange, ad.url),
      },
      ...(exchange === 'all' ? [{ ...exchangeColumn, style }] : []),
      // Without doubts the word says nothing.
      ...(ads.every(({ trusted }) => trusted) ? [] : [trustedColumn]),
      ...(withTrust ? scoreColumns : []),
      ...(withDemands ? [takesYouColumn] : []),
      { name: 'orders', kind: 'count', flexible: true, value: (ad) => ad.completed_orders, style },
      { name: 'completed', kind: 'percent', flexible: true, value: (ad) => ad.completion_rate, style },
    ],
    (ad) =>
      [withTrust ? reasonsText(ad) : '', withDemands ? demandsText(ad) : '', addressOf(ad)]
        .filter((text) => text !== '')
        .join('; '),
  )
}

const trustedColumn: ColumnOf<Ad> = { name: 'trusted', flexible: 6, style: ({ trusted }) => (trusted ? 'good' : 'bad') }

const scoreColumns: readonly ColumnOf<Ad>[] = [
  { name: 'score', kind: 'price', flexible: true, value: ({ score }) => score ?? null, style: (ad) => style(ad) },
  {
    name: 'has USDT',
    kind: 'money',
    flexible: true,
    value: (ad) => ad.available_usdt ?? null,
    style: (ad) => style(ad),
  },
]

/** Whole numbers inside of the limits, where fractions do not matter. */
function limitsOf({ min_amount: min, max_amount: max }: Ad): string {
  const [from, to] = [min >= 100 ? Math.ceil(min) : min, max >= 100 ? Math.floor(max) : max]
  return `${grouped(from)}–${grouped(to)}`
}

const style = ({ trusted }: Ad): Style | null => (trusted ? null : 'faint')

const demandsText = ({ demands }: Ad): string => [...demandsInWords(demands).values()].join(', ')

/** Reasons that decided come first, those against them follow. */
function reasonsText({ trusted, reasons = [], reason_figures: figures = [], demands }: Ad): string {
  const demanded = demandsInWords(demands)
  const sentences = (isFor: boolean) =>
    reasons
      .filter((code) => isFavourableReason(code) === isFor)
      .map((code) => [demanded.get(code) ?? reasonInWords(code), ...figuresOf(code)].join(': '))
      .join(', ')
  const figuresOf = (code: string) =>
    figures
      .filter(({ reason }) => reason === code)
      .flatMap((figure) => reasonFigureInWords(sharedSentence, figure, { price: priceText, percent }) ?? [])
      .map((sentence) => sentence.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase()))
  const [decided, other] = [sentences(trusted), sentences(!trusted)]
  const verdict = trusted
    ? say('trusted: {reasons}', { reasons: decided || say('no reason against it') })
    : say('not trusted: {reasons}', { reasons: decided || say('not enough in its favour') })
  return other === '' ? verdict : say('{verdict}; but: {reasons}', { verdict, reasons: other })
}
