import { z } from 'zod'
import type { ExchangeId } from '../currencies-and-sides.js'
import { keyedExchanges } from './create-exchanges.js'
import type { Exchange } from './define-exchange.js'
import { parseJson } from './read-json.js'
import { type ExchangeKey, type Signing, secretsOf } from './signed-wire.js'

export type ExchangeKeys = ReadonlyMap<ExchangeId, ExchangeKey>

/**
 * Read `{"bybit":{"key":"...","secret":"..."}}`, with a passphrase if an exchange requires one, and perhaps with a
 * region. Returns a text if the input is wrong: the end of a sentence that never repeats any of the input.
 */
export function readExchangeKeys(text: string, exchanges: readonly Exchange[]): ExchangeKeys | string {
  const entries = parseJson(entriesOf, text)
  if (entries === undefined) return 'is JSON like {"bybit":{"key":"...","secret":"..."}}'
  const known = [...new Set([...exchanges, ...keyedExchanges])]
  const keys = new Map<ExchangeId, ExchangeKey>()
  for (const [id, entry] of Object.entries(entries)) {
    const exchange = known.find((one) => one.id === id)
    if (exchange?.signed === undefined)
      return `names an exchange that is read without a key; with one: ${signedIds(known).join(', ')}`
    const { signing, regions = noRegions } = exchange.signed
    const key = keyParts.safeParse(entry).data
    if (key === undefined || !hasItsSecrets(key, signing)) return `has no ${partNames(signing)} of ${id}: ${inWords}`
    if (key.region !== undefined && !regions.has(key.region))
      return `names an unknown region of ${id}; known: ${[...regions.keys()].join(', ') || 'none'}`
    keys.set(id, key)
  }
  return keys.size === 0 ? 'holds no key' : keys
}

const entriesOf = z.record(z.string(), z.unknown())
const word = z.string().regex(/^[\x21-\x7e]{8,256}$/)
const keyParts = z.strictObject({
  key: word,
  secret: word.optional(),
  passphrase: word.optional(),
  region: z.string().optional(),
})
const noRegions: ReadonlyMap<string, string> = new Map()

const hasItsSecrets = (key: ExchangeKey, signing: Signing): boolean =>
  (['secret', 'passphrase'] as const).every((name) => (key[name] !== undefined) === secretsOf(signing).includes(name))

const partNames = (signing: Signing): string => ['key', ...secretsOf(signing)].join(', ').replace(/, (\w+)$/, ' and $1')

const inWords = 'each is 8 to 256 letters, digits and signs without blanks, and nothing else is there'

const signedIds = (exchanges: readonly Exchange[]) =>
  exchanges.flatMap(({ id, signed }) => (signed === undefined ? [] : [id]))
