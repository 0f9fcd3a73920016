import type { HeadlineConfidence, Rates } from '@p2p-rates/contract'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import type { Translator } from '../../words/translator.js'

export function shareText(
  rates: Rates,
  address: string,
  translator: Translator,
  priceText: (price: number) => string,
): string {
  const { best_buy: buy, best_sell: sell, fiat, confidence } = rates
  const where = (exchange: string, sure: HeadlineConfidence | undefined): string =>
    [
      exchangeName(exchange),
      ...(sure?.level === 'low' ? [translator.t('doubt.low')] : []),
      ...(sure?.surer === undefined ? [] : [surerText(sure.surer)]),
    ].join(', ')
  const surerText = ({ price, exchange }: { readonly price: number; readonly exchange: string }): string =>
    translator.t('market.share.surer', { price: priceText(price), exchange: exchangeName(exchange) })
  return translator.t('market.share.line', {
    fiat,
    time: createTimes(translator.lang, 'kyiv').full(Date.parse(rates.updated_at)),
    buy: priceText(buy.price),
    buy_on: where(buy.exchange, confidence?.buy),
    sell: priceText(sell.price),
    sell_on: where(sell.exchange, confidence?.sell),
    address,
  })
}
