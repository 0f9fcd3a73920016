import { z } from 'zod'
import { sides } from '../currencies-and-sides.js'
import type { Dictionary, Exchange } from '../exchanges/define-exchange.js'
import { readAnswer } from '../exchanges/read-answer.js'
import { parseJson } from '../exchanges/read-json.js'
import type { PageReading } from '../exchanges/read-page.js'
import { type Fault, isSoundFault } from '../fault.js'

const pairs = z.array(z.tuple([z.string(), z.string()])).max(20_000)

const anyJson = z.unknown().optional()

const page = z.object({
  side: z.enum(sides),
  request: z.object({ method: z.enum(['GET', 'POST']), path: z.string(), query: anyJson, body: anyJson }),
  answer: z
    .object({
      status: z.int(),
      contentType: z.string().nullable(),
      /** JSON is in `body`; the beginning of anything else is in `text`. */
      body: anyJson,
      text: z.string().optional(),
      /** The answer was longer than the recording, which thus may read differently. */
      cut: z.literal(true).optional(),
      simulated: z.literal(true).optional(),
    })
    .nullable(),
  /** Why there is no answer. */
  fault: z.custom<Fault>((value) => typeof value === 'object' && value !== null && isSoundFault(value)).nullable(),
})

const recording = z.object({
  format: z.literal('p2p-rates recording'),
  version: z.literal(1),
  exchange: z.string(),
  fiat: z.string().regex(/^[A-Z]{3}$/),
  /** Also the day that decides which mapping reads the pages. */
  recordedAt: z.iso.datetime(),
  names: z.object({ payments: pairs, currencies: pairs }),
  pages: z.array(page).max(sides.length),
})

/** Scrubbed answers of an exchange, one page a side, as `p2p record` writes them. */
export type Recording = z.infer<typeof recording>
export type RecordedPage = z.infer<typeof page>

/** Null if the text is no recording of a known version. */
export function parseRecording(text: string): Recording | null {
  if (text.length > maxRecordingLength) return null
  return parseJson(recording, text) ?? null
}

/** Two pages of at most 1,000,000 characters each, indented. */
const maxRecordingLength = 10_000_000

/** Reads a recorded page by the mapping of its day. */
export function readRecordedPage(
  exchange: Exchange,
  { fiat, recordedAt, names }: Pick<Recording, 'fiat' | 'recordedAt' | 'names'>,
  { side, answer, fault }: Pick<RecordedPage, 'side' | 'answer' | 'fault'>,
): PageReading {
  if (answer === null)
    return { state: 'failed', fault: fault ?? { kind: 'bad_response', message: 'The recording has no answer.' } }
  const observedAtMs = Date.parse(recordedAt)
  const { status, contentType, body, text = JSON.stringify(body) ?? '', simulated } = answer
  const whole = { status, contentType, retryAfter: null, text, ...(simulated === true ? { simulated } : {}) }
  return readAnswer(wireAt(exchange, observedAtMs), whole, { fiat, side, names: dictionaryOf(names), observedAtMs })
}

const dictionaryOf = ({ payments, currencies }: Recording['names']): Dictionary => ({
  payments: new Map(payments),
  currencies: new Map(currencies),
})

/** Returns the definition that held at a time: an earlier one if the answer is that old. */
function wireAt(exchange: Exchange, atMs: number): Exchange {
  const [held] = (exchange.earlier ?? [])
    .filter(({ until }) => atMs < Date.parse(until))
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until))
  return held?.wire ?? exchange
}
