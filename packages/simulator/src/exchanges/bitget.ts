import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomDigits, randomHex } from '../random-digits.js'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { type PaymentMethod, paymentMethods } from '../world/payment-methods.js'
import { bitgetSigned, officialListing, officialListPath } from './bitget-signed.js'
import {
  type Answer,
  asFiat,
  type Call,
  field,
  offersTaking,
  ok,
  pageOf,
  positive,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

export const bitget: SimulatedExchange = {
  id: 'bitget',
  fiatOf: (call) => asFiat(field(call, 'fiatCode') ?? call.query.get('fiat')),
  answer: (call, view) => {
    if (call.method === 'GET') return call.path === officialListPath ? officialListing(call, view) : null
    if (call.method !== 'POST') return null
    if (call.path === '/v1/p2p/pub/adv/queryAdvList') return listing(call, view)
    if (call.path === '/v1/p2p/pub/currency/queryAllCoinAndFiat') return ok(success(dictionary(), view.atMs))
    return null
  },
  signed: bitgetSigned,
  takesPassphrase: true,
  refusal: { code: '40002', msg: 'Parameter error', data: null },
}

const success = (data: unknown, atMs: number) => ({ code: '00000', msg: 'success', data, requestTime: atMs })

const forbiddenKeys = ['paymethodIds', 'sort', 'queryType', 'isOwner']

function listing(call: Call, view: View): Answer {
  const side = field(call, 'side')
  const pageSize = positive(field(call, 'pageSize'), 0, 50)
  const pageNo = positive(field(call, 'pageNo'), 0)
  const isForbidden = forbiddenKeys.some((key) => field(call, key) !== undefined)
  if ((side !== 1 && side !== 2) || pageSize === 0 || pageNo === 0 || isForbidden) return ok(bitget.refusal)
  const fiat = asFiat(field(call, 'fiatCode'))
  if (fiat === null || tradedCurrencies.get('bitget')?.fiats.includes(fiat) !== true)
    return ok(success({ dataList: null, hasNextPage: false, pageSize }, view.atMs))

  const wanted = [field(call, 'paymethodId') ?? []].flat().map(String)
  const board = view.board(fiat, side === 1 ? 'BUY' : 'SELL')
  const shown = offersTaking(board, field(call, 'amount'), wanted, ({ number }) => String(number))
  const dataList = pageOf(shown, pageNo, pageSize).map((offer) => ad(offer, fiat))
  return ok(success({ dataList, hasNextPage: shown.length > pageNo * pageSize, pageSize }, view.atMs))
}

function ad(offer: Offer, fiat: Fiat) {
  const { advertiser } = offer
  const { decimals, symbol } = currencies[fiat]
  const price = offer.price.toFixed(decimals)
  const random = createRandom(mix(offer.seed, 0xb6))
  const posted = Math.max(offer.postedUsdt, offer.stockUsdt)
  const isUncounted = createRandom(mix(advertiser.seed, 0x30)).chance(0.03)
  return {
    adNo: randomDigits(offer.seed, 19),
    ...{ adType: 1, coinCode: 'USDT', coinPrecision: 4 },
    fiatCode: fiat,
    fiatPrecision: decimals,
    fiatSymbol: symbol,
    price,
    priceValue: offer.price,
    ...{ limitPrice: '', floatValue: '', priceType: 1 },
    minAmount: String(offer.minFiat),
    maxAmount: String(offer.maxFiat),
    amount: posted.toFixed(2),
    editAmount: posted.toFixed(2),
    lastAmount: offer.stockUsdt.toFixed(2),
    soldAmount: (posted - offer.stockUsdt).toFixed(2),
    payDuration: offer.payWindowMinutes,
    nickName: advertiser.nickname,
    userId: '',
    encryptUserId: randomHex(advertiser.seed, 24),
    certifiedMerchant: advertiser.merchant ? 1 : 0,
    thirtyTunoverNum: isUncounted ? null : String(advertiser.monthOrders),
    thirtyCompletionRate: isUncounted ? null : advertiser.completion.toFixed(2),
    turnoverNum: String(advertiser.lifetimeOrders),
    turnoverRate: advertiser.completion.toFixed(4),
    turnoverRateNum: advertiser.completion,
    goodEvaluationRate: advertiser.positive === 0 ? '0' : String(Math.round(advertiser.positive * 100)),
    avgTime: random.integer(1, 12),
    showOnline: advertiser.lastSeenSeconds < 900,
    recentOnlineText: '',
    paymethodInfo: offer.methods.map(payMethod),
    ...{ transactionTermsRespList: [], orderMode: 'close', state: 1, hideFlag: 0, delAdv: 0, customizeState: 0 },
    ...{ advertiseIsEvent: 0, allowPlace: 1, allowMerchantPlace: 1, minCompleteDefault: 0, maxCompleteDefault: 0 },
    cancellPlaceOrderTime: 0,
    createTime: String(offer.postedAtMs),
    ...{ businessCertifiedList: [], countryList: [], fundState: true },
  }
}

const payMethod = ({ name, number }: PaymentMethod) => ({
  paymethodId: String(number),
  paymethodName: name,
  ...{ iconUrl: '', colorValue: '#00C9C9', isModifyKyc: 0, paymethodNameHandle: false },
  paymethodInfo: [{ name: 'Account', required: 1, type: 'txt' }],
})

const dictionary = () => ({
  coinInfoRespList: [{ coinCode: 'USDT' }, { coinCode: 'BTC' }],
  fiatInfoRespList: (tradedCurrencies.get('bitget')?.fiats ?? []).map((fiatCode) => ({
    fiatCode,
    paymethodInfo: (paymentMethods.get(fiatCode) ?? []).map(payMethod),
  })),
})
