import { LRUCache } from 'lru-cache'

/** Content encodings, usually smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Bounds the length of the headers that are cached. Clients send about 10 different, short values. */
const longestRead = 256
const remembered = 200

/** Returns a parser of `Accept-Encoding`: most preferred first, rejected encodings left out. */
export function createEncodingReader(): (header: string | undefined) => readonly Encoding[] {
  const known = new LRUCache<string, readonly Encoding[]>({ max: remembered })
  return (header) => {
    if (header === undefined || header.length > longestRead) return plainOnly
    let wanted = known.get(header)
    if (wanted === undefined) {
      wanted = wantedBy(header)
      known.set(header, wanted)
    }
    return wanted
  }
}

const plainOnly: readonly Encoding[] = ['identity']

function wantedBy(header: string): readonly Encoding[] {
  const named = new Map(header.split(',').map(readEntry))
  const weightOf = (encoding: Encoding): number =>
    named.get(encoding) ?? named.get('*') ?? (encoding === 'identity' ? lastChoice : 0)
  // The sort is stable: at equal weight the smaller encoding wins.
  return encodings.filter((encoding) => weightOf(encoding) > 0).sort((one, other) => weightOf(other) - weightOf(one))
}

/**
 * Weight of `identity` if it is not named: acceptable, but below 0.001, the smallest weight that a header can express.
 */
const lastChoice = 0.0001

function readEntry(entry: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';')
  return [name.trim().toLowerCase(), parameters.reduce(readWeight, 1)]
}

/** Returns 0 for a weight outside 0 to 1, so that the encoding is not used. */
function readWeight(_: number, parameter: string): number {
  const [name = '', value = ''] = parameter.split('=')
  const weight = name.trim().toLowerCase() === 'q' && value.trim() !== '' ? Number(value) : 0
  return weight >= 0 && weight <= 1 ? weight : 0
}
