import { modernZone } from './times-and-zones.js'

const kyiv = 'Europe/Kyiv'

export const zoneLabel = (name: string, say: (word: 'time.kyiv') => string): string =>
  modernZone(name) === kyiv ? say('time.kyiv') : name.replaceAll('_', ' ')

/** Every zone that the browser knows, for a picker. Its list lacks UTC, and may lack the chosen one. */
export const zoneNames = (chosen: string): readonly string[] => [
  ...new Set([chosen, kyiv, 'UTC', ...Intl.supportedValuesOf('timeZone')].map(modernZone)),
]
