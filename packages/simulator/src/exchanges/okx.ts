import type { Fiat, Side } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomDigits, randomHex } from '../random-digits.js'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { paymentMethods } from '../world/payment-methods.js'
import {
  type Answer,
  asFiat,
  type Call,
  canServeMinimum,
  cut,
  listIn,
  offersTaking,
  ok,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

export const okx: SimulatedExchange = {
  id: 'okx',
  fiatOf: ({ query }) => asFiat(query.get('quoteCurrency') ?? query.get('fiatCurrency') ?? query.get('quote')),
  answer: (call, view) => {
    if (call.method !== 'GET') return null
    if (listings.has(call.path)) return listing(call, view)
    if (call.path === '/v3/c2c/configs/receipt/templates') return ok(success(templates(call.query), view.atMs))
    if (call.path === '/v3/users/common/list/currencies') return ok(success(currencyList(), view.atMs))
    return null
  },
  // No refusal of this listing was ever recorded: code and words are our assumption.
  refusal: {
    ...{ code: 50001, data: {}, detailMsg: '', error_code: '50001' },
    error_message: 'Service temporarily unavailable. Try again later',
    msg: 'Service temporarily unavailable. Try again later',
    requestId: '0',
  },
}

const listings = new Set(['/v3/c2c/tradingOrders/books', '/v3/c2c/tradingOrders/getMarketplaceAdsPrelogin'])

const success = (data: unknown, atMs: number) => ({
  code: 0,
  data,
  ...{ detailMsg: '', error_code: '0', error_message: '', msg: '' },
  requestId: randomDigits(mix(2, atMs), 19),
})

function listing({ query }: Call, view: View): Answer {
  const fiat = asFiat(query.get('quoteCurrency') ?? query.get('fiatCurrency'))
  if (fiat === null || tradedCurrencies.get('okx')?.fiats.includes(fiat) !== true) return ok({ code: 17007, data: {} })
  const asked = query.get('side')
  if (asked !== 'buy' && asked !== 'sell') return ok(okx.refusal)
  const side: Side = asked === 'sell' ? 'BUY' : 'SELL'
  const wanted = listIn(query.get('paymentMethod')).filter((name) => name !== 'all')
  const board = view.board(fiat, side).filter(canServeMinimum)
  const shown = offersTaking(board, query.get('quoteMinAmountPerOrder'), wanted, ({ okxName }) => okxName)
  // Sellers must ask for price_desc. Without it both sides come cheapest first.
  const descending = query.get('sortType') === 'price_desc'
  const sorted = [...shown].sort((a, b) => (descending ? b.price - a.price : a.price - b.price) || a.seed - b.seed)

  // Page 2 stays empty even though a wider page 1 would show more.
  const size = Math.min(100, positive(query.get('numberPerPage') ?? query.get('limit'), 10))
  const rows = positive(query.get('currentPage'), 1) === 1 ? sorted.slice(0, size) : []
  const ads = rows.map((offer) => ad(offer, fiat))
  const total = Math.min(100, shown.length)
  return ok(success({ buy: side === 'SELL' ? ads : [], sell: side === 'BUY' ? ads : [], total }, view.atMs))
}

function ad(offer: Offer, fiat: Fiat) {
  const { advertiser, demands } = offer
  const random = createRandom(mix(advertiser.seed, 0x0c))
  const creatorType = advertiser.merchant ? (random.chance(0.2) ? 'diamond' : 'certified') : 'common'
  const orders = advertiser.lifetimeOrders
  return {
    alreadyTraded: false,
    availableAmount: offer.stockUsdt.toFixed(2),
    avgCompletedTime: -1,
    avgPaymentTime: -1,
    badgeInfo: { badgeList: badges[creatorType] },
    ...{ baseCurrency: 'usdt', black: false, boostType: null },
    cancelledOrderQuantity: Math.round(orders * (1 - advertiser.completion)),
    completedOrderQuantity: orders,
    completedRate: advertiser.completion.toFixed(4),
    creatorType,
    guideUpgradeKyc: false,
    id: new Date(offer.postedAtMs).toISOString().replace(/\D/g, '').slice(2, 14) + randomDigits(offer.seed, 3),
    ...{ intention: false, isInstitution: 0, maxCompletedOrderQuantity: 0 },
    maxUserCreatedDate: demands === null ? 0 : demands.minAccountAgeDays,
    merchantId: advertiser.merchant ? randomHex(mix(advertiser.seed, 5), 10) : '',
    mine: false,
    minCompletedOrderQuantity: demands?.minOrders ?? 0,
    minCompletionRate: ((demands?.minCompletionPct ?? 0) / 100).toFixed(2),
    ...{ minKycLevel: 1, minSellOrderQuantity: 0, minSellOrders: 0, minTradeVolume: 0 },
    // People without a nickname show a masked e-mail address.
    nickName: random.chance(0.08) ? `${randomHex(advertiser.seed, 3)}***@example.com` : advertiser.nickname,
    paymentMethods: offer.methods.map((method) => method.okxName),
    paymentTimeoutMinutes: offer.payWindowMinutes,
    posReviewPercentage: '-1',
    price: offer.price.toFixed(currencies[fiat].decimals),
    promoBadgeInfoVo: null,
    publicUserId: randomHex(advertiser.seed, 10),
    quoteCurrency: fiat.toLowerCase(),
    quoteMaxAmountPerOrder: cut(reachableFiat(offer), 2),
    quoteMinAmountPerOrder: offer.minFiat.toFixed(2),
    quoteScale: 2,
    quoteSymbol: currencies[fiat].symbol,
    receivingAds: false,
    safetyLimit: false,
    side: offer.side === 'BUY' ? 'sell' : 'buy',
    userActiveStatusVo: null,
    userType: 'all',
    verificationType: random.chance(0.02) ? 1 : 0,
    whitelistedCountries: ['ALL_COUNTRIES'],
  }
}

const badges = {
  common: [],
  certified: [{ badgeId: -1001, title: 'Super Merchant', type: 1 }],
  diamond: [{ badgeId: -1000, title: 'Diamond Merchant', type: 1 }],
}

const templates = (query: URLSearchParams) =>
  (paymentMethods.get(asFiat(query.get('quoteCurrency')) ?? '') ?? []).map(({ name, okxName }, index) => ({
    paymentMethod: okxName,
    paymentMethodDescription: name,
    mostUsed: index < 3,
    fieldJson: [],
  }))

const currencyList = () =>
  (tradedCurrencies.get('okx')?.fiats ?? []).map((fiat) => ({ displayName: fiat, precision: 2 }))
