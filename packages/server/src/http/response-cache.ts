import type { IncomingHttpHeaders } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../base/time/clock.js'
import {
  type Compressed,
  type Compressor,
  createCompressor,
  type Encoding,
  type Etags,
  etagsOf,
  matchingEtag,
  wantedEncodings,
} from './encodings.js'
import type { Query } from './query-evaluator.js'
import type { Reply } from './reply.js'
import type { DataVersion } from './route-handler.js'

/** An answer as bytes. Does not depend on the caller. */
export type CachedResponse = {
  readonly version: string
  readonly variant: string | undefined
  readonly etags: Etags
  /** `null` after eviction, so that queries that still point here hold no bytes. */
  bodies: EncodedBodies | null
  readonly isComplete: boolean
}

type EncodedBodies = { readonly identity: EncodedBody } & { readonly [E in Encoding]?: EncodedBody }
type EncodedBody = { readonly etag: string; readonly headers: readonly string[]; readonly body: Buffer }

const { etag, cacheControl } = answerHeaders

export type ConditionalHeaders = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>

/** Below 1 KiB the headers outweigh the savings. */
const worthCompressing = 1024
/** From this size an answer is cached only at its second request, to spare the garbage collector. */
const large = 256 * 1024

/** One answer per query and data version, shared by all callers. Repeated ones are also stored compressed. */
export function createResponseCache(
  clock: Clock,
  compressor: Compressor = createCompressor(clock),
  maxSize = 64 * 1024 * 1024,
) {
  const cache = openCache(clock, compressor, maxSize)
  return {
    lookUp: (question: Query, data: DataVersion, conditions: ConditionalHeaders) =>
      lookUp(cache, question, data, conditions),
    cacheReply: (
      question: Query,
      data: DataVersion,
      made: Pick<EncodedBody, 'body' | 'headers'>,
      conditions: ConditionalHeaders,
    ) => toConditionalReply(cache, ...store(cache, question, data, made), question, data, conditions),
  }
}

const openCache = (clock: Clock, compressor: Compressor, maxSize: number) => ({
  clock,
  compressor,
  known: new LRUCache<string, CachedResponse>({
    maxSize,
    sizeCalculation: sizeOf,
    dispose: (rendered) => {
      rendered.bodies = null
    },
  }),
  /** Version of large answers that were requested once, by name. */
  requestedOnce: new LRUCache<string, string>({ max: 1_000 }),
})

type ResponseCache = ReturnType<typeof openCache>

function lookUp(
  cache: ResponseCache,
  question: Query,
  data: DataVersion,
  conditions: ConditionalHeaders,
): Reply | null {
  const rendered = find(cache, question, data)
  if (rendered === null || rendered.bodies === null) return null
  const { bodies, isComplete } = rendered
  const wanted = wantedEncodings(conditions['accept-encoding'])
  if (!isComplete && wanted[0] !== 'identity') void compress(cache, nameOf(question, data.variant), rendered, bodies)
  const best = wanted.find((encoding) => bodies[encoding] !== undefined) ?? 'identity'
  return toConditionalReply(cache, bodies[best] ?? bodies.identity, rendered, question, data, conditions)
}

function find({ known }: ResponseCache, question: Query, { version, variant }: DataVersion): CachedResponse | null {
  const last = question.lastResponse
  if (last !== null && last.bodies !== null && last.version === version && last.variant === variant) return last
  const found = known.get(nameOf(question, variant))
  if (found === undefined || found.version !== version) return null
  question.lastResponse = found
  return found
}

function store(
  { known, requestedOnce }: ResponseCache,
  question: Query,
  { version, variant }: DataVersion,
  { body, headers }: Pick<EncodedBody, 'body' | 'headers'>,
): [EncodedBody, CachedResponse] {
  const name = nameOf(question, variant)
  const etags = etagsOf(body)
  const isKept = body.length < large || requestedOnce.get(name) === version
  // Copy, because a large body may be a view into a bigger buffer that would stay alive.
  const kept = isKept && body.length >= large ? Buffer.from(body) : body
  const identity = { etag: etags.identity, headers, body: kept }
  const fresh = { version, variant, etags, bodies: { identity }, isComplete: body.length <= worthCompressing }
  if (isKept) {
    known.set(name, fresh)
    question.lastResponse = fresh
  } else requestedOnce.set(name, version)
  return [identity, fresh]
}

async function compress(
  { known, compressor }: ResponseCache,
  name: string,
  rendered: CachedResponse,
  { identity }: EncodedBodies,
): Promise<void> {
  const smaller = await compressor.compress(identity.body)
  // The entry may have been replaced or evicted meanwhile.
  if (smaller === null || known.peek(name) !== rendered) return
  const made = smaller.map((one) => [one.encoding, compressedForm(identity, rendered.etags, one)])
  known.set(name, { ...rendered, bodies: { ...Object.fromEntries(made), identity }, isComplete: true })
}

function toConditionalReply(
  { clock }: ResponseCache,
  form: EncodedBody,
  { etags }: CachedResponse,
  question: Query,
  data: DataVersion,
  conditions: ConditionalHeaders,
): Reply {
  const seconds = Math.min(60, Math.max(1, Math.ceil((data.refreshAtMonoMs - clock.monoMs()) / 1000)))
  const held = matchingEtag(conditions['if-none-match'], etags, form.etag)
  const headers = [etag.name, held ?? form.etag, cacheControl.name, `private, max-age=${seconds}`]
  if (held !== null) return { status: 304, headers: withParameterHints(headers, question), body: null }
  for (const part of form.headers) headers.push(part)
  return { status: 200, headers: withParameterHints(headers, question), body: form.body }
}

export function withParameterHints(headers: string[], { clamped, hints }: Pick<Query, 'clamped' | 'hints'>): string[] {
  if (clamped.length > 0) headers.push(answerHeaders.clamped.name, clamped.join(', '))
  if (hints.length > 0) headers.push(answerHeaders.hint.name, hints.join(' '))
  return headers
}

const compressedForm = (plain: EncodedBody, etags: Etags, { encoding, body }: Compressed): EncodedBody => ({
  etag: etags[encoding],
  headers: [
    ...plain.headers.map((part, at) => (plain.headers[at - 1] === 'Content-Length' ? String(body.length) : part)),
    answerHeaders.contentEncoding.name,
    encoding,
  ],
  body,
})

const nameOf = (question: Query, variant: string | undefined): string =>
  variant === undefined ? question.name : `${variant} ${question.name}`

const sizeOf = ({ bodies }: CachedResponse): number =>
  400 + Object.values(bodies ?? {}).reduce((bytes, { body }) => bytes + body.length, 0)
