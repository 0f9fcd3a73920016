import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomDigits, randomHex } from '../random-digits.js'
import { tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { allPaymentMethods, paymentMethods } from '../world/payment-methods.js'
import {
  type Answer,
  asFiat,
  type Call,
  canServeMinimum,
  cut,
  listIn,
  offersTaking,
  ok,
  pageOf,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

const usdt = '128f589271cb4951b03e71e6323eb7be'

export const mexc: SimulatedExchange = {
  id: 'mexc',
  fiatOf: ({ query }) => asFiat(query.get('currency')),
  answer: (call, view) => {
    if (call.method !== 'GET') return null
    // The same service answers on www.mexc.com and, without the prefix, on p2p.mexc.com.
    const path = call.path.replace(/^\/api\/platform\/p2p\/api\//, '/api/')
    if (path === '/api/market') return listing(call, view)
    if (path === '/api/payment/method') return ok(success(methodList(call.query.get('currency'))))
    if (path === '/api/common/coins') return ok(success([{ coinId: usdt, coinName: 'USDT', quantityScale: 4 }]))
    if (path === '/api/common/currency') return ok(success(currencyList()))
    return null
  },
  // No failure was ever recorded: number and words are our assumption.
  refusal: { code: 70003, msg: 'Parameter error', data: null },
}

const success = (data: unknown) => ({ code: 0, msg: 'success', data })

function listing({ query }: Call, view: View): Answer {
  const tradeType = query.get('tradeType')
  if (query.get('coinId') !== usdt || (tradeType !== 'SELL' && tradeType !== 'BUY')) return ok(mexc.refusal)
  const fiat = asFiat(query.get('currency'))
  if (fiat === null) return ok(success([]))
  const board = view.board(fiat, tradeType === 'SELL' ? 'BUY' : 'SELL').filter(canServeMinimum)
  const wanted = listIn(query.get('payMethod'))
  const shown = offersTaking(board, query.get('amount'), wanted, ({ number }) => String(number))
  const page = pageOf(shown, positive(query.get('page'), 1), positive(query.get('pageSize'), 10, 50))
  return ok(success(page.map((offer) => ad(offer, fiat, view.atMs))))
}

function ad(offer: Offer, fiat: Fiat, atMs: number) {
  const { advertiser, demands } = offer
  const random = createRandom(mix(advertiser.seed, 0x3e))
  const isUncounted = random.chance(0.03)
  const rare = createRandom(mix(offer.seed, 0x3e))
  // Sometimes an ad names a method that no dictionary lists.
  const ids = [
    ...offer.methods.map((method) => method.number),
    ...(rare.chance(0.04) ? [9_000 + rare.integer(1, 20)] : []),
  ]
  return {
    id: randomHex(offer.seed, 32),
    price: offer.price,
    availableQuantity: offer.stockUsdt,
    minTradeLimit: offer.minFiat,
    // Numbers on this wire, and already capped by the stock to the cent.
    maxTradeLimit: Number(cut(reachableFiat(offer), 2)),
    coinName: 'USDT',
    currency: fiat,
    countryCode: '',
    // 1 is a buy ad; the other value was never seen, so 0 is our assumption.
    tradeType: offer.side === 'BUY' ? 0 : 1,
    payMethod: ids.join(','),
    expirationTime: offer.payWindowMinutes,
    tradeTerms: offer.remark,
    autoResponse: '',
    tags: rare.chance(0.01) ? 'NEW_USER' : '',
    blockTrade: false,
    merchantTradeEnable: !rare.chance(0.01),
    ...{ requireMobile: false, kycLevel: 1, fiatCount: 0, fiatCountLess: 0, maxPayLimit: 0, orderPayCount: 0 },
    exchangeCount: demands?.minOrders ?? 0,
    minRegisterDate: demands?.minAccountAgeDays ?? 0,
    updateTime: atMs,
    merchant: {
      nickName: advertiser.nickname,
      memberId: randomHex(advertiser.seed, 32),
      imId: randomDigits(advertiser.seed, 9),
      registry: advertiser.registeredAtMs,
      lastOnlineTime: atMs - advertiser.lastSeenSeconds * 1000,
      ...{ vipLevel: 0, greenDiamond: false, emailAuthentication: true, smsAuthentication: true },
      ...{ identityVerification: true, badge: '' },
      merchantType: advertiser.merchant ? random.pick(['MERCHANT', 'PRIME', 'LEGACY']) : '',
    },
    ...(isUncounted
      ? {}
      : {
          merchantStatistics: {
            doneLastMonthCount: advertiser.monthOrders,
            lastMonthCompleteRate: advertiser.completion.toFixed(4),
            completeRate: '1.0000',
            goodRate: advertiser.positive === 0 ? null : advertiser.positive.toFixed(4),
            totalBuyCount: Math.floor(advertiser.lifetimeOrders / 2),
            totalSellCount: Math.ceil(advertiser.lifetimeOrders / 2),
            avgHandleTime: random.integer(1, 15),
            avgBuyHandleTime: random.integer(1, 15),
            avgSellHandleTime: random.integer(1, 15),
          },
        }),
  }
}

const methodList = (currency: string | null) =>
  (currency === null ? allPaymentMethods : (paymentMethods.get(asFiat(currency) ?? '') ?? [])).map(
    ({ number, name }) => ({
      id: number,
      name,
      icon: '',
    }),
  )

const currencyList = () => (tradedCurrencies.get('mexc')?.fiats ?? []).map((currency) => ({ currency, scale: 2 }))
