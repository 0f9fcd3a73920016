import type { Fiat } from '../currencies-and-sides.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { readSource, type SourceReading } from '../exchanges/read-source.js'
import type { Fault } from '../fault.js'
import type { OfficialRate, OfficialSource } from './official-source.js'

export type OfficialReading = SourceReading<{ readonly rates: readonly FiatsRate[] }>

export type FiatsRate = OfficialRate & { readonly fiat: Fiat }

export const readOfficial = (source: OfficialSource, answer: HttpAnswer | Fault, nowMs: number): OfficialReading =>
  readSource(source.name, answer, nowMs, (text, fault) => {
    const { name } = source
    if (text.length > maxCharacters) return fault('too_large', `${name} sent more than a list of rates.`)
    if (webPage.test(text.slice(0, 200))) return fault('blocked', `${name} shows a web page instead of data.`)
    const list = source.read(text)
    if (list === null) return fault('schema_drift', `${name} lists its rates in an unknown shape.`)
    const aheadMs = Date.parse(list.day) - nowMs
    if (!(aheadMs <= mostAheadMs && aheadMs >= -mostBehindMs))
      return fault('bad_response', `${name} lists the rates of a day that is not near.`)
    const rates = source.fiats.flatMap((fiat): readonly FiatsRate[] => {
      const rate = list.perDollar.get(fiat)
      return rate === undefined ? [] : [{ fiat, rate: tidy(rate), source: name, day: list.day }]
    })
    // Reject the whole list if one rate is impossible, because the rest may be wrong, too.
    if (rates.some(({ rate }) => !(rate >= leastRate && rate <= mostRate)))
      return fault('bad_response', `${name} lists a rate that cannot be one.`)
    return rates.length === 0 ? fault('schema_drift', `${name} says nothing of a dollar.`) : { rates }
  })

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
