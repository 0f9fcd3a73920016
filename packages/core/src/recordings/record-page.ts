import type { Ad, Market } from '../ad.js'
import type { Dictionary, Exchange, WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { readJson } from '../exchanges/read-json.js'
import type { PageReading } from '../exchanges/read-page.js'
import { type Fault, isFault } from '../fault.js'
import { claimantsOf } from '../payments/method-index.js'
import { normaliseMethodName } from '../payments/normalise-method-name.js'
import { createInvention } from './invented-text.js'
import { type RecordedPage, type Recording, readRecordedPage } from './recording.js'
import { scrubBody, scrubRequest } from './scrub-body.js'

export type PageToRecord = Market & {
  readonly request: WireRequest
  readonly answer: HttpAnswer | Fault
  readonly names: Dictionary
  readonly observedAtMs: number
}

export type PageRecord = {
  readonly page: RecordedPage
  /** The reading of the original answer. */
  readonly reading: PageReading
  /** The scrubbed page gives the same ads, prices, limits, methods and counts, or the same fault. */
  readonly readsTheSame: boolean
}

/** Makes a recorder whose pages share their replacements: an id is replaced by the same id in all of them. */
export function createPageRecorder(exchange: Exchange): (asked: PageToRecord) => PageRecord {
  const invent = createInvention()

  return ({ fiat, side, request, answer, names, observedAtMs }) => {
    const isKnownMethod = (text: string): boolean =>
      claimantsOf(text).length > 0 || [...names.payments].flat().includes(text)
    const about = { fiat, recordedAt: new Date(observedAtMs).toISOString(), names: pairsOf(names) }
    const read = (recorded: RecordedPage['answer'], fault: RecordedPage['fault'] = null): PageReading =>
      readRecordedPage(exchange, about, { side, answer: recorded, fault })
    const compare = (reading: PageReading): string => comparable(reading, isKnownMethod)
    const shared = { side, request: scrubRequest(request, invent) }

    if (isFault(answer))
      return { page: { ...shared, answer: null, fault: answer }, reading: read(null, answer), readsTheSame: true }
    const head = {
      status: answer.status,
      contentType: /^[a-z]+\/[a-z+.-]{1,40}/i.exec(answer.contentType ?? '')?.[0] ?? null,
      ...(answer.simulated === true ? { simulated: true as const } : {}),
    }
    const original = read({ ...head, text: answer.text })
    const json = answer.text.length > maxBodyLength ? null : readJson(answer.text)
    const recorded: RecordedPage['answer'] =
      json?.ok === true
        ? {
            ...head,
            body: scrubBody(json.value, {
              reading: (value) => compare(read({ ...head, body: value })),
              isKnownMethod,
              observedAtMs,
              invent,
            }),
          }
        : {
            ...head,
            text: invent(answer.text.slice(0, maxTextLength)),
            ...(answer.text.length > maxTextLength ? { cut: true as const } : {}),
          }
    return {
      page: { ...shared, answer: recorded, fault: null },
      reading: original,
      readsTheSame: compare(read(recorded)) === compare(original),
    }
  }
}

/** Names that the pages use: a whole list would hide the answers. */
export function usedNames({ payments, currencies }: Dictionary, fiat: string, pages: readonly PageRecord[]) {
  const shown = new Set(
    pages.flatMap(({ reading }) => (reading.state === 'read' ? reading.ads.flatMap((ad) => ad.paymentMethods) : [])),
  )
  return pairsOf({
    payments: new Map([...payments].filter(([, name]) => shown.has(name.trim()))),
    currencies: new Map([...currencies].filter(([code]) => code === fiat)),
  })
}

const pairsOf = ({ payments, currencies }: Dictionary): Recording['names'] => ({
  payments: [...payments],
  currencies: [...currencies],
})

/** Everything that a scrubbed page must keep. Exact times and texts of people are not part of it. */
function comparable(reading: PageReading, isKnownMethod: (text: string) => boolean): string {
  if (reading.state === 'failed') return JSON.stringify([reading.fault.kind, reading.fault.httpStatus])
  const { ads, rejected, rowCount, more } = reading
  return JSON.stringify([ads.map((ad) => adWithoutPerson(ad, isKnownMethod)), rejected, rowCount, more])
}

function adWithoutPerson(ad: Ad, isKnownMethod: (text: string) => boolean): unknown {
  const { nickname, remarks, url, adId, advertiserId, lastSeenAtMs, paymentMethods, ...numbers } = ad
  return {
    ...numbers,
    has: [nickname, remarks, url, adId, advertiserId].map(Boolean),
    seenDaysAgo: lastSeenAtMs === null ? null : Math.floor((ad.observedAtMs - lastSeenAtMs) / dayMs),
    methods: paymentMethods.map((name) => (isKnownMethod(name) ? normaliseMethodName(name) : 'unknown')),
  }
}

/** The largest recorded page had 200,000 characters. */
const maxBodyLength = 1_000_000
const maxTextLength = 2_000
const dayMs = 86_400_000
