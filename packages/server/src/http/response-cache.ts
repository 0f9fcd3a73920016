import type { IncomingHttpHeaders } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.js'
import { type Compressed, type Compressor, createCompressor } from './compressor.js'
import { createEncodingReader, type Encoding } from './encodings.js'
import { type Etags, etagsOf, heldEtag } from './etags.js'
import type { DataVersion } from './handle.js'
import type { Query } from './query.js'
import type { Reply } from './reply.js'

/** An answer as bytes. Does not depend on the caller. */
export type Rendered = {
  readonly version: string
  readonly variant: string | undefined
  readonly etags: Etags
  /** `null` after eviction, so that queries that still point here hold no bytes. */
  forms: Encodings | null
  readonly isComplete: boolean
}

type Encodings = { readonly identity: Form } & { readonly [E in Encoding]?: Form }
type Form = { readonly etag: string; readonly headers: readonly string[]; readonly body: Buffer }

const { etag, cacheControl } = answerHeaders

export type ConditionalHeaders = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>

/** Below 1 KiB the headers outweigh the savings. */
const worthCompressing = 1024
/** From this size an answer is cached only at its second request, to spare the garbage collector. */
const large = 256 * 1024

/**
 * Response cache: one answer per query and data version, shared by all callers. Repeated ones are also stored
 * compressed.
 */
export function createResponseCache(
  clock: Clock,
  compressor: Compressor = createCompressor(clock),
  maxSize = 64 * 1024 * 1024,
) {
  const wantedEncodings = createEncodingReader()
  const known = new LRUCache<string, Rendered>({
    maxSize,
    sizeCalculation: sizeOf,
    dispose: (rendered) => {
      rendered.forms = null
    },
  })

  const onceAsked = new LRUCache<string, string>({ max: 1_000 })

  const find = (question: Query, { version, variant }: DataVersion): Rendered | null => {
    const last = question.rendered
    if (last !== null && last.forms !== null && last.version === version && last.variant === variant) return last
    const found = known.get(nameOf(question, variant))
    if (found === undefined || found.version !== version) return null
    question.rendered = found
    return found
  }

  const compress = async (name: string, rendered: Rendered, { identity }: Encodings): Promise<void> => {
    const smaller = await compressor.compress(identity.body)
    // The entry may have been replaced or evicted meanwhile.
    if (smaller === null || known.peek(name) !== rendered) return
    const made = smaller.map((one) => [one.encoding, compressedForm(identity, rendered.etags, one)])
    known.set(name, { ...rendered, forms: { ...Object.fromEntries(made), identity }, isComplete: true })
  }

  const present = (
    form: Form,
    { etags }: Rendered,
    question: Query,
    data: DataVersion,
    wishes: ConditionalHeaders,
  ): Reply => {
    const seconds = Math.min(60, Math.max(1, Math.ceil((data.refreshAtMonoMs - clock.monoMs()) / 1000)))
    const held = heldEtag(wishes['if-none-match'], etags, form.etag)
    const headers = [etag.name, held ?? form.etag, cacheControl.name, `private, max-age=${seconds}`]
    if (held !== null) return { status: 304, headers: withRemarks(headers, question), body: null }
    for (const part of form.headers) headers.push(part)
    return { status: 200, headers: withRemarks(headers, question), body: form.body }
  }

  return {
    recall: (question: Query, data: DataVersion, wishes: ConditionalHeaders): Reply | null => {
      const rendered = find(question, data)
      if (rendered === null || rendered.forms === null) return null
      const { forms, isComplete } = rendered
      const wanted = wantedEncodings(wishes['accept-encoding'])
      if (!isComplete && wanted[0] !== 'identity') void compress(nameOf(question, data.variant), rendered, forms)
      const best = wanted.find((encoding) => forms[encoding] !== undefined) ?? 'identity'
      return present(forms[best] ?? forms.identity, rendered, question, data, wishes)
    },

    keep: (
      question: Query,
      data: DataVersion,
      { body, headers }: Pick<Form, 'body' | 'headers'>,
      wishes: ConditionalHeaders,
    ): Reply => {
      const { version, variant } = data
      const name = nameOf(question, variant)
      const etags = etagsOf(body)
      const isKept = body.length < large || onceAsked.get(name) === version
      // Copy, because a large body may be a view into a bigger buffer that would stay alive.
      const identity = {
        etag: etags.identity,
        headers,
        body: isKept && body.length >= large ? Buffer.from(body) : body,
      }
      const fresh = { version, variant, etags, forms: { identity }, isComplete: body.length <= worthCompressing }
      if (isKept) {
        known.set(name, fresh)
        question.rendered = fresh
      } else onceAsked.set(name, version)
      return present(identity, fresh, question, data, wishes)
    },
  }
}

export function withRemarks(headers: string[], { clamped, hints }: Pick<Query, 'clamped' | 'hints'>): string[] {
  if (clamped.length > 0) headers.push(answerHeaders.clamped.name, clamped.join(', '))
  if (hints.length > 0) headers.push(answerHeaders.hint.name, hints.join(' '))
  return headers
}

const compressedForm = (plain: Form, etags: Etags, { encoding, body }: Compressed): Form => ({
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

const sizeOf = ({ forms }: Rendered): number =>
  400 + Object.values(forms ?? {}).reduce((bytes, { body }) => bytes + body.length, 0)
