import type { Fiat } from '@p2p-rates/core'
import { digits } from '../random.js'
import { currencies } from '../world/currencies.js'
import type { Offer } from '../world/offer.js'
import { paymentMethods } from '../world/payment-methods.js'
import { type Answer, asFiat, type Call, cut, ok, positive, reachableFiat, type View } from './simulated-exchange.js'

/** Binance's documented public list: no paging, no total, no advertiser ids, numbers instead of texts. */
export function answerAgent(path: string, call: Call, view: View): Answer | null {
  const fiat = asFiat(call.query.get('fiat'))
  if (call.method !== 'GET') return null
  if (path === 'trade-methods') return ok(success(methodList(fiat)))
  if (path !== 'ad-list') return null
  const side = call.query.get('tradeType')
  const board = fiat === null || (side !== 'BUY' && side !== 'SELL') ? [] : view.board(fiat, side)
  const wanted = call.query.getAll('tradeMethodIdentifiers')
  const shown = board.filter(
    (offer) => wanted.length === 0 || offer.methods.some((method) => wanted.includes(method.identifier)),
  )
  const rows = shown.slice(0, positive(call.query.get('limit'), 10, 20))
  return ok(success({ items: fiat === null ? [] : rows.map((offer) => item(offer, fiat)) }))
}

const success = (data: unknown) => ({ code: '000000', message: null, messageDetail: null, data, success: true })

/** Limits are in USDT on this list. */
const item = (offer: Offer, fiat: Fiat) => ({
  adNo: `1${digits(offer.seed, 19)}`,
  fiat,
  fiatSymbol: currencies[fiat].symbol,
  fiatScale: 2,
  asset: 'USDT',
  assetScale: 2,
  price: offer.price,
  priceScale: currencies[fiat].decimals,
  minTransAmount: Number(cut(offer.minFiat / offer.price, 2)),
  maxTransAmount: Number(cut(Math.max(reachableFiat(offer), offer.minFiat) / offer.price, 2)),
  tradableAmount: offer.stockUsdt,
  payTimeLimit: offer.payWindowMinutes,
  tradeMethods: offer.methods.map((method) => method.identifier),
  advertiser: {
    nickName: offer.advertiser.nickname,
    userType: offer.advertiser.merchant ? 'merchant' : 'user',
    monthOrderCount: offer.advertiser.monthOrders,
    monthFinishRate: offer.advertiser.completion,
    positiveRate: offer.advertiser.positive,
    merchantGroupMember: false,
  },
})

const methodList = (fiat: Fiat | null) =>
  (fiat === null ? [] : (paymentMethods.get(fiat) ?? [])).map(({ identifier, name }) => ({
    identifier,
    tradeMethodName: name,
  }))
