import type { Ad, Market, PageReading } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'

/** Returns the promise that the reading breaks, or `null`. Checks independently of core. */
export function violatedInvariant(reading: PageReading, asked: Market & { exchange: string; atMs: number }) {
  if (isPolluted()) return 'an object prototype was polluted'
  if (reading.state === 'failed') return faultKinds.includes(reading.fault.kind) ? null : 'an unknown kind of fault'
  const { ads, rejected, rowCount } = reading
  if (rowCount > 1_000) return 'more than 1,000 rows'
  if (ads.length + rejected.length !== rowCount) return 'rows that are neither ad nor rejected'
  const misshapen = rejected.filter(({ reason }) => reason !== 'limits').length
  if (misshapen > 0.2 * rowCount) return 'more than a fifth of the rows misshapen and yet read'
  for (const ad of ads) {
    const field = violatedField(ad)
    if (field !== null) return `an ad whose ${field} breaks its promise`
    if (ad.exchange !== asked.exchange || ad.fiat !== asked.fiat || ad.side !== asked.side)
      return 'an ad nobody asked for'
    if (ad.observedAtMs !== asked.atMs) return 'an ad from another moment'
  }
  return null
}

/** Field by field, all of them: an ad with a field more or less is broken too. */
function violatedField(ad: Ad): string | null {
  if (Object.getPrototypeOf(ad) !== Object.prototype) return 'prototype'
  const names = Object.keys(fieldInvariants)
  const odd = Object.keys(ad).find((name) => !names.includes(name))
  if (odd !== undefined) return odd
  const values = new Map<string, unknown>(Object.entries(ad))
  return Object.entries(fieldInvariants).find(([name, holds]) => !holds(values.get(name), ad))?.[0] ?? null
}

type Holds = (value: unknown, ad: Ad) => boolean

const number =
  (low: number, high: number): Holds =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high
const text =
  (longest: number): Holds =>
  (value) =>
    typeof value === 'string' && value.length <= longest
const named =
  (longest: number): Holds =>
  (value) =>
    text(longest)(value, {} as Ad) && value !== ''
const orNull =
  (holds: Holds): Holds =>
  (value, ad) =>
    value === null || holds(value, ad)
const oneOf =
  (...allowed: unknown[]): Holds =>
  (value) =>
    allowed.includes(value)
const amount = number(0, Number.MAX_VALUE)
const percent = number(0, 100)

const fieldInvariants: Record<keyof Ad, Holds> = {
  exchange: named(256),
  fiat: named(3),
  side: oneOf('BUY', 'SELL'),
  adId: orNull(named(256)),
  advertiserId: orNull(named(256)),
  nickname: (value, ad) => text(256)(value, ad) && (value !== '' || ad.advertiserId !== null),
  price: (value) => typeof value === 'number' && value > 0 && value < 1e12,
  minFiat: amount,
  maxFiat: (value, ad) => amount(value, ad) && ad.minFiat <= ad.maxFiat,
  stockUsdt: orNull(amount),
  executedUsdt: (value, ad) => value === undefined || orNull(amount)(value, ad),
  paymentMethods: (value, ad) =>
    Array.isArray(value) && value.length <= 100 && value.every((name) => named(256)(name, ad)),
  completedOrders: orNull((value, ad) => amount(value, ad) && Number.isInteger(value)),
  ordersBasis: oneOf('month', 'lifetime'),
  completionPct: orNull(percent),
  positivePct: orNull(percent),
  merchant: oneOf(true, false, null),
  lastSeenAtMs: orNull(number(0, 8.64e15)),
  accountAgeDays: orNull(amount),
  promoted: oneOf(true, false),
  restricted: oneOf(true, false),
  takerDemands: orNull((value) => {
    const { minOrders, minCompletionPct, minAccountAgeDays, extraVerification } = value as NonNullable<
      Ad['takerDemands']
    >
    const limits = [orNull(amount)(minOrders, {} as Ad), orNull(percent)(minCompletionPct, {} as Ad)]
    return [...limits, orNull(amount)(minAccountAgeDays, {} as Ad), typeof extraVerification === 'boolean'].every(
      Boolean,
    )
  }),
  payWindowMinutes: orNull(amount),
  remarks: orNull(named(4_000)),
  url: orNull((value) => typeof value === 'string' && value.startsWith('https://') && /^[\x21-\x7e]+$/.test(value)),
  observedAtMs: number(0, 8.64e15),
}

const isPolluted = (): boolean =>
  Object.keys(Object.prototype).length > 0 ||
  'polluted' in {} ||
  'polluted' in (() => undefined) ||
  Object.keys(Array.prototype).length > 0
