import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import { answerHeaders } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import { getOrCreate } from '../base/get-or-create.js'
import type { Clock } from '../base/time/clock.js'
import { contentHeaders } from './reply.js'

/** Content encodings, usually smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Bounds the length of the headers that are cached. Clients send about 10 different, short values. */
const longestRead = 256

const known = new LRUCache<string, readonly Encoding[]>({ max: 200 })

export function wantedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined || header.length > longestRead) return plainOnly
  return getOrCreate(known, header, () => wantedBy(header))
}

const plainOnly: readonly Encoding[] = ['identity']

function wantedBy(header: string): readonly Encoding[] {
  const named = new Map(header.split(',').map(readEntry))
  const weightOf = (encoding: Encoding): number =>
    named.get(encoding) ?? named.get('*') ?? (encoding === 'identity' ? lastChoice : 0)
  // The sort is stable: at equal weight the smaller encoding wins.
  return encodings.filter((encoding) => weightOf(encoding) > 0).sort((one, other) => weightOf(other) - weightOf(one))
}

/** Weight of an unnamed `identity`: acceptable, but below 0.001, the smallest weight of a header. */
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

export type Compressed = { readonly encoding: Encoding; readonly body: Buffer }

export type Compressor = ReturnType<typeof createCompressor>

/** Works off the event loop and pauses as long as it worked: distinct queries take at most half a core. */
export function createCompressor(clock: Clock) {
  let isWorking = false
  let restsUntilMonoMs = 0

  const work = async (body: Buffer): Promise<readonly Compressed[]> => {
    const startedMonoMs = clock.monoMs()
    isWorking = true
    try {
      return await compressSmaller(body)
    } catch {
      // If memory is short, send the body uncompressed.
      return []
    } finally {
      isWorking = false
      restsUntilMonoMs = 2 * clock.monoMs() - startedMonoMs
    }
  }

  return {
    /** Each result is smaller than the one before. `null` while busy or pausing; the next request tries again. */
    compress: (body: Buffer) => (isWorking || clock.monoMs() < restsUntilMonoMs ? null : work(body)),
  }
}

async function compressSmaller(plain: Buffer): Promise<readonly Compressed[]> {
  const made: Compressed[] = []
  let smallest = plain.length
  for (const encoding of ['gzip', 'br'] as const) {
    const body = await encoders[encoding](plain)
    if (body.length >= smallest) continue
    smallest = body.length
    made.push({ encoding, body })
  }
  return made
}

export const encoders: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  identity: (plain) => Promise.resolve(plain),
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (plain) =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // Quality 5 takes about as much time as gzip; higher levels take 10 times as much for 10 % less.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
}

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** ETags are strong, so each encoding has its own. */
export type Etags = Readonly<Record<Encoding, string>>

export function etagsOf(body: Buffer): Etags {
  const digest = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  return { identity: `"${digest}"`, gzip: `"${digest}-gzip"`, br: `"${digest}-br"` }
}

/** The ETag that the client holds, in any encoding, or `null`. A cache refreshes only the entry under this ETag. */
export function matchingEtag(ifNoneMatch: string | undefined, etags: Etags, offered: string): string | null {
  if (ifNoneMatch === undefined) return null
  if (ifNoneMatch === offered || ifNoneMatch === '*') return offered
  const held = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  if (held.includes(offered)) return offered
  return encodings.map((encoding) => etags[encoding]).find((etag) => held.includes(etag)) ?? null
}

type KeptPromises<Value> = {
  get(name: string): Promise<Value> | undefined
  set(name: string, value: Promise<Value>): unknown
  delete(name: string): unknown
}

/** Makes a value once. After a failure, the next call tries again. */
export function keepUnlessFailed<Value>(kept: KeptPromises<Value>, name: string, make: () => Promise<Value>) {
  const value = getOrCreate(kept, name, make)
  value.catch(() => kept.delete(name))
  return value
}

export const encodedHeaders = (type: string, body: Buffer, encoding: Encoding): string[] => [
  ...contentHeaders(type, body),
  ...(encoding === 'identity' ? [] : [answerHeaders.contentEncoding.name, encoding]),
]

export const htmlType = 'text/html; charset=utf-8'

export type EncodedText = {
  readonly encodedAs: (encoding: Encoding) => Promise<{ readonly headers: readonly string[]; readonly body: Buffer }>
}

export function encodedText(text: string, type = htmlType): EncodedText {
  const plain = Buffer.from(text, 'utf8')
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    encodedAs: async (encoding) => {
      const body = await getOrCreate(made, encoding, () => encoders[encoding](plain))
      return { headers: encodedHeaders(type, body, encoding), body }
    },
  }
}
