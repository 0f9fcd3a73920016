import type { ServiceEvent } from './feed.js'

/** An event as text, for a feed whose ends are different processes. Maps are lists of pairs under a name nothing else has. */
export const textOf = (event: ServiceEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (value instanceof Map ? { [mapName]: [...value] } : value))

/** Our own writing, read back. */
export const eventOf = (text: string): ServiceEvent => withMaps(JSON.parse(text)) as ServiceEvent

const mapName = '$map'

type Pairs = { readonly [mapName]: readonly (readonly [unknown, unknown])[] }
type Parsed = Record<string | number, unknown>

/** In place. A reviver would be called for every number and word of a snapshot, and reading would take four times as long. */
function withMaps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const parsed = value as Parsed
  for (const name in parsed) {
    const inner = parsed[name]
    if (typeof inner === 'object' && inner !== null) parsed[name] = withMaps(inner)
  }
  return isPairs(value) ? new Map(value[mapName]) : value
}

const isPairs = (value: object): value is Pairs => mapName in value && Array.isArray(value[mapName])
