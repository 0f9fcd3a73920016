import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import type { Fault } from '../fault.js'
import { advertiserSide, belongsTo, bybitAd, bybitRow } from './bybit-row.js'
import { bybitSigned } from './bybit-signed.js'
import { type Dictionary, defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { namesIn } from './wire-fields.js'

/** Bybit, read by default. */
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
  page: z.object({ ret_code: z.literal(0), result: z.object({ items: z.array(z.unknown()).nullable() }).nullable() }),
  rows: (page) => page.result?.items ?? [],

  row: bybitRow,
  sideInRow: true,
  acceptsRow: belongsTo,
  // Keyless callers see `userId` "0" on every ad; only the mask distinguishes people.
  ad: (row, context) => bybitAd(row, row.userMaskId || null, context),

  dictionary: {
    global: true,
    request: () => ({ method: 'POST', path: '/fiat/otc/configuration/queryAllPaymentList', body: {} }),
    read: (body) => refusal(body) ?? readPaymentList(body),
  },

  signed: bybitSigned,
})

const verdict = z.object({ ret_code: z.number() })
const refusalByCode = faultUnless(
  '0',
  'Bybit',
  // A parameter that is refused, and a page that needs a login.
  codesMeaning({ schema_drift: '10001', blocked: '10007' }),
)

function refusal(body: unknown): Fault | null {
  return refusalByCode({ code: verdict.safeParse(body).data?.ret_code })
}

const paymentList = z.object({ result: z.object({ paymentConfigVo: z.array(z.unknown()) }) })
const payment = z
  .object({ paymentType: z.string(), paymentName: z.string() })
  .transform((entry) => [entry.paymentType, entry.paymentName] as const)

function readPaymentList(body: unknown): Dictionary | Fault {
  const list = paymentList.safeParse(body).data?.result
  const payments = namesIn(list?.paymentConfigVo ?? [], payment)
  return payments.size === 0
    ? { kind: 'schema_drift', message: 'Bybit lists its payment methods in an unknown shape.' }
    : { payments, currencies: new Map() }
}
