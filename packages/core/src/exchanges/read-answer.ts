import type { RemoteReading } from '../ad.js'
import { type Fault, isSoundFault } from '../fault.js'
import { readInteger } from '../read-number-text.js'
import type { Dictionary, Exchange } from './define-exchange.js'
import { readJson } from './read-json.js'
import { type PageContext, type PageReading, readPage } from './read-page.js'
import type { SignedWire } from './signed-wire.js'

/** An HTTP answer as it came, body already inflated and decoded. */
export type HttpAnswer = {
  readonly status: number
  readonly contentType: string | null
  readonly retryAfter: string | null
  readonly text: string
  readonly simulated?: boolean
  readonly remote?: RemoteReading & { readonly observedAtMs: number }
}

/** Interpret an HTTP answer to an ad request. Every answer gives a reading, never an exception. */
export function readAnswer(exchange: Exchange, answer: HttpAnswer, context: PageContext): PageReading {
  const fault = answerFault(exchange, answer, context.observedAtMs)
  if (fault !== null) return { state: 'failed', fault }
  const reading = readPage(exchange, answer.text, context)
  if (answer.simulated !== true || reading.state === 'failed') return reading
  // The address of an invented ad could lead to a real person.
  return { ...reading, ads: reading.ads.map((ad) => ({ ...ad, url: null })) }
}

export function readDictionary(exchange: Exchange, answer: HttpAnswer, observedAtMs: number): Dictionary | Fault {
  const fault = answerFault(exchange, answer, observedAtMs)
  if (fault !== null) return fault
  const json = readJson(answer.text)
  if (!json.ok) return { kind: 'bad_response', message: `${exchange.name} did not answer with JSON.` }
  const unknownShape: Fault = { kind: 'schema_drift', message: `${exchange.name} lists its names in an unknown shape.` }
  try {
    const read = exchange.dictionary?.read(json.value) ?? unknownShape
    return isSoundFault(read) || isDictionary(read) ? read : unknownShape
  } catch {
    return unknownShape
  }
}

/** Interpret an answer about the rights of a key. Returns a fault unless the key is read-only. */
export function readRights(
  exchange: Exchange,
  { readsOnly }: NonNullable<SignedWire['rights']>,
  answer: HttpAnswer,
  observedAtMs: number,
): { readonly readsOnly: true } | Fault {
  const { name } = exchange
  const fault = answerFault(exchange, answer, observedAtMs)
  if (fault !== null) return fault
  const json = readJson(answer.text)
  if (!json.ok) return { kind: 'bad_response', message: `${name} did not answer with JSON.` }
  const read = readsOnly(json.value)
  if (read === true) return { readsOnly: true }
  if (typeof read === 'object' && isSoundFault(read)) return read
  return {
    kind: 'blocked',
    message: `The key for ${name} may do more than read and is not used: make one that is read-only.`,
  }
}

const isDictionary = (read: object): read is Dictionary =>
  'payments' in read && 'currencies' in read && [read.payments, read.currencies].every(isListOfTexts)

const isListOfTexts = (list: unknown): boolean =>
  list instanceof Map && list.size <= mostNames && [...list].flat().every((text) => typeof text === 'string')

const mostNames = 20_000

function answerFault(exchange: Exchange, answer: HttpAnswer, observedAtMs: number): Fault | null {
  const fault = statusFault(exchange.name, answer, observedAtMs)
  // A 401 is about the key, and the body can say more.
  if (fault?.kind === 'schema_drift' || fault?.httpStatus === 401) return refusalInBody(exchange, answer) ?? fault
  if (fault !== null || !isPage(answer)) return fault
  return { kind: 'blocked', message: `${exchange.name} shows a web page instead of data.`, httpStatus: answer.status }
}

/** Returns the refusal in the body of a 4xx answer: official interfaces report a rejected API key this way. */
function refusalInBody({ refusal }: Exchange, { status, text }: HttpAnswer): Fault | null {
  const json = readJson(text)
  if (!json.ok) return null
  try {
    const refusalFault = refusal?.(json.value) ?? null
    const isAboutUs =
      refusalFault !== null &&
      isSoundFault(refusalFault) &&
      (refusalFault.kind === 'blocked' || refusalFault.kind === 'rate_limited')
    return isAboutUs ? { ...refusalFault, httpStatus: status } : null
  } catch {
    return null
  }
}

export function statusFault(name: string, answer: HttpAnswer, observedAtMs: number): Fault | null {
  const { status } = answer
  const wait = readRetryAfter(answer.retryAfter, observedAtMs)
  const fault = (kind: Fault['kind'], message: string): Fault => ({ kind, message, httpStatus: status })
  const patient = (kind: Fault['kind'], message: string): Fault =>
    wait === null ? fault(kind, message) : { ...fault(kind, message), retryAfterSeconds: wait }

  if (status === 429) return patient('rate_limited', `${name} says we ask too often.`)
  if (status === 401) return patient('blocked', `${name} refuses access (HTTP ${status}).`)
  if (blockedStatuses.has(status)) return patient('blocked', `${name} refuses this address (HTTP ${status}).`)
  if (status >= 500) return patient('unavailable', `${name} is out of order (HTTP ${status}).`)
  if (status === 408) return fault('timeout', `${name} gave up waiting for our request.`)
  // The exchange works but no longer understands what we ask: its interface changed.
  if (status >= 400) return fault('schema_drift', `${name} does not understand the request (HTTP ${status}).`)
  if (status >= 300) return fault('redirect', `${name} points to another address, which is not followed.`)
  if (status !== 200) return fault('bad_response', `${name} answered without data (HTTP ${status}).`)
  return null
}

/** Binance answers 418 to callers who went on after a 429. */
const blockedStatuses: ReadonlySet<number> = new Set([403, 418, 451])

/** A captcha or block page. JSON under the wrong content type is still JSON. */
function isPage({ contentType, text }: HttpAnswer): boolean {
  const start = text.trimStart().charAt(0)
  return start === '<' || (start !== '{' && start !== '[' && /^text\/html\b/i.test(contentType ?? ''))
}

/** Seconds to wait, from either form of the header, and at most a quarter of an hour. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  const seconds = httpDate.test(text) ? Math.ceil((Date.parse(text) - nowMs) / 1000) : readInteger(text, 20)
  return seconds !== null && seconds >= 1 ? Math.min(seconds, maxRetryAfterSeconds) : null
}

const maxRetryAfterSeconds = 900
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
