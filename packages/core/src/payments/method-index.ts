import type { ExchangeId } from '../currencies-and-sides.js'
import { normaliseMethodName } from './normalise-method-name.js'
import { type PaymentMethod, paymentMethods } from './payment-method-dictionary.js'

/** All methods known by a spelling, the likeliest first. Spellings of the dictionary are found without normalising. */
export function claimantsOf(name: string): readonly PaymentMethod[] {
  const raw = bySpelling.get(name)
  if (raw !== undefined) return raw
  const normal = normaliseMethodName(name)
  return bySpelling.get(normal) ?? bySpelling.get(runTogether(normal)) ?? noMethods
}

export const codedMethod = (code: string, exchange: ExchangeId | undefined): PaymentMethod | null =>
  (exchange === undefined ? undefined : byCode.get(exchange)?.get(code)) ?? null

const noMethods: readonly PaymentMethod[] = []
const bySpelling = indexSpellings()
const byCode = indexCodes()

/** A method's own name counts before the aliases of others, separate words before the same letters run together. */
function indexSpellings(): ReadonlyMap<string, readonly PaymentMethod[]> {
  const index = new Map<string, PaymentMethod[]>()
  const claim = (spelling: string, method: PaymentMethod) => {
    const claimants = index.get(spelling)
    if (claimants === undefined) index.set(spelling, [method])
    else if (!claimants.includes(method)) claimants.push(method)
  }
  const names = paymentMethods.map((method) => ({ method, spelling: method.name }))
  const aliases = paymentMethods.flatMap((method) => method.aliases.map((spelling) => ({ method, spelling })))
  const spellings = [...names, ...aliases].map(({ method, spelling }) => ({
    method,
    spelling,
    normal: normaliseMethodName(spelling),
  }))

  for (const { method, normal } of spellings) claim(normal, method)
  const separate = new Set(index.keys())
  for (const { method, normal } of spellings) {
    const together = runTogether(normal)
    if (!separate.has(together)) claim(together, method)
  }
  for (const { spelling, normal } of spellings) index.set(spelling, index.get(normal) ?? [])
  return index
}

function runTogether(normal: string): string {
  return normal.replaceAll(' ', '')
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
