import type { Ad, TakerDemands } from '../ad.js'

/**
 * The name of the first field that breaks what every `Ad` promises, or `null`. No compiler has seen an exchange that was
 * plugged in, so the kinds of values are looked at as well.
 */
export function adDefect(ad: Ad): string | null {
  if (!isAmount(ad.price) || ad.price === 0 || ad.price >= 1e12) return 'price'
  if (!isAmount(ad.minFiat)) return 'minFiat'
  if (!isAmount(ad.maxFiat)) return 'maxFiat'
  if (ad.minFiat > ad.maxFiat) return 'limits'
  if (!isUnknownOr(isAmount, ad.stockUsdt)) return 'stockUsdt'
  if (!isUnknownOr(isAmount, ad.executedUsdt ?? null)) return 'executedUsdt'
  if (!isUnknownOr(Number.isSafeInteger, ad.completedOrders) || (ad.completedOrders ?? 0) < 0) return 'completedOrders'
  if (!isUnknownOr(isPercent, ad.completionPct)) return 'completionPct'
  if (!isUnknownOr(isPercent, ad.positivePct)) return 'positivePct'
  if (!isUnknownOr(isInstant, ad.lastSeenAtMs)) return 'lastSeenAtMs'
  if (!isInstant(ad.observedAtMs)) return 'observedAtMs'
  if (!isUnknownOr(isAmount, ad.accountAgeDays)) return 'accountAgeDays'
  if (!isUnknownOr(isAmount, ad.payWindowMinutes)) return 'payWindowMinutes'
  if (ad.takerDemands !== null && !areDemands(ad.takerDemands)) return 'takerDemands'
  if (ad.ordersBasis !== 'month' && ad.ordersBasis !== 'lifetime') return 'ordersBasis'
  if (ad.merchant !== null && typeof ad.merchant !== 'boolean') return 'merchant'
  if (typeof ad.promoted !== 'boolean') return 'promoted'
  if (typeof ad.restricted !== 'boolean') return 'restricted'
  if (ad.url !== null && !isAddress(ad.url)) return 'url'
  // Two nameless advertisers must not become one person with two votes.
  if (ad.nickname === '' && ad.advertiserId === null) return 'nickname'
  return null
}

const isUnknownOr = (holds: (value: number) => boolean, value: number | null): boolean => value === null || holds(value)
const isAmount = (value: number): boolean => Number.isFinite(value) && value >= 0
const isPercent = (value: number): boolean => isAmount(value) && value <= 100
/** The span of dates that a JavaScript `Date` can hold, from 1970 on. */
const isInstant = (value: number): boolean => isAmount(value) && value <= 8.64e15
/** Accept only https addresses, which a browser opens and does not run. */
const isAddress = (url: string): boolean => typeof url === 'string' && url.startsWith('https://') && url.length <= 2_000
const areDemands = (demands: TakerDemands): boolean =>
  typeof demands.extraVerification === 'boolean' &&
  isUnknownOr(isAmount, demands.minOrders) &&
  isUnknownOr(isPercent, demands.minCompletionPct) &&
  isUnknownOr(isAmount, demands.minAccountAgeDays)
