import { type ExchangeId, type Fiat, fiats, type Side } from '@p2p-rates/core'
import type { Offer } from '../world/offer.js'

/** One request as an exchange sees it. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The parsed JSON body; `undefined` when there is none or it is broken. */
  readonly body: unknown
  /** What signatures cover, as it came. */
  readonly raw: { readonly query: string; readonly body: string; readonly header: (name: string) => string }
}

/** The one key that an exchange has given out. */
export type SimulatedKey = {
  readonly key: string
  readonly secret: string
  readonly passphrase: string
  readonly mayOnlyRead: boolean
}

/** What an exchange may look at when it answers: the world, perhaps bent by a fault. */
export type View = {
  readonly atMs: number
  /** Best price first. Empty where this exchange has no such market. */
  readonly board: (fiat: Fiat, side: Side) => readonly Offer[]
}

export type Answer = { readonly status: number; readonly body: unknown }

/** How one exchange shows the world's ads. It knows its wire format, but no sockets or faults. */
export type SimulatedExchange = {
  readonly id: ExchangeId
  /** `null` where nothing is served at that path. */
  readonly answer: (call: Call, view: View) => Answer | null
  /** The currency a call asks for, so that a fault can hit one currency alone. */
  readonly fiatOf: (call: Call) => string | null
  /** The exchange's own way of refusing inside an HTTP 200. */
  readonly refusal: unknown
  /**
   * Its official interface: what it answers where a path needs a signature. `null` where the path needs none, or where the
   * signature is good and `answer` has the word.
   */
  readonly signed?: (call: Call, key: SimulatedKey, atMs: number) => Answer | null
  /** Its keys come with a passphrase. */
  readonly takesPassphrase?: true
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** A field of a request body, if the body is an object at all. */
export const field = (call: Call, name: string): unknown =>
  typeof call.body === 'object' && call.body !== null ? Reflect.get(call.body, name) : undefined

export const asFiat = (text: unknown): Fiat | null =>
  fiats.find((fiat) => typeof text === 'string' && fiat === text.toUpperCase()) ?? null

/** A whole number of at least 1, from text or a number. */
export function positive(value: unknown, fallback: number, most = 10_000): number {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? Math.min(number, most) : fallback
}

export const pageOf = <T>(items: readonly T[], page: number, size: number): readonly T[] =>
  items.slice((page - 1) * size, page * size)

/** What can be traded at once: the advertiser's own maximum or what is left, whichever is less. */
export const reachableFiat = (offer: Offer, stockUsdt = offer.stockUsdt): number =>
  Math.min(offer.maxFiat, stockUsdt * offer.price)

export const canServeMinimum = (offer: Offer): boolean => reachableFiat(offer) >= offer.minFiat

/** Whether an ad takes orders of this size; exchanges read an absent, empty or zero amount as no filter. */
export function takesAmount(offer: Offer, amount: unknown): boolean {
  const fiat = Number(amount ?? 0)
  return !(fiat > 0) || (offer.minFiat <= fiat && fiat <= reachableFiat(offer))
}

/** Cut, never rounded up, so that no more is promised than there is. */
export function cut(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.floor(value * scale + 1e-6) / scale).toFixed(decimals)
}
