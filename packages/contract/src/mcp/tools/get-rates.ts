import { rates } from '../../endpoints/prices/rates.js'
import { sources } from '../../endpoints/service/sources.js'
import type { ExchangeRates, HeadlineConfidence, PriceInterval } from '../../generated/types.js'
import { bestExchangePair } from '../../words/best-exchange-pair.js'
import { confidenceInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { priceBoundInWords } from '../../words/interval-in-words.js'
import { ageOfSource, missingLine } from '../data-age-in-words.js'
import { fiatArgument, type Tool } from '../tool.js'

export const getRates: Tool = {
  name: 'get_rates',
  description:
    'Best reliable prices of 1 USDT now, to buy and to sell: overall and on each exchange, with age, confidence and missing exchanges. For an amount or a way to pay use get_quote.',
  params: { fiat: fiatArgument },
  endpoints: [rates, sources],
  run: async ({ fiat }, ask) => {
    const now = await ask(rates, { fiat, include: 'confidence,interval' })
    const seen = await ask(sources, { fiat: now.fiat })
    const { best_buy: buy, best_sell: sell, cross_exchange_spread_pct: spread, confidence, interval } = now
    const pair = bestExchangePair(now.exchanges)
    return [
      `${now.fiat} for 1 USDT, best reliable prices, newest of ${now.updated_at}.`,
      `You buy at ${buy.price} on ${buy.exchange}.${trustIn(confidence?.buy)}${boundIn('BUY', interval?.buy)}`,
      `You sell at ${sell.price} on ${sell.exchange}.${trustIn(confidence?.sell)}${boundIn('SELL', interval?.sell)}`,
      ...(spread === null || pair === null
        ? []
        : [`Buying on ${pair.buyOn} and selling on ${pair.sellOn}: ${spread}% before fees.`]),
      ...now.exchanges.map((one) => `${one.exchange}: ${pricesOn(one)}, ${ageOfSource(seen, one.exchange)}`),
      ...missingLine(seen),
    ]
  },
}

const pricesOn = ({ buy, sell, buy_ads: buyAds, sell_ads: sellAds }: ExchangeRates): string =>
  `you buy ${buy === null ? 'at no reliable price' : `at ${buy} (${buyAds} ads)`}, you sell ${sell === null ? 'at no reliable price' : `at ${sell} (${sellAds} ads)`}`

function boundIn(side: 'BUY' | 'SELL', interval: PriceInterval | undefined): string {
  const bound = priceBoundInWords(en, side, interval, String)
  return bound === '' ? '' : ` ${bound}`
}

function trustIn(confidence: HeadlineConfidence | undefined): string {
  if (confidence === undefined) return ''
  const reasons = confidence.reasons.slice(0, 2).map((reason) => ` ${confidenceInWords(en, reason)}`)
  const { level, surer } = confidence
  const instead = surer === undefined ? '' : ` Surer: ${surer.price} on ${surer.exchange}.`
  return ` Confidence ${level}.${reasons.join('')}${instead}`
}
