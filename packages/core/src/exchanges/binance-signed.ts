import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count } from '../read-number-text.js'
import { binanceAd, binanceAdv, binanceRow, binanceShared, pageSize } from './binance-shared.js'
import { defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { readsOnlyIf, type SignedWire } from './signed-wire.js'
import { lenientField } from './wire-fields.js'

const refusal = faultUnless(
  '000000',
  'Binance',
  // The key, its form, its rights or addresses, the signature, the clock.
  codesMeaning({ blocked: '-2008 -2014 -2015 -1022 -1021', rate_limited: '-1003' }),
)

/**
 * `/sapi/v1/c2c/agent`, for keys with "Enable Reading". Parameters, fields and signature follow the official
 * documentation. The meaning of sides follows the open list and a public client. No answer to a real key was recorded.
 */
const wire = defineExchange({
  ...binanceShared,
  origin: 'https://api.binance.com',

  request: ({ fiat, side, page }) => ({
    method: 'POST',
    path: '/sapi/v1/c2c/agent/ads/search',
    body: { fiat, asset, tradeType: side, page, rows: pageSize },
  }),

  refusal,
  row: binanceRow.extend({
    adv: binanceAdv.extend({ buyerRegDaysLimit: lenientField(count), remarks: lenientField(z.string()) }),
  }),
  // Don't set `sideInRow`: without a recording, the side of rows is documented but not proven.
  ad: (row, context) => {
    const facts = binanceAd(row, context)
    const minAccountAgeDays = row.adv.buyerRegDaysLimit || null
    return {
      ...facts,
      // `buyerKycLimit` says nothing: Binance verifies the identity of every taker.
      takerDemands:
        facts.takerDemands === null && minAccountAgeDays === null
          ? null
          : {
              minOrders: null,
              minCompletionPct: null,
              extraVerification: false,
              ...facts.takerDemands,
              minAccountAgeDays,
            },
      remarks: row.adv.remarks,
    }
  },
})

/** Milliseconds after its creation during which Binance accepts a request. */
const windowMs = '10000'

const permissions = z.looseObject({ enableReading: z.boolean() })
const harmless: ReadonlySet<string> = new Set(['ipRestrict', 'enableReading', 'enableFixReadOnly'])

export const binanceSigned = {
  wire,
  signing: {
    hash: 'sha256',
    encoding: 'hex',
    text: ({ query, atMs }) => `${query === '' ? '' : `${query}&`}recvWindow=${windowMs}&timestamp=${atMs}`,
    headers: ({ key }) => ({ 'X-MBX-APIKEY': key }),
    query: ({ atMs }, signature) => ({ recvWindow: windowMs, timestamp: String(atMs), signature }),
  },
  rights: {
    request: { method: 'GET', path: '/sapi/v1/account/apiRestrictions' },
    // Binance adds permissions over time, so an unknown one counts as a danger.
    readsOnly: readsOnlyIf('Binance', refusal, permissions, (granted) =>
      Object.entries(granted).every(([name, value]) => value !== true || harmless.has(name)),
    ),
  },
} satisfies SignedWire
