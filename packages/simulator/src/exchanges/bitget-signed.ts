import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix } from '@p2p-rates/core/internal'
import { randomDigits } from '../random-digits.js'
import { currencies, tradedCurrencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import {
  type Answer,
  asFiat,
  type Call,
  isSignature,
  ok,
  pageOf,
  positive,
  type SimulatedKey,
  takesAmount,
  type View,
} from './simulated-exchange.js'

/** Bitget's `/api/v3`, for key holders. Its sides are the advertiser's. */
export function bitgetSigned(call: Call, key: SimulatedKey, atMs: number): Answer | null {
  if (!call.path.startsWith('/api/v3/')) return null
  const refused = bitgetRefusal(call, key, atMs)
  // With a status of its own, other than on the open wire.
  if (refused !== null) return { status: 400, body: { ...refused, requestTime: atMs, data: null } }
  return call.method === 'GET' && call.path === '/api/v3/account/info' ? ok(success(account(key), atMs)) : null
}

export const officialListPath = '/api/v3/p2p/ad-list'

export function officialListing({ query }: Call, view: View): Answer {
  const side = query.get('side')
  const fiat = asFiat(query.get('fiat'))
  if ((side !== 'buy' && side !== 'sell') || query.get('token') !== 'USDT')
    return { status: 400, body: { code: '40017', msg: 'Parameter verification failed', data: null } }
  if (fiat === null || tradedCurrencies.get('bitget')?.fiats.includes(fiat) !== true) return ok(success([], view.atMs))
  const shown = view
    .board(fiat, side === 'sell' ? 'BUY' : 'SELL')
    .filter((offer) => takesAmount(offer, query.get('amount')))
  const page = pageOf(shown, positive(query.get('pageNum'), 1), positive(query.get('limit'), 10, 10))
  return ok(
    success(
      page.map((offer) => ad(offer, fiat, side)),
      view.atMs,
    ),
  )
}

const success = (data: unknown, atMs: number) => ({ code: '00000', msg: 'success', requestTime: atMs, data })

const account = ({ mayOnlyRead }: SimulatedKey) => ({
  ...{ uid: '100200300', inviterId: '', parentId: '', channelCode: '', channel: '', ips: '' },
  permType: mayOnlyRead ? 'read-only' : 'read-and-write',
  permissions: mayOnlyRead ? ['uta_mgt'] : ['uta_mgt', 'uta_trade', 'withdraw'],
  regisTime: '1704067200000',
})

function ad(offer: Offer, fiat: Fiat, side: 'buy' | 'sell') {
  const { advertiser } = offer
  return {
    advId: randomDigits(offer.seed, 19),
    merchantId: randomDigits(advertiser.seed, 10),
    merchantName: advertiser.nickname,
    token: 'USDT',
    fiat,
    side,
    price: offer.price.toFixed(currencies[fiat].decimals),
    minAmount: String(offer.minFiat),
    maxAmount: String(offer.maxFiat),
    quantity: offer.stockUsdt.toFixed(2),
    payMethods: offer.methods.map(({ name, number }) => ({ payMethodId: String(number), payMethodName: name })),
    completedOrderNum: String(advertiser.lifetimeOrders),
    completedRate: advertiser.completion.toFixed(4),
    avgReleaseTime: String(createRandom(mix(offer.seed, 0xb6)).integer(1, 12)),
    createdTime: String(offer.postedAtMs),
  }
}

type Refused = { readonly code: string; readonly msg: string }

/** Why a signed call is refused; `null` for a good one. Written from the documentation alone, apart from who signs. */
function bitgetRefusal({ method, path, raw }: Call, wanted: SimulatedKey, atMs: number): Refused | null {
  const [key, sign, sentAt, passphrase] = ['key', 'sign', 'timestamp', 'passphrase'].map((name) =>
    raw.header(`access-${name}`),
  ) as [string, string, string, string]
  if (key === '') return { code: '40001', msg: 'ACCESS_KEY cannot be empty' }
  if (passphrase === '') return { code: '40011', msg: 'ACCESS_PASSPHRASE cannot be empty' }
  if (key !== wanted.key) return { code: '40006', msg: 'Invalid ACCESS_KEY' }
  if (!/^\d{13}$/.test(sentAt)) return { code: '40005', msg: 'Invalid ACCESS_TIMESTAMP' }
  if (Math.abs(Number(sentAt) - atMs) > 30_000) return { code: '40008', msg: 'Request timestamp expired' }
  if (passphrase !== wanted.passphrase) return { code: '40012', msg: 'apikey/password is incorrect' }
  const signed = `${sentAt}${method}${path}${raw.query === '' ? '' : `?${raw.query}`}${raw.body}`
  const isSigned = isSignature(sign, wanted.secret, signed, 'sha256', 'base64')
  return isSigned ? null : { code: '40009', msg: 'sign signature error' }
}
