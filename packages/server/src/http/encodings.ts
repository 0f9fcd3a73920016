import { LRUCache } from 'lru-cache'

/** Ways to write the same answer, what is usually smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Real programs send some ten different ones, all of them short. */
const longestRead = 256
const remembered = 200

/** Reads `Accept-Encoding`: what the caller wants most comes first, what is refused is left out. */
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
  // The sort is stable: among equals the smaller one wins.
  return encodings.filter((encoding) => weightOf(encoding) > 0).sort((one, other) => weightOf(other) - weightOf(one))
}

/** Plain bytes are taken without being named, after everything that is: less than the smallest weight that can be written. */
const lastChoice = 0.0001

function readEntry(entry: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';')
  return [name.trim().toLowerCase(), parameters.reduce(readWeight, 1)]
}

/** What is not a weight from 0 to 1 is not understood, and what is not understood is not sent. */
function readWeight(_: number, parameter: string): number {
  const [name = '', value = ''] = parameter.split('=')
  const weight = name.trim().toLowerCase() === 'q' && value.trim() !== '' ? Number(value) : 0
  return weight >= 0 && weight <= 1 ? weight : 0
}
