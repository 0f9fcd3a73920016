import type { Fiat } from '../currencies-and-sides.js'
import { type HttpAnswer, statusFault } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import type { OfficialRate, OfficialSource } from './official-source.js'

export type OfficialReading =
  | { readonly state: 'read'; readonly rates: readonly FiatsRate[]; readonly simulated?: boolean }
  | { readonly state: 'failed'; readonly fault: Fault }

export type FiatsRate = OfficialRate & { readonly fiat: Fiat }

/** Interpret an HTTP answer of a central bank. Every answer gives a reading, never an exception. */
export function readOfficial(source: OfficialSource, answer: HttpAnswer, nowMs: number): OfficialReading {
  const { name } = source
  const failed = (kind: Fault['kind'], message: string): OfficialReading => ({
    state: 'failed',
    fault: { kind, message, httpStatus: answer.status },
  })
  const fault = statusFault(name, answer, nowMs)
  if (fault !== null) return { state: 'failed', fault }
  if (answer.text.length > maxCharacters) return failed('too_large', `${name} sent more than a list of rates.`)
  if (webPage.test(answer.text.slice(0, 200))) return failed('blocked', `${name} shows a web page instead of data.`)
  const list = source.read(answer.text)
  if (list === null) return failed('schema_drift', `${name} lists its rates in an unknown shape.`)
  const aheadMs = Date.parse(list.day) - nowMs
  if (!(aheadMs <= mostAheadMs && aheadMs >= -mostBehindMs))
    return failed('bad_response', `${name} lists the rates of a day that is not near.`)
  const rates = source.fiats.flatMap((fiat): readonly FiatsRate[] => {
    const rate = list.perDollar.get(fiat)
    return rate === undefined ? [] : [{ fiat, rate: tidy(rate), source: name, day: list.day }]
  })
  // Reject the whole list if one rate is impossible, because the rest may be wrong, too.
  if (rates.some(({ rate }) => !(rate >= leastRate && rate <= mostRate)))
    return failed('bad_response', `${name} lists a rate that cannot be one.`)
  if (rates.length === 0) return failed('schema_drift', `${name} says nothing of a dollar.`)
  return { state: 'read', rates, ...(answer.simulated === true ? { simulated: true } : {}) }
}

const dayMs = 86_400_000
/** Before long holidays banks say at once what holds after them. */
const mostAheadMs = 10 * dayMs
const mostBehindMs = 31 * dayMs

const maxCharacters = 500_000
/** No currency is worth 10,000 dollars, and of none a million makes a dollar. */
const leastRate = 1e-4
const mostRate = 1e6

const webPage = /^\s*<(?:!doctype\s+html|html)\b/i

/** Divisions leave digits behind that no bank has published. */
const tidy = (rate: number): number => Number(rate.toPrecision(8))
