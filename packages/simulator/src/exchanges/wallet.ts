import type { Fiat } from '@p2p-rates/core'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import {
  type Answer,
  asFiat,
  type Call,
  field,
  ok,
  pageOf,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

const listPath = '/p2p/integration-api/v1/item/online'

/** Wallet in Telegram, for key holders. Its sides are the advertiser's. */
export const wallet: SimulatedExchange = {
  id: 'wallet',
  fiatOf: (call) => asFiat(field(call, 'fiatCurrency')),
  answer: (call, view) => (call.method === 'POST' && call.path === listPath ? listing(call, view) : null),
  signed: ({ raw }, { key }) => (raw.header('x-api-key') === key ? null : { status: 401, body: {} }),
  takesKeyAlone: true,
  // No failure was ever recorded: the words are our assumption.
  refusal: { status: 'ERROR', message: 'temporarily unavailable', data: null },
}

function listing(call: Call, view: View): Answer {
  const [side, fiat] = [field(call, 'side'), asFiat(field(call, 'fiatCurrency'))]
  const isTraded = fiat !== null && tradedCurrencies.get('wallet')?.fiats.includes(fiat) === true
  if (!isTraded || field(call, 'cryptoCurrency') !== 'USDT' || (side !== 'BUY' && side !== 'SELL'))
    return { status: 400, body: { errorCode: 'FIAT_CURRENCY_NOT_SUPPORTED', errorMessage: 'not supported' } }
  const shown = view.board(fiat, side === 'SELL' ? 'BUY' : 'SELL')
  const page = pageOf(shown, positive(field(call, 'page'), 1), positive(field(call, 'pageSize'), 10, 50))
  return ok({ status: 'SUCCESS', data: page.map((offer) => item(offer, fiat, side)) })
}

function item(offer: Offer, fiat: Fiat, side: 'BUY' | 'SELL') {
  const { advertiser } = offer
  return {
    id: String(offer.seed),
    number: offer.seed.toString(36).toUpperCase(),
    userId: advertiser.seed,
    nickname: advertiser.nickname,
    cryptoCurrency: 'USDT',
    fiatCurrency: fiat,
    side,
    price: offer.price.toFixed(currencies[fiat].decimals),
    lastQuantity: offer.stockUsdt.toFixed(2),
    minAmount: offer.minFiat.toFixed(2),
    maxAmount: Math.max(offer.minFiat, reachableFiat(offer)).toFixed(2),
    payments: offer.methods.map(({ name }) => name.toLowerCase()),
    orderNum: advertiser.lifetimeOrders,
    executeRate: advertiser.completion.toFixed(4),
    isOnline: advertiser.lastSeenSeconds < 900,
    merchantLevel: advertiser.merchant ? 'MERCHANT' : null,
    paymentPeriod: offer.payWindowMinutes,
    isAutoAccept: advertiser.merchant,
  }
}
