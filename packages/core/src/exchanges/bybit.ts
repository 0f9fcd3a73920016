import { z } from 'zod'
import type { TakerDemands } from '../ad.js'
import type { Fault } from '../fault.js'
import { count, decimal, percent, price } from '../number-text.js'
import { asset } from '../vocabulary.js'
import { type Dictionary, defineExchange } from './define-exchange.js'
import { refusalUnless } from './refusal.js'

const flag = z.number().nullish()
const preferences = z.object({
  hasOrderFinishNumberDay30: flag,
  orderFinishNumberDay30: count.nullish(),
  hasCompleteRateDay30: flag,
  completeRateDay30: z.union([z.literal(''), percent]).nullish(),
  hasRegisterTime: flag,
  registerTimeThreshold: count.nullish(),
  hasNationalLimit: flag,
  hasUnPostAd: flag,
})

export const bybit = defineExchange({
  id: 'bybit',
  name: 'Bybit',
  origin: 'https://api2.bybit.com',
  minIntervalMs: 500,
  pageSize: 50,
  maxPages: 1,

  request: ({ fiat, side, page }) => ({
    method: 'POST',
    path: '/fiat/otc/item/online',
    // Numbers instead of strings are refused with code 10001.
    body: {
      userId: '',
      tokenId: asset,
      currencyId: fiat,
      payment: [],
      side: String(advertiserSide[side]),
      size: '50',
      page: String(page),
      amount: '',
      sortType: 'TRADE_PRICE',
    },
  }),

  refusal,
  page: z.object({
    ret_code: z.literal(0),
    result: z.object({ items: z.array(z.unknown()).nullable() }).nullable(),
  }),
  rows: (page) => page.result?.items ?? [],

  row: z.object({
    id: z.string().nullish(),
    userMaskId: z.string().nullish(),
    nickName: z.string(),
    tokenId: z.string().nullish(),
    currencyId: z.string().nullish(),
    side: z.number().nullish(),
    price,
    // `quantity` is what the ad once offered; it overstates the rest up to fiftyfold.
    lastQuantity: decimal,
    minAmount: decimal,
    maxAmount: decimal,
    payments: z.array(z.string()),
    recentOrderNum: count.nullish(),
    recentExecuteRate: percent.nullish(),
    authStatus: count.nullish(),
    verificationOrderSwitch: z.boolean().nullish(),
    isOnline: z.boolean().nullish(),
    lastLogoutTime: count.nullish(),
    paymentPeriod: count.nullish(),
    remark: z.string().nullish(),
    tradingPreferenceSet: preferences.nullish(),
  }),
  namesSide: true,
  belongs: (row, { fiat, side }) =>
    (row.side ?? advertiserSide[side]) === advertiserSide[side] &&
    (row.currencyId ?? fiat) === fiat &&
    (row.tokenId ?? asset) === asset,
  ad: (row, { fiat, names, observedAtMs }) => ({
    adId: row.id ?? null,
    // Keyless callers see `userId` "0" on every ad; only the mask tells people apart.
    advertiserId: row.userMaskId || null,
    nickname: row.nickName,
    price: row.price,
    minFiat: row.minAmount,
    maxFiat: row.maxAmount,
    stockUsdt: row.lastQuantity,
    paymentMethods: row.payments.map((id) => names.payments.get(id) ?? `method ${id}`),
    completedOrders: row.recentOrderNum ?? null,
    ordersBasis: 'month',
    completionPct: row.recentExecuteRate ?? null,
    positivePct: null,
    // The tag GA says nothing: every advertiser needs it.
    merchant: row.authStatus == null ? null : row.authStatus === verifiedAdvertiser,
    lastSeenAtMs: row.isOnline === true ? observedAtMs : row.lastLogoutTime ? row.lastLogoutTime * 1000 : null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: takerDemands(row.tradingPreferenceSet, row.verificationOrderSwitch),
    payWindowMinutes: row.paymentPeriod ?? null,
    remarks: row.remark ?? null,
    url: row.userMaskId
      ? `https://www.bybit.com/en/p2p/profile/${encodeURIComponent(row.userMaskId)}/${asset}/${fiat}/item`
      : null,
  }),

  dictionary: {
    global: true,
    request: () => ({ method: 'POST', path: '/fiat/otc/configuration/queryAllPaymentList', body: {} }),
    read: readPaymentList,
  },
})

/** Bybit names sides from the advertiser's point of view: 1 = the advertiser sells. */
const advertiserSide = { BUY: 1, SELL: 0 } as const

const verifiedAdvertiser = 1

const verdict = z.object({ ret_code: z.number() })
const refusalByCode = refusalUnless(
  '0',
  'Bybit',
  new Map([
    // A parameter that is refused, and a page that needs a login.
    ['10001', 'schema_drift'],
    ['10007', 'blocked'],
  ]),
)

function refusal(body: unknown): Fault | null {
  return refusalByCode({ code: verdict.safeParse(body).data?.ret_code })
}

/** A threshold counts only where its `has` flag is up. */
function takerDemands(
  preferred: z.infer<typeof preferences> | null | undefined,
  isVerifiedFirst: boolean | null | undefined,
): TakerDemands | null {
  if (preferred == null && isVerifiedFirst == null) return null
  const wanted = preferred ?? {}
  return {
    minOrders: wanted.hasOrderFinishNumberDay30 === 1 ? (wanted.orderFinishNumberDay30 ?? null) : null,
    minCompletionPct: wanted.hasCompleteRateDay30 === 1 ? wanted.completeRateDay30 || null : null,
    minAccountAgeDays: wanted.hasRegisterTime === 1 ? (wanted.registerTimeThreshold ?? null) : null,
    // Residence in one country, own ads, papers shown before the order.
    extraVerification: wanted.hasNationalLimit === 1 || wanted.hasUnPostAd === 1 || isVerifiedFirst === true,
  }
}

const paymentList = z.object({
  result: z.object({ paymentConfigVo: z.array(z.unknown()) }),
})
const payment = z.object({ paymentType: z.string(), paymentName: z.string() })

function readPaymentList(body: unknown): Dictionary | Fault {
  const refused = refusal(body)
  if (refused !== null) return refused
  const list = paymentList.safeParse(body).data?.result
  const known = list?.paymentConfigVo.flatMap((entry) => payment.safeParse(entry).data ?? []) ?? []
  if (list === undefined || known.length === 0) {
    return { kind: 'schema_drift', message: 'Bybit lists its payment methods in an unknown shape.' }
  }
  return {
    payments: new Map(known.map(({ paymentType, paymentName }) => [paymentType, paymentName])),
    currencies: new Map(),
  }
}
