import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { SnapshotPublished } from '../../market/shown-markets.js'
import type { ServerEvent } from './event-bus.js'

export const encodeEvent = (event: ServerEvent): string =>
  event.kind === 'snapshot' && event.snapshot !== null
    ? write({ ...event, snapshot: packed(event.snapshot) } satisfies PackedSnapshot)
    : write(event)

/** Our own writing, read back. */
export function decodeEvent(text: string): ServerEvent {
  const event = read<ServerEvent | PackedSnapshot>(text)
  return isPacked(event) ? { ...event, snapshot: unpacked(event.snapshot) } : event
}

/** A snapshot is long, and goes to the database and from there to every server. What a query may ask of it stays legible. */
const packed = (snapshot: MarketSnapshot) => ({
  version: snapshot.version,
  updatedAtMs: snapshot.updatedAtMs,
  deflated: deflateRawSync(write(snapshot), { level: 1 }).toString('base64'),
})

const unpacked = ({ deflated }: PackedSnapshot['snapshot']): MarketSnapshot =>
  read(inflateRawSync(Buffer.from(deflated, 'base64')).toString())

const isPacked = (event: ServerEvent | PackedSnapshot): event is PackedSnapshot =>
  event.kind === 'snapshot' && event.snapshot !== null && 'deflated' in event.snapshot

type PackedSnapshot = Omit<SnapshotPublished, 'snapshot'> & { readonly snapshot: ReturnType<typeof packed> }

/** Maps are lists of pairs under a name nothing else has. */
const write = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (inner instanceof Map ? { [mapName]: [...inner] } : inner))

const read = <Value>(text: string): Value => withMaps(JSON.parse(text)) as Value

const mapName = '$map'

type EncodedMap = { readonly [mapName]: readonly (readonly [unknown, unknown])[] }
type Parsed = Record<string | number, unknown>

/** In place. A reviver would be called for every number and word of a snapshot, and reading would take four times as long. */
function withMaps(value: unknown): unknown {
  if (!isParsed(value)) return value
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) value[name] = withMaps(inner)
  }
  return isPairs(value) ? new Map(value[mapName]) : value
}

const isParsed = (value: unknown): value is Parsed => typeof value === 'object' && value !== null

const isPairs = (value: object): value is EncodedMap => mapName in value && Array.isArray(value[mapName])
