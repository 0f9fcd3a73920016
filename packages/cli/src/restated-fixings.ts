import type { Fixings, FixingsQuery } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { wholeChain } from './verify-fixing-chain.js'

/** Corrected and withheld days of the whole chain, within this span. */
export async function restatedFixings(
  cli: Cli,
  query: FixingsQuery,
  span: Pick<FixingsQuery, 'from' | 'to'>,
): Promise<Fixings> {
  const pages = await wholeChain(cli, query)
  const chain = [...new Map(pages.flatMap(({ fixings }) => fixings.map((fixing) => [fixing.number, fixing]))).values()]
  const [{ asset, fiat, from: usualFrom, to: today }] = pages
  const from = span.from ?? chain.map(({ day }) => day).toSorted()[0] ?? usualFrom
  const to = span.to ?? today
  const corrected = new Set(chain.flatMap(({ day, correction }) => (correction === null ? [] : [day])))
  const fixings = chain
    .filter(({ day, withheld }) => day >= from && day <= to && (withheld || corrected.has(day)))
    .toSorted((one, other) => one.number - other.number)
  return { asset, fiat, from, to, fixings }
}
