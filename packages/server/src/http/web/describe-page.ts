import type { Orderbook, Quote, Rates } from '@p2p-rates/contract'
import { type Exchanges, fiatNames } from '@p2p-rates/core'
import type { PageContent } from './fill-template.js'
import type { FoundPage } from './known-pages.js'
import type { Language } from './language.js'
import { fillPlaceholders, type PageTitle, pageWords } from './page-words.js'
import {
  dealSentence,
  lureSentences,
  type NameOfExchange,
  priceSentences,
  priceText,
  sharedWords,
} from './price-sentences.js'

export function describePage(facts: {
  readonly exchanges: Exchanges
  readonly found: FoundPage | null
  readonly rates: Rates | null
  readonly quote: Quote | null
  /** Ads of all exchanges, on the page about those left out. */
  readonly ads: Orderbook | null
  readonly language: Language
  readonly isSimulated: boolean
  /** Public address without a trailing slash. */
  readonly publicUrl: string | undefined
  readonly picture: string | null
}): Omit<PageContent, 'chunks' | 'styles' | 'first' | 'language'> {
  const { found, rates, quote, ads, language, isSimulated, publicUrl, picture } = facts
  const { nameOf: exchangeName } = facts.exchanges
  const words = pageWords[language]
  const name = found === null ? words.notFound : nameOf(found, language, exchangeName)
  const prices = rates === null ? null : priceSentences(rates, language, exchangeName)
  const deal = quote === null ? null : dealSentence(quote, language, exchangeName)
  const lures = ads === null ? [] : lureSentences(ads, language, exchangeName)
  const about = found === null ? null : aboutOf(found, language, exchangeName)
  const told = [...(deal === null ? [] : [deal]), ...(about === null ? [] : [about]), ...lures, ...(prices ?? [])]
  const isPriced = found?.page.access === 'reader'
  const mark = isSimulated && isPriced ? '[SIM] ' : ''
  const isMarket = found?.page.title === 'market'
  return {
    title: `${mark}${isMarket && rates !== null ? shortPrices(rates, language) : name} · p2p-rates`,
    description: told.length === 0 ? null : told.join(' '),
    canonical: publicUrl === undefined || found === null || !isPriced ? null : publicUrl + found.address,
    preview: {
      'og:type': 'website',
      'og:site_name': 'p2p-rates',
      'og:title': mark + (deal ?? name),
      ...(told.length === 0 ? {} : { 'og:description': told.join(' ') }),
      ...(publicUrl === undefined || found === null ? {} : { 'og:url': publicUrl + found.address }),
      ...(publicUrl === undefined || picture === null ? {} : { 'og:image': `${publicUrl}/${picture}` }),
    },
    isPrivate: !isPriced,
    sentences: [
      ...(isSimulated && isPriced ? [words.simulated] : []),
      ...lures,
      ...sentencesOf(found, prices, language),
      words.needsScript,
    ],
  }
}

function aboutOf({ page, parts }: FoundPage, language: Language, exchangeName: NameOfExchange): string | null {
  const about: Partial<Record<PageTitle, string>> = pageWords[language].about
  const sentence = about[page.title]
  return sentence === undefined
    ? null
    : fillPlaceholders(sentence, { fiat: parts.fiat, exchange: exchangeName(parts.exchange) })
}

function nameOf({ page, parts }: FoundPage, language: Language, exchangeName: NameOfExchange): string {
  const { fiat, exchange } = parts
  return fillPlaceholders(pageWords[language][page.title], {
    fiat,
    exchange: exchangeName(exchange),
    currency: currencyName(fiat, language),
  })
}

function currencyName(fiat: keyof typeof fiatNames, language: Language): string {
  if (language === 'en') return fiatNames[fiat]
  return new Intl.DisplayNames(language, { type: 'currency' }).of(fiat) ?? fiat
}

function shortPrices({ best_buy: buy, best_sell: sell, fiat, confidence }: Rates, language: Language): string {
  const short = (price: number, level: string | undefined) =>
    priceText(price, fiat, language) + (level === 'low' ? ` (${sharedWords[language]['doubt.low']})` : '')
  return `${short(buy.price, confidence?.buy.level)} / ${short(sell.price, confidence?.sell.level)} ${fiat}`
}

function sentencesOf(found: FoundPage | null, prices: readonly string[] | null, language: Language): readonly string[] {
  const words = pageWords[language]
  if (found === null) return [words.notFound]
  if (prices !== null) return prices
  return found.page.title === 'market' ? [fillPlaceholders(words.noPrice, { fiat: found.parts.fiat })] : []
}

/** Embedded data of a page: bodies by request path. Rejected requests are left out. */
export type BootstrapAnswers = ReadonlyMap<string, string>

type FetchAnswer = (address: string) => Promise<string | null>

export async function fetchBootstrapAnswers({ page, parts }: FoundPage, ask: FetchAnswer): Promise<BootstrapAnswers> {
  const questions = page.bootstrapRequests(parts)
  const bodies = await Promise.all(questions.map(ask))
  return new Map(questions.flatMap((question, at) => (bodies[at] == null ? [] : [[question, bodies[at]] as const])))
}

/** Serialises the contract's `BootstrapData`. Bodies are inserted as they are, because each is JSON already. */
export function bootstrapJson(facts: {
  readonly exchanges: Exchanges
  readonly serverTimeMs: number
  readonly version: string
  readonly isSimulated: boolean
  readonly fiat: string
  readonly account: string | null
  readonly answers: BootstrapAnswers
}): string {
  const { serverTimeMs, version, isSimulated, fiat, account, answers } = facts
  const { added } = facts.exchanges
  const exchanges = Object.fromEntries(added.map(({ id, name }) => [id, name]))
  const hosts = Object.fromEntries(added.flatMap(({ id, hosts: own }) => (own ? [[id, own] as const] : [])))
  const serverFields = {
    server_time: new Date(serverTimeMs).toISOString(),
    version,
    simulated: isSimulated,
    fiat,
    exchanges,
    hosts,
  }
  const bodies = [...answers].map(([address, body]) => `${JSON.stringify(address)}:${body}`)
  return `${JSON.stringify(serverFields).slice(0, -1)},"account":${account ?? 'null'},"answers":{${bodies.join(',')}}}`
}
