import type { LinkHosts } from '@p2p-rates/contract/words'
import type { Exchange } from '@p2p-rates/core'
import { listedExchanges } from './listed-exchanges.js'
import { sanitize } from './render/sanitize.js'
import { say } from './words/say.js'

const names = new Map(listedExchanges.map(({ id, name }) => [id, name]))

export const exchangeName = (id: string): string => names.get(id) ?? id

export function seriesInWords(series: string): string {
  if (series === 'best') return say('best of all exchanges')
  return series === 'index' ? say('reference index') : exchangeName(series)
}

const listed = listedExchanges.map(({ id }) => id)
export const usualExchanges: readonly string[] = listed

const hosts = new Map<string, readonly string[] | undefined>(listed.map((id) => [id, undefined]))
export const linkHosts: LinkHosts = hosts

export function nameExchange({ id, name, hosts: own }: Pick<Exchange, 'id' | 'name' | 'hosts'>): void {
  if (!listed.includes(id)) listed.push(id)
  names.set(id, name)
  hosts.set(id, own)
}

/** Names what a server has plugged in, as its header says. Exchanges that are known here keep their names. */
export function nameExchangesOf(header: string | null): void {
  for (const [id, name] of new URLSearchParams(header ?? '')) if (!names.has(id)) names.set(id, sanitize(name))
}

export const shownAsName = (cell: unknown): string => exchangeName(String(cell))
