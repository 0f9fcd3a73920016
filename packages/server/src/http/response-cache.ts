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

/** An answer whose bytes exist. Who asks never colours it. */
export type Rendered = {
  readonly version: string
  readonly variant: string | undefined
  readonly etags: Etags
  /** `null` once others needed the room: questions that still point here hold no bytes. */
  forms: Encodings | null
  /** Whether every encoding that makes it smaller is there. */
  readonly isComplete: boolean
}

/** The same answer in the encodings that have been made of it. */
type Encodings = { readonly identity: Form } & { readonly [E in Encoding]?: Form }
/** The headers name type, length and encoding. */
type Form = { readonly etag: string; readonly headers: readonly string[]; readonly body: Buffer }

const { etag, cacheControl } = answerHeaders

/** What decides about the form in which an answer goes out. */
export type ConditionalHeaders = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>

/** Below this the head of an answer outweighs what could be saved. */
const worthCompressing = 1024
/** To keep all of these would keep the garbage collector busy: they are kept for those who ask again. */
const large = 256 * 1024

/** Answers made once per question and data, shared by all who ask; what is asked for again is kept compressed, too. */
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

  /** For later requests: this one does not wait for it. */
  const compress = async (name: string, rendered: Rendered, { identity }: Encodings): Promise<void> => {
    const smaller = await compressor.compress(identity.body)
    // Newer data may have come meanwhile, or others needed the room.
    if (smaller === null || known.peek(name) !== rendered) return
    const made = smaller.map((one) => [one.encoding, compressedForm(identity, rendered.etags, one)])
    known.set(name, { ...rendered, forms: { ...Object.fromEntries(made), identity }, isComplete: true })
  }

  /** The answer as it goes to one caller: whole, or "you have it already". */
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
    /** From the bytes that exist; `null` where there are none for these data. */
    recall: (question: Query, data: DataVersion, wishes: ConditionalHeaders): Reply | null => {
      const rendered = find(question, data)
      if (rendered === null || rendered.forms === null) return null
      const { forms, isComplete } = rendered
      const wanted = wantedEncodings(wishes['accept-encoding'])
      if (!isComplete && wanted[0] !== 'identity') void compress(nameOf(question, data.variant), rendered, forms)
      const best = wanted.find((encoding) => forms[encoding] !== undefined) ?? 'identity'
      return present(forms[best] ?? forms.identity, rendered, question, data, wishes)
    },

    /** Made now, for this caller and all who ask the same. */
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
      // What is kept lies in memory of its own, whoever made it.
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

/** Adds the names of lowered parameters, and advice about values, where there is any. */
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
