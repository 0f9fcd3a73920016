import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomDigits, randomHex } from '../random-digits.js'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import { allPaymentMethods, paymentMethods } from '../world/payment-methods.js'
import {
  type Answer,
  asFiat,
  type Call,
  field,
  isSignature,
  offersTaking,
  ok,
  pageOf,
  positive,
  reachableFiat,
  type SimulatedExchange,
  type SimulatedKey,
  type View,
} from './simulated-exchange.js'

export const bybit: SimulatedExchange = {
  id: 'bybit',
  fiatOf: (call) => asFiat(field(call, 'currencyId')),
  answer: (call, view) => {
    const path = call.path.replace(/^\/x-api\//, '/')
    if (call.method !== 'POST') return null
    if (path === signedListPath) return signedListing(call, view)
    if (path === '/fiat/otc/item/online') return listing(call, view)
    if (path === '/fiat/otc/configuration/queryAllPaymentList') return ok(success(paymentList(), view.atMs))
    return null
  },
  signed: (call, key, atMs) => {
    if (!call.path.startsWith('/v5/')) return null
    const refused = bybitRefusal(call, key, atMs)
    if (refused !== null) return ok(gateway(refused.code, refused.message, {}, atMs))
    return call.path === '/v5/user/query-api' ? ok(gateway(0, '', rightsOf(key), atMs)) : null
  },
  refusal: { ret_code: 10007, ret_msg: 'User authentication failed.', result: {}, ext_code: '', ext_info: {} },
}

const success = (result: unknown, atMs: number) => ({
  ret_code: 0,
  ret_msg: 'SUCCESS',
  result,
  ext_code: '',
  ext_info: {},
  time_now: `${Math.floor(atMs / 1000)}.${randomDigits(mix(1, atMs), 6)}`,
})

const parameterError = {
  ret_code: 10001,
  ret_msg: 'Request parameter error.',
  result: null,
  ext_code: '',
  ext_info: {},
  time_now: '0',
}

function listing(call: Call, view: View): Answer {
  const scalars = ['tokenId', 'currencyId', 'side', 'page', 'size'].map((name) => field(call, name))
  const [tokenId, currencyId, side, page, size] = scalars
  // Every scalar is a string here; a number is refused.
  if (scalars.some((value) => typeof value !== 'string') || (side !== '0' && side !== '1')) return ok(parameterError)
  const fiat = asFiat(currencyId)
  if (fiat === null || tokenId !== 'USDT') return ok(success({ count: 0, items: [] }, view.atMs))

  const board = view.board(fiat, side === '1' ? 'BUY' : 'SELL')
  const shown = offersTaking(board, field(call, 'amount'), field(call, 'payment'), ({ bybitId }) => bybitId)
  const ranked = field(call, 'sortType') === 'OVERALL_RANKING' ? [...shown].sort(byHouseRanking) : shown
  const items = pageOf(ranked, positive(page, 1), positive(size, 10, 300)).map((offer) => item(offer, fiat, view.atMs))
  return ok(success({ count: shown.length, items }, view.atMs))
}

/** The same ads, thirty a page, with accounts in place of masks. */
function signedListing(call: Call, view: View): Answer {
  const size = field(call, 'size')
  const few = positive(size, 10, 30)
  const body = {
    ...(call.body as object),
    sortType: 'TRADE_PRICE',
    size: typeof size === 'string' ? String(few) : size,
  }
  const answer = listing({ ...call, body }, view)
  const { result, ...envelope } = answer.body as { result: { items?: readonly { userMaskId?: string }[] } | null }
  const items = result?.items?.map(({ userMaskId = '', ...item }) => ({ ...item, userId: accountOf(userMaskId) }))
  return { ...answer, body: { ...envelope, result: items === undefined ? result : { ...result, items } } }
}

const accountOf = (mask: string): string => String(Number.parseInt(mask.slice(1, 12), 16))

const signedListPath = '/v5/p2p/item/online'

/** The envelope of the gateway before the official interface. */
const gateway = (retCode: number, retMsg: string, result: unknown, time: number) => ({
  retCode,
  retMsg,
  result,
  retExtInfo: {},
  time,
})

const rightsOf = ({ key, mayOnlyRead }: SimulatedKey) => ({
  id: '1',
  note: 'prices',
  apiKey: key,
  readOnly: mayOnlyRead ? 1 : 0,
  secret: '',
  permissions: {
    Spot: [],
    Wallet: mayOnlyRead ? [] : ['AccountTransfer', 'Withdraw'],
    FiatP2P: ['FiatP2POrder', 'Advertising'],
  },
  ips: ['*'],
})

/** The exchange's own order, in which the best price is not first. */
const byHouseRanking = (a: Offer, b: Offer) => mix(a.seed, 0x4a9c) - mix(b.seed, 0x4a9c)

function item(offer: Offer, fiat: Fiat, atMs: number) {
  const { advertiser, demands } = offer
  const { decimals } = currencies[fiat]
  const random = createRandom(mix(offer.seed, 0xb7))
  const frozen = random.chance(0.3) ? Math.floor(offer.stockUsdt * random.between(0, 0.4)) : 0
  const posted = Math.max(offer.postedUsdt, offer.stockUsdt) * random.between(1.05, 6) + frozen
  const executed = posted - offer.stockUsdt - frozen
  const finished = random.integer(0, 400)
  return {
    id: `1${randomDigits(offer.seed, 18)}`,
    accountId: '0',
    userId: '0',
    userMaskId: `s${randomHex(advertiser.seed, 32)}`,
    nickName: advertiser.nickname,
    tokenId: 'USDT',
    tokenName: '',
    currencyId: fiat,
    side: offer.side === 'BUY' ? 1 : 0,
    priceType: 0,
    price: offer.price.toFixed(decimals),
    premium: '0',
    lastQuantity: offer.stockUsdt.toFixed(4),
    quantity: posted.toFixed(4),
    frozenQuantity: frozen.toFixed(0),
    executedQuantity: executed.toFixed(4),
    minAmount: offer.minFiat.toFixed(2),
    maxAmount: Math.max(offer.minFiat, reachableFiat(offer)).toFixed(2),
    remark: offer.remark,
    status: 10,
    createDate: String(offer.postedAtMs),
    payments: offer.methods.map((method) => method.bybitId),
    // Counters of this ad, not of the person.
    orderNum: finished + random.integer(0, 20),
    finishNum: finished,
    recentOrderNum: advertiser.monthOrders,
    recentExecuteRate: Math.round(advertiser.completion * 100),
    fee: '',
    isOnline: advertiser.lastSeenSeconds < 900,
    lastLogoutTime: random.chance(0.05) ? '0' : String(Math.floor(atMs / 1000) - advertiser.lastSeenSeconds),
    blocked: 'N',
    makerContact: false,
    symbolInfo: {
      tokenId: 'USDT',
      currencyId: fiat,
      ...{ status: 1, itemDownRange: '70', itemUpRange: '130', orderAutoCancelMinute: 15 },
      currency: { currencyId: fiat, scale: decimals },
      token: { tokenId: 'USDT', scale: 4 },
      buyAd: null,
      sellAd: null,
    },
    tradingPreferenceSet: random.chance(0.05)
      ? null
      : {
          hasUnPostAd: random.chance(0.04) ? 1 : 0,
          ...{ isKyc: 1, isEmail: 0, isMobile: 0 },
          hasRegisterTime: demands !== null && demands.minAccountAgeDays > 0 ? 1 : 0,
          registerTimeThreshold: demands?.minAccountAgeDays ?? 0,
          orderFinishNumberDay30: demands?.minOrders ?? 0,
          completeRateDay30: demands !== null && demands.minCompletionPct > 0 ? String(demands.minCompletionPct) : '',
          nationalLimit: '',
          hasOrderFinishNumberDay30: demands !== null && demands.minOrders > 0 ? 1 : 0,
          hasCompleteRateDay30: demands !== null && demands.minCompletionPct > 0 ? 1 : 0,
          hasNationalLimit: 0,
          hasSingleUserOrderLimit: 0,
        },
    version: 1,
    authStatus: advertiser.merchant ? 1 : 2,
    recommend: false,
    recommendTag: '',
    // Every advertiser has GA, which is needed to post.
    authTag: advertiser.merchant ? ['VA', 'GA'] : ['GA'],
    userType: 'PERSONAL',
    itemType: 'ORIGIN',
    paymentPeriod: offer.payWindowMinutes,
    verificationOrderSwitch: random.chance(0.05),
    verificationOrderLabels: [],
    verificationOrderAmount: '',
    latestPayTime: String(random.integer(20_000, 400_000)),
    latestReleaseTime: String(random.integer(20_000, 400_000)),
  }
}

function paymentList() {
  const ids = (tradedCurrencies.get('bybit')?.fiats ?? []).map((fiat) => [
    fiat,
    (paymentMethods.get(fiat) ?? []).map((method) => Number(method.bybitId)),
  ])
  return {
    paymentConfigVo: allPaymentMethods.map(({ bybitId, name }, sort) => ({
      paymentType: bybitId,
      checkType: 1,
      sort,
      paymentName: name,
      ...{ paymentAlias: '', addTips: '', itemTips: '', online: 1, items: [] },
      paymentExtInfo: { supportCurrencyIds: [], supportAllCurrency: false },
    })),
    // JSON text inside the JSON.
    currencyPaymentIdMap: JSON.stringify(Object.fromEntries(ids)),
  }
}

type Refused = { readonly code: number; readonly message: string }

/** Why a signed call is refused; `null` for a good one. Written from the documentation alone, apart from who signs. */
function bybitRefusal({ method, raw }: Call, { key, secret }: SimulatedKey, atMs: number): Refused | null {
  const [sentKey, sentAt, window, sign] = ['api-key', 'timestamp', 'recv-window', 'sign'].map((name) =>
    raw.header(`x-bapi-${name}`),
  ) as [string, string, string, string]
  if (sentKey !== key) return { code: 10003, message: 'API key is invalid.' }
  if (!/^\d{13}$/.test(sentAt) || !/^\d{1,5}$/.test(window)) return { code: 10001, message: 'Request parameter error.' }
  if (Number(sentAt) > atMs + 1_000 || Number(sentAt) < atMs - Number(window))
    return { code: 10002, message: 'The request time exceeds the time window range.' }
  const signed = `${sentAt}${key}${window}${method === 'GET' ? raw.query : raw.body}`
  return /^[0-9a-f]{64}$/.test(sign) && isSignature(sign, secret, signed)
    ? null
    : { code: 10004, message: 'Error sign, please check your signature generation algorithm.' }
}
