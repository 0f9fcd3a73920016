import type { Profile, RatesQuery } from '@p2p-rates/contract'
import { UsageError } from './errors.js'

const parameters: Readonly<Record<keyof Profile, keyof RatesQuery>> = {
  orders: 'my_orders',
  completion_pct: 'my_completion_pct',
  account_days: 'my_account_days',
  verified: 'my_verified',
  exchanges: 'my_exchanges',
  methods: 'my_methods',
}

/** Refuses an unknown name, because it would silently do nothing. */
export function checkProfile(me: object = {}): void {
  for (const name of Object.keys(me)) {
    if (Object.hasOwn(parameters, name)) continue
    const start = letters(name).slice(0, 4)
    const meant = Object.keys(parameters).find((known) => start.length > 2 && letters(known).startsWith(start))
    const hint = meant === undefined ? `It takes ${Object.keys(parameters).join(', ')}.` : `Did you mean \`${meant}\`?`
    throw new UsageError(`\`me\` has no \`${name.slice(0, 32)}\`. ${hint}`)
  }
}

const letters = (name: string) => name.toLowerCase().replace(/^my|[^a-z]/g, '')

/**
 * A profile as parameters. A question that names exchanges is about these, whether or not the caller has an account.
 * An empty list is one that was not given.
 */
export const callerQuery = (me: Partial<Profile> = {}, question: object = {}): RatesQuery =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, parameter]) => {
      const value = me[name as keyof Profile]
      const isGiven = value != null && !(Array.isArray(value) && value.length === 0)
      return isGiven && !(name === 'exchanges' && namesExchange(question)) ? [[parameter, value]] : []
    }),
  )

const namesExchange = ({
  exchange,
  exchanges,
}: {
  readonly exchange?: unknown
  readonly exchanges?: unknown
}): boolean => exchanges !== undefined || (exchange !== undefined && exchange !== 'all')
