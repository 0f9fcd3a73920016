import type { ExchangeId } from '../currencies-and-sides.js'
import { everyExchange, exchanges } from './all.js'
import type { Exchange } from './define-exchange.js'
import { exchangeDefect } from './exchange-definition-defect.js'
import { gate } from './gate.js'
import { wallet } from './wallet.js'

/** The exchanges that a program knows. It never changes: each part of a program gets it from the part that made it. */
export type Exchanges = {
  /** In the order of answers. */
  readonly list: readonly Exchange[]
  readonly ids: readonly ExchangeId[]
  /** Exchanges that clients do not know by default: your own, and those that are read only by name or with a key. */
  readonly added: readonly Exchange[]
  byId(id: ExchangeId): Exchange | null
  /** Returns the id of an unknown exchange as its name. */
  nameOf(id: ExchangeId): string
}

/**
 * Make the list of exchanges that a program knows. Throws if `exchangeDefect` finds a problem with one of your own.
 *
 * @example
 * const known = createExchanges([...exchanges, bazaar])
 * known.nameOf('bazaar') // 'Bazaar'
 */
export function createExchanges(list: readonly Exchange[]): Exchanges {
  const added = list.filter((exchange) => !exchanges.includes(exchange))
  const ours = [...everyExchange, ...keyedExchanges]
  const own = added.filter((exchange) => !ours.includes(exchange))
  for (const [at, exchange] of own.entries()) {
    const defect = exchangeDefect(exchange, [...ours, ...own.slice(0, at)])
    if (defect !== null) throw new TypeError(`This exchange cannot be added: ${defect}.`)
  }
  return registryOf(list, added)
}

function registryOf(list: readonly Exchange[], added: readonly Exchange[]): Exchanges {
  const byId = new Map(list.map((exchange) => [exchange.id, exchange]))
  return Object.freeze({
    list: Object.freeze([...list]),
    ids: Object.freeze(list.map(({ id }) => id)),
    added: Object.freeze([...added]),
    byId: (id: ExchangeId) => byId.get(id) ?? null,
    nameOf: (id: ExchangeId) => byId.get(id)?.name ?? id,
  })
}

/** The exchanges that are read by default, and no others. */
export const usualExchanges: Exchanges = registryOf(exchanges, [])

/** Exchanges that are read only with a key, and then next to those that are read by default. */
export const keyedExchanges: readonly Exchange[] = [wallet, gate]

/** Add the exchanges that are read only if they are named. */
export function withNamed(known: Exchanges, names: readonly ExchangeId[]): Exchanges {
  const joining = everyExchange.filter(({ id }) => names.includes(id) && known.byId(id) === null)
  return joining.length === 0 ? known : createExchanges([...known.list, ...joining])
}

/** Add the exchanges that are read only with a key to a list, if there is a key for them. */
export const withKeyed = (list: readonly Exchange[], keys: { has(id: ExchangeId): boolean } | undefined) => [
  ...list,
  ...keyedExchanges.filter((exchange) => keys?.has(exchange.id) === true && !list.includes(exchange)),
]
