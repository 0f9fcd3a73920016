import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { allPaymentMethods, paymentMethods } from '../world/payment-methods.js'
import {
  type Answer,
  type Call,
  listIn,
  offersTaking,
  ok,
  pageOf,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

/** HTX numbers its currencies. Those from 900 on are not publicly known and invented here. */
const currencyIds: ReadonlyMap<string, Fiat> = new Map([
  ['2', 'USD'],
  ['4', 'INR'],
  ['5', 'VND'],
  ['12', 'GBP'],
  ['14', 'EUR'],
  ['23', 'TRY'],
  ['45', 'UAH'],
  ['57', 'KZT'],
  ['80', 'KGS'],
  ['901', 'PLN'],
  ['902', 'GEL'],
  ['903', 'IDR'],
])

const paths = new Set(['/-/x/otc/v1/data/trade-market', '/v1/data/trade-market'])
const configPaths = new Set(['/-/x/otc/v1/data/config-list', '/v1/data/config-list'])
const pageSize = 10

export const htx: SimulatedExchange = {
  id: 'htx',
  fiatOf: ({ query }) => currencyIds.get(query.get('currency') ?? '') ?? null,
  answer: (call, view) => {
    if (call.method !== 'GET') return null
    if (paths.has(call.path)) return listing(call, view)
    if (call.path === '/v2/reference/currencies') return ok({ code: 200, data: [{ currency: 'usdt', chains }] })
    if (configPaths.has(call.path)) return ok({ code: 200, message: 'success', data: config(), success: true })
    return null
  },
  // No failure was ever recorded: number and words are our assumption.
  refusal: { code: 500, message: 'system error', data: null, success: false },
}

/** The same at any time. ERC20 is closed for withdrawals. */
const chains = [
  ['TRC20', '0.5', '5', 'allowed'],
  ['ERC20', '5', '10', 'prohibited'],
  ['BEP20', '0.1', '2', 'allowed'],
].map(([displayName, transactFeeWithdraw, minWithdrawAmt, withdrawStatus]) => ({
  ...{ displayName, transactFeeWithdraw, minWithdrawAmt, withdrawStatus },
  ...{ withdrawFeeType: 'fixed', depositStatus: 'allowed' },
}))

function listing({ query }: Call, view: View): Answer {
  const tradeType = query.get('tradeType')
  const currency = query.get('currency') ?? ''
  const fiat = currencyIds.get(currency)
  // Wrong requests are answered with an empty list.
  const isUnderstood = (tradeType === 'sell' || tradeType === 'buy') && query.get('coinId') === '2'
  const board = fiat === undefined || !isUnderstood ? [] : view.board(fiat, tradeType === 'sell' ? 'BUY' : 'SELL')
  const wanted = listIn(query.get('payMethod')).filter((id) => id !== '0')
  const shown = offersTaking(board, query.get('amount'), wanted, ({ number }) => String(number)).filter(
    (offer) => Math.floor(reachableFiat(offer)) >= offer.minFiat,
  )
  const currPage = positive(query.get('currPage'), 1)
  return ok({
    code: 200,
    message: 'success',
    totalCount: shown.length,
    // Always ten rows a page.
    pageSize,
    totalPage: Math.ceil(shown.length / pageSize),
    currPage,
    data:
      fiat === undefined
        ? []
        : pageOf(shown, currPage, pageSize).map((offer) => ad(offer, fiat, Number(currency), view)),
    success: true,
    extend: [],
  })
}

function ad(offer: Offer, fiat: Fiat, currency: number, view: View) {
  const { advertiser } = offer
  const random = createRandom(mix(offer.seed, 0x47))
  return {
    id: offer.seed % 10_000_000,
    uid: advertiser.seed,
    userName: advertiser.nickname,
    merchantLevel: advertiser.merchant ? 2 + (advertiser.seed % 2) : 0,
    merchantTags: null,
    coinId: 2,
    currency,
    tradeType: offer.side === 'BUY' ? 0 : 1,
    blockType: 1,
    payMethod: offer.methods.map((method) => method.number).join(','),
    payMethods: offer.methods.map(({ number, name }) => ({
      payMethodId: number,
      name,
      color: '#DAB700',
      isRecommend: null,
    })),
    payName: JSON.stringify(offer.methods.map(({ number }) => ({ bankType: number, id: offer.seed % 9_999_991 }))),
    payTerm: offer.payWindowMinutes,
    minTradeLimit: offer.minFiat.toFixed(2),
    maxTradeLimit: Math.floor(reachableFiat(offer)).toFixed(2),
    price: offer.price.toFixed(currencies[fiat].decimals),
    tradeCount: offer.stockUsdt.toFixed(6),
    isOnline: advertiser.lastSeenSeconds < 900,
    ...{ isTrade: true, isFollowed: false, isVerifyCapital: false, isCopyBlock: false, chargeType: false },
    tradeMonthTimes: advertiser.monthOrders,
    totalTradeOrderCount: advertiser.lifetimeOrders,
    orderCompleteRate: String(Math.round(advertiser.completion * 100)),
    ...{ takerAcceptOrder: 0, takerAcceptAmount: '0', takerLimit: 0 },
    thumbUp: random.integer(0, 900),
    gmtSort: view.atMs,
    seaViewRoom: null,
    labelName: null,
  }
}

const config = () => ({
  currency: [...currencyIds].map(([id, fiat]) => ({
    currencyId: Number(id),
    nameShort: fiat,
    // Some of these numbers are missing in every list of methods.
    supportPayments: [...(paymentMethods.get(fiat) ?? []).map((method) => method.number), 9_999],
    showPtoP: tradedCurrencies.get('htx')?.fiats.includes(fiat) === true,
  })),
  payMethod: allPaymentMethods.map(({ number, name }) => ({
    payMethodId: number,
    name,
    ...{ template: 1, bankImage: '', bankImageWeb: '' },
  })),
  coin: [{ coinId: 2, coinCode: 'USDT', coinType: 2, showPrecision: 6 }],
  country: [],
})
