import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomHex } from '../random-digits.js'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { type PaymentMethod, paymentMethods } from '../world/payment-methods.js'
import {
  type Answer,
  asFiat,
  type Call,
  listIn,
  offersTaking,
  ok,
  pageOf,
  positive,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

export const kucoin: SimulatedExchange = {
  id: 'kucoin',
  fiatOf: ({ query }) => asFiat(query.get('legal')),
  answer: (call, view) => {
    const { method, path, query } = call
    if (method !== 'GET') return null
    if (path === '/api/v3/currencies/USDT') return ok({ code: '200000', data: { currency: 'USDT', chains } })
    if (path === '/_api/otc/ad/list') return listing(call, view)
    if (path === '/_api/otc/dictionary/getData') return ok({ ...success, data: legalList() })
    if (path === '/_api/otc/legal/payTypes') return ok({ ...success, data: payTypeList(query.get('legal')) })
    return null
  },
  // Only the shape of a failure is known; number and words are our assumption.
  refusal: { success: false, code: '400100', msg: 'Parameter error', retry: false },
}

const success = { success: true, code: '200', msg: 'success', retry: false }

/** The same at any time. ERC20 is closed for withdrawals. */
const chains = [
  ['TRC20', '1.5', '4', true],
  ['ERC20', '5', '10', false],
  ['BEP20', '0.8', '10', true],
  ['TON', '0.4', '2', true],
].map(([chainName, withdrawalMinFee, withdrawalMinSize, isWithdrawEnabled]) => ({
  ...{ chainName, withdrawalMinFee, withdrawalMinSize, isWithdrawEnabled },
  isDepositEnabled: true,
}))

function listing({ query }: Call, view: View): Answer {
  const side = query.get('side')
  const fiat = asFiat(query.get('legal'))
  if (side !== 'SELL' && side !== 'BUY') return ok(kucoin.refusal)
  const pageSize = positive(query.get('pageSize'), 10, 100)
  const currentPage = positive(query.get('page'), 1)
  const board = fiat === null ? [] : view.board(fiat, side === 'SELL' ? 'BUY' : 'SELL')
  const shown = offersTaking(board, query.get('amount'), listIn(query.get('payTypeCodes')), codeOf)
  return ok({
    ...success,
    currentPage,
    pageSize,
    totalNum: shown.length,
    totalPage: Math.ceil(shown.length / pageSize),
    items: fiat === null ? [] : pageOf(shown, currentPage, pageSize).map((offer) => ad(offer, fiat, view.atMs)),
  })
}

function ad(offer: Offer, fiat: Fiat, atMs: number) {
  const { advertiser } = offer
  const person = createRandom(mix(advertiser.seed, 0x4c))
  const rare = createRandom(mix(offer.seed, 0x4c))
  return {
    id: randomHex(offer.seed, 24),
    userId: randomHex(advertiser.seed, 24),
    side: offer.side === 'BUY' ? 'SELL' : 'BUY',
    legal: fiat,
    currency: 'USDT',
    status: 'PUTUP',
    // No trailing zeros on this wire.
    floatPrice: String(Number(offer.price.toFixed(currencies[fiat].decimals))),
    ...{ priceType: 'FIXED', limitPrice: null, premium: '' },
    limitMinQuote: String(offer.minFiat),
    // The advertiser's own maximum, whatever is left in stock.
    limitMaxQuote: String(Math.round(offer.maxFiat * (rare.chance(0.5) ? 2 : 1))),
    currencyQuantity: offer.postedUsdt.toFixed(2),
    currencyBalanceQuantity: offer.stockUsdt.toFixed(6).replace(/\.?0+$/, ''),
    adPayTypes: [
      ...offer.methods.map(payType),
      ...(rare.chance(0.12) ? [otherPayType(offer.seed, rare.chance(0.2))] : []),
    ],
    nickName: person.chance(0.1) ? `${advertiser.nickname} ` : advertiser.nickname,
    dealOrderNum: String(advertiser.lifetimeOrders),
    dealOrderRate: person.chance(0.03) ? null : `${(advertiser.completion * 100).toFixed(2)}%`,
    remarks: offer.remark,
    lastActiveTime: atMs - advertiser.lastSeenSeconds * 1000,
    lastActiveStatus: advertiser.lastSeenSeconds < 900 ? 'ONLINE' : 'OFFLINE',
    goldMerchants: advertiser.merchant ? 1 : 0,
    ...{ foxKingMerchants: 0, adTarget: 0, blackStatus: 0, kycLevel: 1 },
    tradeTimeLimit: offer.payWindowMinutes,
    ...{ needKyc: '1', displayStatus: '1', showLetter: '', opponentBalanceLimit: '0', tradeLimitTip: null },
    portraitURL: null,
    updatedAt: offer.postedAtMs,
    self: false,
  }
}

const codeOf = ({ identifier }: PaymentMethod) => (identifier === 'BANK' ? 'BANK_TRANSFER' : identifier.toUpperCase())

const payType = (method: PaymentMethod) => ({
  ...emptyPayType,
  id: randomHex(method.number, 24),
  payTypeCode: codeOf(method),
  payTypeNameEn: method.name,
})

/** The true name stands in a JSON text, which is sometimes broken. */
const otherPayType = (seed: number, broken: boolean) => ({
  ...emptyPayType,
  id: randomHex(seed, 24),
  payTypeCode: 'OTHER',
  payTypeNameEn: 'Other',
  reservedFields: broken ? '{"payTypeName":"Details' : JSON.stringify({ payTypeName: 'Details in chat' }),
})

const emptyPayType = {
  ...{ bankName: null, payQrcodePic: null, payTypeNumber: null, subBranch: null, reservedFields: null },
  color: '#00B47D',
}

const legalList = () =>
  (tradedCurrencies.get('kucoin')?.fiats ?? []).map((typeCode) => ({ typeCode, typeName: typeCode }))
const payTypeList = (legal: string | null) =>
  (paymentMethods.get(asFiat(legal) ?? '') ?? []).map((method) => ({
    payTypeCode: codeOf(method),
    payTypeName: method.name,
  }))
