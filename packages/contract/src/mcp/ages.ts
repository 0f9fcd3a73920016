import type { Source, Sources } from '../sources.js'

export const ageInWords = (seconds: number | null): string =>
  seconds === null ? 'age unknown' : seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`

export const ageOn = ({ sources }: Sources, exchange: string): string =>
  ageInWords(sources.find((source) => source.exchange === exchange)?.age_seconds ?? null)

export const agesOf = (sources: Sources, exchanges: Iterable<string>): string =>
  [...new Set(exchanges)].map((exchange) => `${exchange} ${ageOn(sources, exchange)}`).join(', ')

export function missingLine({ sources }: Sources): readonly string[] {
  const missing = sources.filter(({ state }) => !isWell.has(state))
  const told = missing.map(({ exchange, state }) => `${exchange} (${state.replaceAll('_', ' ')})`)
  return told.length === 0 ? [] : [`Not used now: ${told.join(', ')}. check_sources says why.`]
}

const isWell: ReadonlySet<Source['state']> = new Set(['live', 'empty', 'unsupported'])
