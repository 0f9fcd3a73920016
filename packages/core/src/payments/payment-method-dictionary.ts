import type { ExchangeId } from '../currencies-and-sides.js'
import { americas } from './methods/americas.js'
import { asia } from './methods/asia.js'
import { caucasusAndCentralAsia } from './methods/caucasus-and-central-asia.js'
import { easternEurope } from './methods/eastern-europe.js'
import { euroArea } from './methods/euro-area.js'
import { type MethodClass, type MethodTable, methodClasses } from './methods/method-table.js'
import { turkeyAndMiddleEast } from './methods/turkey-and-middle-east.js'
import { westernAndCentralEurope } from './methods/western-and-central-europe.js'
import { worldwide } from './methods/worldwide.js'
import { normaliseMethodName } from './normalise-method-name.js'

/** One way money can move, whatever the exchanges call it. */
export type PaymentMethod = {
  /** Stable and readable: `privatbank`, `sepa-instant`. */
  readonly id: string
  readonly name: string
  readonly class: MethodClass
  /** ISO 3166 codes of where it is at home; empty = anywhere. */
  readonly countries: readonly string[]
  readonly aliases: readonly string[]
  /** Names that only one exchange uses: numbers, and words with another meaning elsewhere. */
  readonly codes: Readonly<Record<ExchangeId, readonly string[]>>
}

/** The dictionary. Where a name is shared, the earlier entry wins unless the currency says otherwise. */
export const paymentMethods: readonly PaymentMethod[] = [
  worldwide,
  easternEurope,
  westernAndCentralEurope,
  euroArea,
  caucasusAndCentralAsia,
  turkeyAndMiddleEast,
  asia,
  americas,
].flatMap(readTable)

function readTable(table: MethodTable): readonly PaymentMethod[] {
  return methodClasses.flatMap((methodClass) =>
    Object.entries(table[methodClass] ?? {}).flatMap(([countries, rows]) =>
      rows.map((row) => readRow(row, methodClass, countries === 'any' ? [] : countries.split(' '))),
    ),
  )
}

function readRow(row: string, methodClass: MethodClass, countries: readonly string[]): PaymentMethod {
  const [name = '', ...rest] = row.split(' | ')
  const aliases: string[] = []
  const codes: Record<ExchangeId, string[]> = {}
  for (const word of rest) {
    const colon = word.indexOf(':')
    if (colon < 0) {
      aliases.push(word)
      continue
    }
    const exchange = word.slice(0, colon)
    codes[exchange] ??= []
    codes[exchange].push(word.slice(colon + 1))
  }
  return { id: normaliseMethodName(name).replaceAll(' ', '-'), name, class: methodClass, countries, aliases, codes }
}
