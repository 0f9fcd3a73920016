import type { Rates } from '@p2p-rates/contract'
import type { Numbers } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times.js'
import { exchangeName } from '../../listed/names.js'
import type { Speech } from '../../words/speech.js'

/** Both prices in one line that stands alone: what, when, where, and the address of the page. */
export function shareLine(rates: Rates, address: string, speech: Speech, numbers: Numbers): string {
  const { best_buy: buy, best_sell: sell, fiat } = rates
  return speech.say('market.share.line', {
    fiat,
    time: createTimes(speech.lang, 'kyiv').full(Date.parse(rates.updated_at)),
    buy: numbers.price(buy.price),
    buy_on: exchangeName(buy.exchange),
    sell: numbers.price(sell.price),
    sell_on: exchangeName(sell.exchange),
    address,
  })
}
