import type { Rates } from '@p2p-rates/contract'
import { fiatNames } from '@p2p-rates/core'
import type { PageContent } from './fill-template.js'
import type { FoundPage } from './known-pages.js'
import type { Language } from './language.js'
import { inserted, pageWords } from './page-words.js'
import { exchangeName, priceSentences, priceText } from './price-sentences.js'

/** What a page says of itself before any script runs. */
export function describePage(facts: {
  readonly found: FoundPage | null
  readonly rates: Rates | null
  readonly language: Language
  readonly isSimulated: boolean
  /** The address of the server as others see it, without a slash at its end. */
  readonly publicUrl: string | undefined
  /** Path of a picture for previews, where there is one. */
  readonly picture: string | null
}): Omit<PageContent, 'chunks' | 'styles' | 'first' | 'language'> {
  const { found, rates, language, isSimulated, publicUrl, picture } = facts
  const words = pageWords[language]
  const name = found === null ? words.notFound : nameOf(found, language)
  const prices = rates === null ? null : priceSentences(rates, language)
  const isPriced = found?.page.access === 'reader'
  const mark = isSimulated && isPriced ? '[SIM] ' : ''
  const isMarket = found?.page.title === 'market'
  return {
    title: `${mark}${isMarket && rates !== null ? shortPrices(rates, language) : name} · p2p-rates`,
    description: prices?.join(' ') ?? null,
    preview: {
      'og:type': 'website',
      'og:site_name': 'p2p-rates',
      'og:title': mark + name,
      ...(prices === null ? {} : { 'og:description': prices.join(' ') }),
      ...(publicUrl === undefined || found === null ? {} : { 'og:url': publicUrl + found.address }),
      ...(publicUrl === undefined || picture === null ? {} : { 'og:image': `${publicUrl}/${picture}` }),
    },
    isPrivate: !isPriced,
    sentences: [...sentencesOf(found, prices, language), words.needsScript],
  }
}

function nameOf({ page, parts }: FoundPage, language: Language): string {
  const { fiat, exchange } = parts
  return inserted(pageWords[language][page.title], {
    fiat,
    exchange: exchangeName(exchange),
    currency: currencyName(fiat, language),
  })
}

function currencyName(fiat: keyof typeof fiatNames, language: Language): string {
  if (language === 'en') return fiatNames[fiat]
  return new Intl.DisplayNames(language, { type: 'currency' }).of(fiat) ?? fiat
}

const shortPrices = ({ best_buy: buy, best_sell: sell, fiat }: Rates, language: Language): string =>
  `${priceText(buy.price, fiat, language)} / ${priceText(sell.price, fiat, language)} ${fiat}`

function sentencesOf(found: FoundPage | null, prices: readonly string[] | null, language: Language): readonly string[] {
  const words = pageWords[language]
  if (found === null) return [words.notFound]
  if (prices !== null) return prices
  return found.page.title === 'market' ? [inserted(words.noPrice, { fiat: found.parts.fiat })] : []
}
