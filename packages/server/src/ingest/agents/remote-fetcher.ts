import { type Dictionary, type ExchangeId, type Fault, isFault } from '@p2p-rates/core'
import { type HttpAnswer, readAnswer, readDictionary } from '@p2p-rates/core/internal'
import type { RemoteFetcher, RemoteRequest } from '@p2p-rates/core/node'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { Timers } from '../../base/time/timers.js'
import { comparePages, hasEnoughAds, type PageComparison, type PageRead } from './compare-pages.js'
import type { PageOutcome, PageRequests } from './page-requests.js'
import {
  afterAgreement,
  afterContradiction,
  afterDispute,
  afterDoubt,
  isExcluded,
  isProven,
  type ReporterStore,
  type Reputation,
} from './reporter.js'
import type { PageTask } from './task-board.js'

export type ReporterEvent = {
  /** `unresolved`: two collectors contradict each other and it is unclear which one is wrong. */
  readonly kind: 'contradicted' | 'held_out' | 'unresolved'
  readonly reporter: string
  readonly exchange: ExchangeId
}

type FetcherPorts = {
  readonly offers: Pick<PageRequests, 'requestPage' | 'countReaders'>
  readonly store: Pick<ReporterStore, 'list' | 'change'>
  readonly timers: Timers
  readonly random: () => number
  readonly randomId: () => string
  readonly report: (event: ReporterEvent) => void
}

/** Reads every page twice until all collectors are proven; afterwards a random 10 %. */
export const createRemoteFetcher =
  (ports: FetcherPorts): RemoteFetcher =>
  (request, signal) =>
    readPage(ports, request, signal).catch((error: unknown) => {
      if (error instanceof StorageUnavailableError)
        return unavailable(request, 'pages cannot be given to remote collectors at the moment')
      throw error
    })

/** One page to read, and the collectors that may read it. */
type Reading = {
  readonly ports: FetcherPorts
  readonly request: RemoteRequest
  readonly group: string
  readonly excludedIds: readonly string[]
  readonly isProvenOne: (reply: PageReply) => boolean
}

async function readPage(
  ports: FetcherPorts,
  request: RemoteRequest,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer | Fault> {
  const { offers, store, random, randomId } = ports
  const { id } = request.exchange
  const readers = (await store.list()).filter((one) => one.exchanges.includes(id))
  const eligible = readers.filter((one) => !isExcluded(one.standing))
  if (eligible.length === 0) return unavailable(request, 'no remote collector is let in that may read it')
  const provenIds = new Set(eligible.filter((one) => isProven(one.standing)).map((one) => one.id))
  const reading: Reading = {
    ports,
    request,
    group: randomId(),
    // Excluded collectors may have polled before their exclusion.
    excludedIds: readers.filter((one) => isExcluded(one.standing)).map((one) => one.id),
    isProvenOne: ({ reporter }) => provenIds.has(reporter),
  }
  const areProven = provenIds.size === eligible.length
  const isDoubled = (await offers.countReaders(id)) > 1 && (!areProven || random() < checkedShare)
  const [first, second] = isDoubled ? await askTwo(reading, signal) : [await ask(reading, 1, signal), null]
  const [one, other] = [first, second].flatMap((parsed) => (parsed !== null && isReply(parsed) ? parsed : []))
  if (one === undefined) return firstFault(request, [first, second])
  if (other === undefined) return toHttpAnswer(one, reading.isProvenOne(one))
  return answerOfTwo(reading, one, other)
}

async function ask(
  { ports, request, group, excludedIds }: Reading,
  atOnce: number,
  stop?: AbortSignal,
  notBy: readonly string[] = [],
): Promise<ReplyOrFault> {
  const { requestPage, countReaders } = ports.offers
  const offered = pageTaskOf(request, group, [...excludedIds, ...notBy])
  const outcome = await requestPage(offered, stop)
  const parsed = parseOutcome(request, outcome)
  if (outcome === 'untaken' || isReadable(parsed) || (await countReaders(request.exchange.id)) <= atOnce) return parsed
  // Try another collector: a late one pauses for a while, and an exchange may block a single address.
  const again = parseOutcome(request, await requestPage(offered, stop))
  return isReadable(again) || outcome === 'unanswered' ? again : parsed
}

/** Asks two collectors. After the first answer, waits at most 8 s for the second, because later pages can't be compared. */
async function askTwo(reading: Reading, signal: AbortSignal | undefined) {
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  signal?.addEventListener('abort', stop, { once: true })
  const asked = [ask(reading, 2, giveUp.signal), ask(reading, 2, giveUp.signal)] as const
  let cancel = () => {}
  const answered = asked.map((one) => one.then((parsed) => (isReply(parsed) ? parsed : new Promise<never>(() => {}))))
  void Promise.race(answered).then(() => {
    cancel = reading.ports.timers.after(secondReplyMs, stop)
  })
  const both = await Promise.all(asked)
  cancel()
  signal?.removeEventListener('abort', stop)
  return both
}

async function answerOfTwo(reading: Reading, one: PageReply, other: PageReply): Promise<HttpAnswer | Fault> {
  const { ports, request, isProvenOne } = reading
  const comparison = compareReplies(one, other)
  if (comparison === 'agree') {
    await recordAgreement(ports, one, other)
    return toHttpAnswer(one, true)
  }
  if (comparison === 'unclear') return pickReadable(one, other, isProvenOne)
  const replies = [one, other]
  if (comparison === 'doubtful') {
    for (const reply of replies) await updateReputation(ports, reply, afterDoubt)
    const [proven, ...more] = replies.filter(isProvenOne)
    return proven === undefined || more.length > 0 ? toHttpAnswer(one, false) : toHttpAnswer(proven, true)
  }

  const exchange = request.exchange.id
  // Read even if the caller has cancelled, because the result decides a collector's reputation.
  const hasThird = (await ports.offers.countReaders(exchange)) > 2
  const third = hasThird ? await ask(reading, 3, undefined, [one.reporter, other.reporter]) : null
  const thirdReply = third !== null && isReply(third) ? third : null
  const verdict = resolveContradiction(one, other, thirdReply, isProvenOne)
  if (verdict === null) {
    for (const reply of replies) await updateReputation(ports, reply, afterDispute)
    ports.report({ kind: 'unresolved', reporter: [one.reporter, other.reporter].sort().join(', '), exchange })
    return { ...unavailable(request, 'two remote collectors contradict each other'), kind: 'bad_response' }
  }
  const { right, wrong } = verdict
  const now = await updateReputation(ports, wrong, afterContradiction)
  if (now !== null) {
    const kind = isExcluded(now.standing) ? 'held_out' : 'contradicted'
    ports.report({ kind, reporter: wrong.reporter, exchange })
  }
  if (thirdReply !== null) await recordAgreement(ports, right, thirdReply)
  return toHttpAnswer(right, true)
}

const updateReputation = (
  { store }: FetcherPorts,
  { reporter }: PageReply,
  after: (standing: Reputation) => Reputation,
) => store.change(reporter, (known) => ({ ...known, standing: after(known.standing) }))

async function recordAgreement(ports: FetcherPorts, ...replies: readonly PageReply[]): Promise<void> {
  for (const one of replies)
    if (one.page !== null && hasEnoughAds(one.page)) await updateReputation(ports, one, afterAgreement)
}

const checkedShare = 0.1
const secondReplyMs = 8_000

/** A collector's answer. `page` and `names` are both null if it cannot be parsed. */
type PageReply = {
  readonly reporter: string
  readonly answer: HttpAnswer
  readonly observedAtMs: number
  readonly page: PageRead | null
  readonly names: Dictionary | null
}
type ReplyOrFault = PageReply | Fault

const isReply = (given: ReplyOrFault): given is PageReply => 'reporter' in given

const isReadable = (given: ReplyOrFault): boolean => isReply(given) && (given.page !== null || given.names !== null)

const pageTaskOf = (
  { exchange, fiat, ads, requestHash }: RemoteRequest,
  group: string,
  notBy: readonly string[],
): PageTask => ({
  group,
  notBy,
  page: { exchange: exchange.id, fiat, side: ads?.side ?? null, page: ads?.page ?? null, requestHash },
})

function parseOutcome(request: RemoteRequest, outcome: PageOutcome): ReplyOrFault {
  if (outcome === 'untaken') return unavailable(request, 'no remote collector came for the page')
  if (outcome === 'unanswered') return unavailable(request, 'the remote collector did not answer in time')
  const { reporter, handedOutAtMs, receivedAtMs, answer } = outcome
  // Use our own message: untrusted text of a collector is never passed on.
  if (answer.state === 'failed')
    return {
      kind: answer.kind,
      message: `A remote collector could not read ${request.exchange.name} (${answer.kind}).`,
    }
  if (answer.state === 'refused')
    return {
      kind: 'schema_drift',
      message: `A remote collector asks ${request.exchange.name} in another way: it needs the same release as the server.`,
    }
  const tookMs = Math.max(0, answer.ended_ms - answer.started_ms)
  const observedAtMs = Math.min(receivedAtMs, Math.round(handedOutAtMs + tookMs))
  const page: HttpAnswer = {
    status: answer.status,
    contentType: answer.content_type,
    retryAfter: answer.retry_after,
    text: answer.body,
    ...(answer.simulated ? { simulated: true } : {}),
  }
  return {
    reporter,
    answer: page,
    observedAtMs,
    page: adsIn(request, page, observedAtMs),
    names: namesIn(request, page, observedAtMs),
  }
}

function adsIn({ exchange, ads }: RemoteRequest, answer: HttpAnswer, observedAtMs: number): PageRead | null {
  if (ads === null) return null
  const reading = readAnswer(exchange, answer, { ...ads, observedAtMs })
  return reading.state === 'read' ? { ads: reading.ads, observedAtMs } : null
}

function namesIn({ exchange, ads }: RemoteRequest, answer: HttpAnswer, observedAtMs: number): Dictionary | null {
  if (ads !== null) return null
  const names = readDictionary(exchange, answer, observedAtMs)
  return isFault(names) ? null : names
}

/** An unreadable answer contradicts nothing, because an exchange may block a single address. */
function compareReplies(one: PageReply, other: PageReply): PageComparison {
  if (one.page !== null && other.page !== null) return comparePages(one.page, other.page)
  if (one.names === null || other.names === null) return 'unclear'
  return areSameNames(one.names, other.names) ? 'agree' : 'doubtful'
}

const areSameNames = (one: Dictionary, other: Dictionary): boolean =>
  areSameEntries(one.payments, other.payments) && areSameEntries(one.currencies, other.currencies)
const areSameEntries = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

function pickReadable(one: PageReply, other: PageReply, isProvenOne: Reading['isProvenOne']): HttpAnswer {
  const [chosen] = [one, other].toSorted(
    (a, b) => Number(isReadable(b)) - Number(isReadable(a)) || Number(isProvenOne(b)) - Number(isProvenOne(a)),
  )
  const reply = chosen ?? one
  return toHttpAnswer(reply, isProvenOne(reply))
}

/** Decides by a third reading, else by reputation. Null if undecidable; then none is blamed. */
function resolveContradiction(
  one: PageReply,
  other: PageReply,
  thirdReply: PageReply | null,
  isProvenOne: Reading['isProvenOne'],
): { readonly right: PageReply; readonly wrong: PageReply } | null {
  if (thirdReply !== null) {
    const [withOne, withOther] = [compareReplies(thirdReply, one), compareReplies(thirdReply, other)]
    if (withOne === 'agree' && withOther === 'contradict') return { right: one, wrong: other }
    if (withOther === 'agree' && withOne === 'contradict') return { right: other, wrong: one }
  }
  if (isProvenOne(one) === isProvenOne(other)) return null
  return isProvenOne(one) ? { right: one, wrong: other } : { right: other, wrong: one }
}

const toHttpAnswer = ({ answer, observedAtMs }: PageReply, checked: boolean): HttpAnswer => ({
  ...answer,
  remote: { checked, observedAtMs },
})

const firstFault = (request: RemoteRequest, said: readonly (ReplyOrFault | null)[]): Fault =>
  said.find((one) => one !== null && isFault(one)) ?? unavailable(request, 'no remote collector has read it')

const unavailable = ({ exchange }: RemoteRequest, why: string): Fault => ({
  kind: 'unavailable',
  message: `${exchange.name} is not read: ${why}.`,
})
