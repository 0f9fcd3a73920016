import type { ExchangeId } from '../currencies-and-sides.js'
import { claimantsOf, codedMethod } from './method-index.js'
import { normaliseMethodName } from './normalise-method-name.js'
import type { PaymentMethod } from './payment-method-dictionary.js'

/** Origin of a name, such as an `Ad`. Banks of several countries share names; codes belong to one exchange. */
export type MethodContext = { readonly exchange?: ExchangeId; readonly fiat?: string }

/**
 * Find the dictionary's payment method for a name that an exchange uses. Null if the dictionary lacks it.
 *
 * @example
 * canonicalMethod('Mono bank', { fiat: 'UAH' })?.id // 'monobank'
 */
export function canonicalMethod(name: string, context: MethodContext = {}): PaymentMethod | null {
  const coded = codedMethod(name, context.exchange)
  if (coded !== null) return coded
  const claimants = claimantsOf(name)
  return claimants.find((method) => isAtHome(method, context.fiat)) ?? claimants[0] ?? null
}

/** Payment rail of a method. Money moves between ads of one rail. Synonyms share a rail, institutions do not. */
export function railOf(name: string, context: MethodContext = {}): string {
  const method = canonicalMethod(name, context)
  if (method !== null) return sharedRails.get(method.id) ?? method.id
  return normaliseMethodName(name) || name
}

function isAtHome(method: PaymentMethod, fiat: string | undefined): boolean {
  const home = fiat === undefined ? undefined : homeCountries.get(fiat)
  return home !== undefined && method.countries.some((country) => home.has(country))
}

/** Methods between which money moves freely. Euro banks that take ordinary transfers must take instant ones. */
const sharedRails: ReadonlyMap<string, string> = new Map([['sepa-instant', 'sepa']])

/** The countries whose banks a currency's market means by a name that banks of many countries share. */
export const homeCountries: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    UAH: 'UA',
    PLN: 'PL',
    EUR: 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
    USD: 'US',
    KZT: 'KZ',
    CZK: 'CZ',
    GBP: 'GB',
    TRY: 'TR',
    RON: 'RO',
    GEL: 'GE',
    AMD: 'AM',
    MDL: 'MD',
    AZN: 'AZ',
    KGS: 'KG',
    INR: 'IN',
    BRL: 'BR',
    VND: 'VN',
    PHP: 'PH',
    IDR: 'ID',
    RUB: 'RU',
    BOB: 'BO',
    ARS: 'AR',
    MXN: 'MX',
    JPY: 'JP',
  }).map(([fiat, countries]) => [fiat, new Set(countries.split(' '))]),
)
