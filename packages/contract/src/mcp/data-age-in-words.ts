import type { Source, Sources } from '../generated/types.js'

export const ageInWords = (seconds: number | null): string =>
  seconds === null ? 'age unknown' : seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`

export const ageOfSource = ({ sources }: Sources, exchange: string): string =>
  ageInWords(sources.find((source) => source.exchange === exchange)?.age_seconds ?? null)

export const agesOf = (sources: Sources, exchanges: Iterable<string>): string =>
  [...new Set(exchanges)].map((exchange) => `${exchange} ${ageOfSource(sources, exchange)}`).join(', ')

export function missingLine({ sources }: Sources): readonly string[] {
  const missing = sources.filter(({ state }) => !healthyStates.has(state))
  const missingNames = missing.map(({ exchange, state }) => `${exchange} (${state.replaceAll('_', ' ')})`)
  return missingNames.length === 0 ? [] : [`Not used now: ${missingNames.join(', ')}. check_sources says why.`]
}

const healthyStates: ReadonlySet<Source['state']> = new Set(['live', 'empty', 'unsupported'])
