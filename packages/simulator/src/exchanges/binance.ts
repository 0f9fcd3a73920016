import type { Side } from '@p2p-rates/core'
import { createRandom, mix, seedFor } from '@p2p-rates/core/internal'
import { randomDigits, randomHex } from '../random-digits.js'
import { currencies, roundPrice, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { type PaymentMethod, paymentMethods } from '../world/payment-methods.js'
import { binanceSigned, officialListing, officialListPath } from './binance-signed.js'
import {
  type Answer,
  asFiat,
  type Call,
  cut,
  field,
  offersTaking,
  ok,
  pageOf,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type View,
} from './simulated-exchange.js'

export const binance: SimulatedExchange = {
  id: 'binance',
  fiatOf: (call) => asFiat(field(call, 'fiat') ?? call.query.get('fiat')),
  signed: binanceSigned,
  answer: (call, view) => {
    if (call.path === officialListPath) return call.method === 'POST' ? officialListing(search(call, view)) : illegal
    const path = call.path.replace(/^\/bapi\/c2c\//, '')
    if (path === 'v2/friendly/c2c/adv/search') return call.method === 'POST' ? search(call, view) : illegal
    if (path === 'v2/public/c2c/adv/filter-conditions')
      return ok(success({ tradeMethods: methodsOf(field(call, 'fiat')) }))
    if (path === 'v1/friendly/c2c/trade-rule/fiat-list') return ok(success(fiatList()))
    return null
  },
  // No failure of this listing was ever recorded: code and words are our assumption.
  refusal: { code: '000002', message: 'illegal parameter', messageDetail: null, data: null, total: 0, success: false },
}

const illegal: Answer = { status: 400, body: binance.refusal }
const success = (data: unknown) => ({ code: '000000', message: null, messageDetail: null, data, success: true })

function search(call: Call, view: View): Answer {
  const side = field(call, 'tradeType')
  const fiat = asFiat(field(call, 'fiat'))
  if (side !== 'BUY' && side !== 'SELL') return ok(binance.refusal)
  if (fiat === null || field(call, 'asset') !== 'USDT') return ok({ ...success([]), total: 0 })
  const page = positive(field(call, 'page'), 1)
  const rows = positive(field(call, 'rows'), 10, 20)
  const wanted = field(call, 'payTypes')
  const board = view.board(fiat, side).filter(isShown)
  const shown = offersTaking(board, field(call, 'transAmount'), wanted, ({ identifier }) => identifier).filter(
    ({ advertiser }) => field(call, 'publisherType') !== 'merchant' || advertiser.merchant,
  )
  const items: unknown[] = pageOf(shown, page, rows).map((offer) => item(offer, fiat))
  const first = shown[0]
  if (page === 1 && first !== undefined) {
    const paid = promotedOffer(board, fiat, side, view.atMs)
    if (paid !== null)
      items.unshift({
        ...item(paid, fiat),
        ...{ privilegeDesc: 'Promoted Ad', privilegeType: 8, privilegeTypeAdTotalCount: 1 },
      })
    // Without a paid ad the best organic one carries the mark 1, which means nothing.
    else items[0] = { ...item(first, fiat), privilegeType: 1 }
  }
  return ok({ ...success(items), total: shown.length })
}

/** Binance hides ads that can no longer serve their own minimum. */
const isShown = (offer: Offer): boolean => Math.floor(reachableFiat(offer, tradable(offer))) >= offer.minFiat

/** A paid ad stands in front of about 60 % of first pages, at a price worse than the market's. */
function promotedOffer(board: readonly Offer[], fiat: keyof typeof currencies, side: Side, atMs: number): Offer | null {
  const random = createRandom(mix(seedFor(0, 'promoted', fiat, side), Math.floor(atMs / 600_000)))
  const middle = board[Math.floor(board.length / 2)]
  if (middle === undefined || !random.chance(0.6)) return null
  const worse = (0.9 + 7.6 * random.next() ** 1.4) / 100
  const price = roundPrice(middle.price * (side === 'BUY' ? 1 + worse : 1 - worse), currencies[fiat].decimals)
  const merchant = board.find((offer) => offer.intent === 'honest' && offer.advertiser.merchant) ?? middle
  const paid = {
    ...merchant,
    seed: mix(middle.seed, 0x9a1d),
    price,
    stockUsdt: 9000 + middle.stockUsdt,
    maxFiat: price * 9000,
  }
  return isShown(paid) ? paid : null
}

/** USDT that a taker can trade now. Sellers hold back the maker fee; buyers do not. */
function tradable(offer: Offer): number {
  if (offer.side === 'SELL') return offer.stockUsdt
  const fee = createRandom(offer.advertiser.seed).between(0.001, 0.0039)
  return Math.floor(offer.stockUsdt * (1 - fee) * 100) / 100
}

function item(offer: Offer, fiat: keyof typeof currencies) {
  const { decimals, symbol } = currencies[fiat]
  const { advertiser, price } = offer
  const quantity = tradable(offer)
  const reachable = Math.min(offer.maxFiat, quantity * price)
  const quiet = createRandom(mix(offer.seed, 0x6d)).chance(0.01)
  return {
    adv: {
      ...alwaysNull,
      advNo: `1${randomDigits(offer.seed, 19)}`,
      classify: advertiser.merchant ? 'profession' : 'mass',
      // Binance states the advertiser's side here, the opposite of the requested one.
      tradeType: offer.side === 'BUY' ? 'SELL' : 'BUY',
      asset: 'USDT',
      fiatUnit: fiat,
      price: price.toFixed(decimals),
      surplusAmount: offer.stockUsdt.toFixed(2),
      tradableQuantity: quantity.toFixed(2),
      maxSingleTransAmount: cut(offer.maxFiat, 0),
      minSingleTransAmount: cut(offer.minFiat, 0),
      payTimeLimit: offer.payWindowMinutes,
      tradeMethods: offer.methods.map((method) => tradeMethod(method, quiet)),
      takerAdditionalKycRequired: offer.demands === null ? 0 : 1,
      assetScale: 2,
      fiatScale: 2,
      priceScale: decimals,
      fiatSymbol: symbol,
      isTradable: true,
      dynamicMaxSingleTransAmount: cut(reachable, 0),
      minSingleTransQuantity: cut(offer.minFiat / price, 2),
      maxSingleTransQuantity: cut(offer.maxFiat / price, 2),
      dynamicMaxSingleTransQuantity: cut(reachable / price, 2),
      isSafePayment: false,
    },
    advertiser: {
      userNo: `s${randomHex(advertiser.seed, 32)}`,
      realName: null,
      nickName: advertiser.nickname,
      ...{ margin: null, marginUnit: null, orderCount: null },
      monthOrderCount: advertiser.monthOrders,
      monthFinishRate: advertiser.completion,
      positiveRate: Math.round(advertiser.positive * 1e8) / 1e8,
      ...{ advConfirmTime: null, email: null, registrationTime: null, mobile: null },
      userType: advertiser.merchant ? 'merchant' : 'user',
      tagIconUrls: [],
      userGrade: advertiser.merchant ? 3 : 2,
      userIdentity: advertiser.merchant ? 'MASS_MERCHANT' : '',
      proMerchant: null,
      badges: advertiser.merchant ? ['Ordinary'] : null,
      vipLevel: advertiser.merchant ? 1 + (advertiser.seed % 3) : null,
      isBlocked: false,
      activeTimeInSecond: advertiser.lastSeenSeconds,
      merchantGroupMember: false,
    },
    ...{ privilegeDesc: null, privilegeType: null, privilegeTypeAdTotalCount: null },
  }
}

function tradeMethod({ identifier, name }: PaymentMethod, nameless = false) {
  return {
    payId: null,
    payMethodId: '',
    payType: identifier,
    ...{ payAccount: null, payBank: null, paySubBank: null },
    identifier,
    iconUrlColor: null,
    tradeMethodName: nameless ? null : name,
    tradeMethodShortName: null,
    tradeMethodBgColor: '#F0B90B',
  }
}

const methodsOf = (fiat: unknown) => (paymentMethods.get(asFiat(fiat) ?? '') ?? []).map((method) => tradeMethod(method))

const fiatList = () =>
  (tradedCurrencies.get('binance')?.fiats ?? []).map((fiat) => ({
    currencyCode: fiat,
    currencySymbol: currencies[fiat].symbol,
    currencyScale: 2,
    countryCode: fiat.slice(0, 2),
    iconUrl: null,
  }))

/** The list is wide and mostly empty; readers must not stumble over it. */
const alwaysNull = Object.fromEntries(
  `advStatus priceType priceFloatingRatio rateFloatingRatio currencyRate initAmount amountAfterEditing buyerKycLimit
  buyerRegDaysLimit buyerBtcPositionLimit remarks autoReplyMsg userTradeCountFilterTime userBuyTradeCountMin
  userBuyTradeCountMax userSellTradeCountMin userSellTradeCountMax userAllTradeCountMin userAllTradeCountMax
  userTradeCompleteRateFilterTime userTradeCompleteCountMin userTradeCompleteRateMin userTradeVolumeFilterTime
  userTradeType userTradeVolumeMin userTradeVolumeMax userTradeVolumeAsset createTime advUpdateTime fiatVo assetVo
  advVisibleRet minFiatAmountForAdditionalKyc inventoryType offlineReason voucherTemplate assetLogo commissionRate
  takerCommissionRate minTakerFee tradeMethodCommissionRates launchCountry abnormalStatusList closeReason
  storeInformation allowTradeMerchant adTradeInstructionTagInfoRets adAdditionalKycVerifyItems nonTradableRegions
  invisibleType invisibleTitle invisibleReason privilegeType advSystemLabelRet redirectLink redirectDeeplink`
    .split(/\s+/)
    .map((name) => [name, null]),
)
