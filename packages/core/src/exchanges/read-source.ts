import { type Fault, isFault } from '../fault.js'
import { type HttpAnswer, statusFault } from './read-answer.js'

/** Content of a source that is read without a key and without pages. */
export type SourceReading<Content> =
  | ({ readonly state: 'read'; readonly simulated?: boolean } & Content)
  | { readonly state: 'failed'; readonly fault: Fault }

/** Interpret an HTTP answer of such a source. Every answer gives a reading, never an exception. */
export function readSource<Content extends object>(
  name: string,
  answer: HttpAnswer | Fault,
  nowMs: number,
  read: (text: string, fault: (kind: Fault['kind'], message: string) => Fault) => Content | Fault,
): SourceReading<Content> {
  if (isFault(answer)) return { state: 'failed', fault: answer }
  const faultOf = (kind: Fault['kind'], message: string) => ({ kind, message, httpStatus: answer.status })
  const found = statusFault(name, answer, nowMs) ?? read(answer.text, faultOf)
  if (isFault(found)) return { state: 'failed', fault: found }
  return { state: 'read', ...found, ...(answer.simulated === true ? { simulated: true } : {}) }
}
