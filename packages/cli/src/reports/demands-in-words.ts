import type { Ad } from '@p2p-rates/sdk'
import { grouped, percent } from '../render/numbers.js'
import { say, sayCount } from '../words/say.js'

type Demands = NonNullable<Ad['demands']>

/** Requirements of an ad by the codes of the reasons that name them. */
export function demandsInWords(demands: Demands | null | undefined): ReadonlyMap<string, string> {
  if (demands == null) return new Map()
  const { min_orders: orders, min_completion_pct: pct, min_account_days: days, verified } = demands
  return new Map<string, string>([
    ...entry('asks_for_orders', orders && ordersInWords(orders)),
    ...entry('asks_for_completion', pct && say('asks for {percent} completed', { percent: percent(pct) })),
    ...entry('asks_for_account_age', days && daysInWords(days)),
    ...entry('asks_for_verification', verified && say('asks for extra verification')),
  ])
}

const entry = (code: string, text: string | number | false | null): [string, string][] =>
  typeof text === 'string' ? [[code, text]] : []

const ordersInWords = (n: number) =>
  sayCount({ one: 'asks for {count} order', other: 'asks for {count} orders' }, { n, count: grouped(n) })

const daysInWords = (n: number) =>
  sayCount(
    { one: 'asks for an account of {count} day', other: 'asks for an account of {count} days' },
    { n, count: grouped(n) },
  )
