import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ExchangeId, type Fiat, fiats, type Side } from '@p2p-rates/core'
import type { Offer } from '../world/offer-and-person.js'
import type { PaymentMethod } from '../world/payment-methods.js'

export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The parsed JSON body; `undefined` when there is none or it is broken. */
  readonly body: unknown
  readonly raw: { readonly query: string; readonly body: string; readonly header: (name: string) => string }
}

export type SimulatedKey = {
  readonly key: string
  readonly secret: string
  readonly passphrase: string
  readonly mayOnlyRead: boolean
}

/** World as an exchange sees it for an answer, possibly changed by a fault. */
export type View = {
  readonly atMs: number
  /** Best price first. Empty where this exchange has no such market. */
  readonly board: (fiat: Fiat, side: Side) => readonly Offer[]
}

export type Answer = { readonly status: number; readonly body: unknown }

/** Simulation of one exchange. It knows its wire format, but no sockets or faults. */
export type SimulatedExchange = {
  readonly id: ExchangeId
  /** `null` where nothing is served at that path. */
  readonly answer: (call: Call, view: View) => Answer | null
  /** The currency a call asks for, so that a fault can hit one currency alone. */
  readonly fiatOf: (call: Call) => string | null
  /** The exchange's own way of refusing inside an HTTP 200. */
  readonly refusal: unknown
  /**
   * Answer of the official interface for paths that need a signature. `null` if the path needs none, or if the
   * signature is valid and `answer` continues.
   */
  readonly signed?: (call: Call, key: SimulatedKey, atMs: number) => Answer | null
  readonly takesPassphrase?: true
  /** Its keys have no secret. */
  readonly takesKeyAlone?: true
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

export const field = (call: Call, name: string): unknown =>
  typeof call.body === 'object' && call.body !== null ? Reflect.get(call.body, name) : undefined

export const asFiat = (text: unknown): Fiat | null =>
  fiats.find((fiat) => typeof text === 'string' && fiat === text.toUpperCase()) ?? null

export function positive(value: unknown, fallback: number, most = 10_000): number {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? Math.min(number, most) : fallback
}

export const pageOf = <T>(items: readonly T[], page: number, size: number): readonly T[] =>
  items.slice((page - 1) * size, page * size)

export const reachableFiat = (offer: Offer, stockUsdt = offer.stockUsdt): number =>
  Math.min(offer.maxFiat, stockUsdt * offer.price)

export const canServeMinimum = (offer: Offer): boolean => reachableFiat(offer) >= offer.minFiat

/** Returns true if an ad takes orders of this size. Exchanges treat an absent, empty or zero amount as no filter. */
export function takesAmount(offer: Offer, amount: unknown): boolean {
  const fiat = Number(amount ?? 0)
  return !(fiat > 0) || (offer.minFiat <= fiat && fiat <= reachableFiat(offer))
}

/** Offers that take orders of this size by one of the wanted payment methods. Without wanted methods, all are taken. */
export const offersTaking = (
  offers: readonly Offer[],
  amount: unknown,
  wanted: unknown,
  idOf: (method: PaymentMethod) => string,
): readonly Offer[] =>
  offers.filter(
    (offer) =>
      takesAmount(offer, amount) &&
      (!Array.isArray(wanted) || wanted.length === 0 || offer.methods.some((method) => wanted.includes(idOf(method)))),
  )

export const listIn = (text: string | null): readonly string[] => (text ?? '').split(',').filter((word) => word !== '')

export function isSignature(
  sign: string,
  key: string,
  text: string,
  algorithm = 'sha256',
  as: 'hex' | 'base64' = 'hex',
) {
  const right = createHmac(algorithm, key).update(text).digest()
  const given = Buffer.from(sign, as)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Cut, never rounded up, so that no more is promised than there is. */
export function cut(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.floor(value * scale + 1e-6) / scale).toFixed(decimals)
}
