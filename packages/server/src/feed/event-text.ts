import type { ServiceEvent } from './feed.js'

/** An event as text, for a feed whose ends are different processes. Maps are lists of pairs under a name nothing else has. */
export const textOf = (event: ServiceEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (value instanceof Map ? { [mapName]: [...value] } : value))

/** Our own writing, read back. */
export const eventOf = (text: string): ServiceEvent =>
  JSON.parse(text, (_, value: unknown) => (isPairs(value) ? new Map(value[mapName]) : value)) as ServiceEvent

const mapName = '$map'

const isPairs = (value: unknown): value is { readonly [mapName]: readonly (readonly [unknown, unknown])[] } =>
  typeof value === 'object' && value !== null && mapName in value && Array.isArray(value[mapName])
