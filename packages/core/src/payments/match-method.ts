import type { Ad } from '../ad.js'
import type { ExchangeId } from '../vocabulary.js'
import { homeCountries } from './home-countries.js'
import { type PaymentMethod, paymentMethods } from './methods.js'
import { normaliseMethodName } from './normalise-method-name.js'

/** Where a name was read; an `Ad` is one. Banks of different countries share names, and codes belong to one exchange. */
export type MethodContext = { readonly exchange?: ExchangeId; readonly fiat?: string }

/** The dictionary's entry for what an exchange calls a payment method; `null` when nobody has described it yet. */
export function canonicalMethod(name: string, context: MethodContext = {}): PaymentMethod | null {
  if (context.exchange !== undefined) {
    const coded = byCode.get(context.exchange)?.get(name)
    if (coded !== undefined) return coded
  }
  const claimants = claimantsOf(name)
  return claimants.find((method) => isAtHome(method, context.fiat)) ?? claimants[0] ?? null
}

/** What two ads must share for money to move between them: equal for synonyms, different for different institutions. */
export function railOf(name: string, context: MethodContext = {}): string {
  const method = canonicalMethod(name, context)
  if (method !== null) return sharedRails.get(method.id) ?? method.id
  return normaliseMethodName(name) || name
}

/** Longest filter text in code points. */
export const maxFilterLength = 64

/**
 * Tells whether an ad's methods contain the wanted one: a part of a name in any case, or an id or alias of the
 * dictionary. An empty text wants anything; one above `maxFilterLength` matches nothing.
 */
export function createMethodFilter(text: string): (names: readonly string[], context?: MethodContext) => boolean {
  const wanted = fold(text.trim())
  if (wanted === '') return () => true
  if (!fitsFilter(text)) return () => false
  const methods = new Set(claimantsOf(text))
  return (names, context) =>
    names.some((name) => {
      if (fold(name).includes(wanted)) return true
      const method = canonicalMethod(name, context)
      return method !== null && methods.has(method)
    })
}

/** Names that the dictionary does not describe, with how many ads carry them. */
export function unknownMethods(ads: readonly Ad[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const ad of ads) {
    for (const name of new Set(ad.paymentMethods)) {
      if (canonicalMethod(name, ad) === null) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Counts no further than needed: a megabyte of input costs 65 steps. */
function fitsFilter(text: string): boolean {
  let length = 0
  for (const _ of text) if (++length > maxFilterLength) return false
  return true
}

function isAtHome(method: PaymentMethod, fiat: string | undefined): boolean {
  const home = fiat === undefined ? undefined : homeCountries.get(fiat)
  return home !== undefined && method.countries.some((country) => home.has(country))
}

/** Methods between which money moves freely: euro banks must accept instant transfers wherever they accept ordinary ones. */
const sharedRails: ReadonlyMap<string, string> = new Map([['sepa-instant', 'sepa']])

const nobody: readonly PaymentMethod[] = []
const bySpelling = indexSpellings()
const byCode = indexCodes()

/** Raw spelling first: nearly every name of a real ad is found without normalising it. */
function claimantsOf(name: string): readonly PaymentMethod[] {
  const raw = bySpelling.get(name)
  if (raw !== undefined) return raw
  const normal = normaliseMethodName(name)
  return bySpelling.get(normal) ?? bySpelling.get(normal.replaceAll(' ', '')) ?? nobody
}

/** Every spelling as written and normalised; run together ("PrivatBank") only where no other method is written so. */
function indexSpellings(): ReadonlyMap<string, readonly PaymentMethod[]> {
  const index = new Map<string, PaymentMethod[]>()
  const claim = (spelling: string, method: PaymentMethod) => {
    const claimants = index.get(spelling)
    if (claimants === undefined) index.set(spelling, [method])
    else if (!claimants.includes(method)) claimants.push(method)
  }
  const spellings = paymentMethods.flatMap((method) =>
    [method.name, ...method.aliases].map((spelling) => ({ method, normal: normaliseMethodName(spelling) })),
  )
  for (const { method, normal } of spellings) claim(normal, method)
  const separate = new Set(index.keys())
  for (const { method, normal } of spellings) {
    const together = normal.replaceAll(' ', '')
    if (!separate.has(together)) claim(together, method)
  }
  // A second name for what normalising would find anyway, so that known names skip it.
  for (const method of paymentMethods) {
    for (const spelling of [method.name, ...method.aliases]) {
      const claimants = index.get(normaliseMethodName(spelling))
      if (claimants !== undefined) index.set(spelling, claimants)
    }
  }
  return index
}

function indexCodes(): ReadonlyMap<ExchangeId, ReadonlyMap<string, PaymentMethod>> {
  const index = new Map<ExchangeId, Map<string, PaymentMethod>>()
  for (const method of paymentMethods) {
    for (const [exchange, codes] of Object.entries(method.codes)) {
      const ofExchange = index.get(exchange) ?? new Map<string, PaymentMethod>()
      index.set(exchange, ofExchange)
      for (const code of codes) ofExchange.set(code, method)
    }
  }
  return index
}
