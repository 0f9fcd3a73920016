import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import type { Fault } from '../fault.js'
import { advertiserSide, belongsTo, bybitAd, bybitRow } from './bybit-row.js'
import { defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { readsOnlyIf, type SignedWire } from './signed-wire.js'

const list = z.object({ items: z.array(z.unknown()).nullable() })

/**
 * `/v5/p2p`, for keys of general advertisers and above. The list of ads follows the sample of the official
 * documentation, key rights follow its text. The signature follows public clients, the codes follow Bybit's other v5
 * interfaces. No answer to a real key was recorded.
 */
const wire = defineExchange({
  id: 'bybit',
  name: 'Bybit',
  origin: 'https://api.bybit.com',
  minIntervalMs: 500,
  // More may be asked for and is cut to this.
  pageSize: 30,
  maxPages: 2,

  request: ({ fiat, side, page }) => ({
    method: 'POST',
    path: '/v5/p2p/item/online',
    body: { tokenId: asset, currencyId: fiat, side: String(advertiserSide[side]), page: String(page), size: '30' },
  }),

  refusal: refusalOf,
  page: z.union([
    z.object({ ret_code: z.literal(0), result: list }),
    z.object({ retCode: z.literal(0), result: list }),
  ]),
  rows: ({ result }) => result.items ?? [],
  row: bybitRow.extend({ userId: z.string().nullish() }),
  sideInRow: true,
  acceptsRow: belongsTo,
  // The signed interface shows the account id itself, not a mask.
  ad: (row, context) => bybitAd(row, row.userId === '0' ? null : row.userId || null, context),
})

/** The older interface writes one, the gateway before it the other. */
const verdict = z.object({ ret_code: z.number().optional(), retCode: z.number().optional() })

function codeOf(body: unknown): number | undefined {
  const { ret_code, retCode } = verdict.safeParse(body).data ?? {}
  // Both are there only if something is wrong.
  return retCode === undefined || retCode === 0 ? ret_code : retCode
}

/** Answer to keys whose owner is no general advertiser. */
const notAnAdvertiser = 912000014

function refusalOf(body: unknown): Fault | null {
  const code = codeOf(body)
  return code === notAnAdvertiser
    ? {
        kind: 'blocked',
        message:
          'Bybit gives this list only to general advertisers, and the owner of this key is not one (912000014). Remove the key: p2p-rates then reads the open list.',
        isFinal: true,
      }
    : refusalByCode({ code })
}

const refusalByCode = faultUnless(
  '0',
  'Bybit',
  codesMeaning({
    schema_drift: '10001',
    // The clock, the key, the signature, its rights, its owner, its addresses, the law of a country, its end.
    blocked: '10002 10003 10004 10005 10007 10009 10010 10024 33004',
    rate_limited: '10006',
  }),
)

const rightsOfKey = z.object({ result: z.object({ readOnly: z.number() }) })

/** Milliseconds after its creation during which Bybit accepts a request. */
const windowMs = '10000'

/** Origins by the region of a key, as the official documentation lists them. */
const regions: ReadonlyMap<string, string> = new Map([
  ['kz', 'https://api.bybit.kz'],
  ['ge', 'https://api.bybitgeorgia.ge'],
  ['tr', 'https://api.bybit.tr'],
  ['eu', 'https://api.bybit.eu'],
  ['nl', 'https://api.bybit.nl'],
  ['ae', 'https://api.bybit.ae'],
  ['id', 'https://api.bybit.id'],
])

export const bybitSigned = {
  wire,
  regions,
  signing: {
    hash: 'sha256',
    encoding: 'hex',
    text: ({ method, query, body, key, atMs }) => `${atMs}${key}${windowMs}${method === 'GET' ? query : body}`,
    headers: ({ key, atMs }, signature) => ({
      'X-BAPI-API-KEY': key,
      'X-BAPI-TIMESTAMP': String(atMs),
      'X-BAPI-RECV-WINDOW': windowMs,
      'X-BAPI-SIGN': signature,
    }),
  },
  rights: {
    request: { method: 'GET', path: '/v5/user/query-api' },
    readsOnly: readsOnlyIf('Bybit', refusalOf, rightsOfKey, ({ result }) => result.readOnly === 1),
  },
} satisfies SignedWire
