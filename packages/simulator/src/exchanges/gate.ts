import { createHash } from 'node:crypto'
import type { Fiat } from '@p2p-rates/core'
import { currencies } from '../world/currencies.js'
import type { Offer } from '../world/offer-and-person.js'
import {
  type Answer,
  asFiat,
  type Call,
  cut,
  field,
  isSignature,
  ok,
  type SimulatedExchange,
  type SimulatedKey,
  type View,
} from './simulated-exchange.js'

/** Gate's `/api/v4`, for key holders. Its sides are the advertiser's. */
export const gate: SimulatedExchange = {
  id: 'gate',
  fiatOf: (call) => asFiat(field(call, 'fiat_unit')),
  answer: (call, view) =>
    call.method === 'POST' && call.path === '/api/v4/p2p/merchant/books/ads_list' ? listing(call, view) : null,
  signed: (call, key, atMs) => {
    const label = refusalOf(call, key, atMs)
    return label === null ? null : { status: 401, body: { label, message: 'refused' } }
  },
  // No failure inside an HTTP 200 was ever recorded: the code is our assumption.
  refusal: { timestamp: 0, method: '--', code: 70010, message: 'no permission', data: {}, version: '1.0.0' },
}

/** Written from the documentation alone. */
function refusalOf({ method, path, raw }: Call, { key, secret }: SimulatedKey, atMs: number): string | null {
  const [sentKey, sentAt, sign] = ['key', 'timestamp', 'sign'].map((name) => raw.header(name)) as [
    string,
    string,
    string,
  ]
  if (sentKey !== key) return 'INVALID_KEY'
  if (!/^\d{10}$/.test(sentAt) || Math.abs(Number(sentAt) * 1_000 - atMs) >= 60_000) return 'REQUEST_EXPIRED'
  const body = createHash('sha512').update(raw.body).digest('hex')
  const signed = `${method}\n${path}\n${raw.query}\n${body}\n${sentAt}`
  return isSignature(sign, secret, signed, 'sha512') ? null : 'INVALID_SIGNATURE'
}

function listing(call: Call, view: View): Answer {
  const [side, fiat] = [field(call, 'trade_type'), asFiat(field(call, 'fiat_unit'))]
  if (field(call, 'asset') !== 'USDT' || (side !== 'buy' && side !== 'sell')) return ok(gate.refusal)
  const shown =
    fiat === null ? [] : view.board(fiat, side === 'sell' ? 'BUY' : 'SELL').map((offer) => ({ offer, fiat }))
  const data = shown.map(({ offer, fiat }, index) => ({ index: index + 1, ...item(offer, fiat) }))
  return ok({ timestamp: view.atMs / 1_000, method: '--', code: 0, message: 'success', data, version: '1.0.0' })
}

function item(offer: Offer, fiat: Fiat) {
  const limitsFiat = offer.seed % 2 === 0
  return {
    asset: 'USDT',
    fiat_unit: fiat,
    adv_no: offer.seed,
    price: offer.price.toFixed(currencies[fiat].decimals),
    surplus_amount: offer.stockUsdt.toFixed(2),
    min_single_trans_amount: cut(offer.minFiat / offer.price, 2),
    max_single_trans_amount: cut(offer.maxFiat / offer.price, 2),
    fiat_min_amount: limitsFiat ? offer.minFiat.toFixed(2) : '0',
    fiat_max_amount: limitsFiat ? offer.maxFiat.toFixed(2) : '0',
    limit_basis: limitsFiat ? 1 : 0,
    trade_methods: offer.methods.map(({ name, identifier }) => ({
      trade_method_name: name,
      identifier,
      pay_type: identifier,
    })),
    nick_name: offer.advertiser.nickname,
  }
}
