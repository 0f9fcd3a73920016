import {
  type Dictionary,
  type ExchangeId,
  type Fault,
  type HttpAnswer,
  isFault,
  readAnswer,
  readDictionary,
} from '@p2p-rates/core'
import type { RemoteFetcher, RemoteRequest } from '@p2p-rates/core/node'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { Timers } from '../../base/time/timers.js'
import { comparePages, hasEnoughAds, type PageComparison, type PageRead } from './compare-pages.js'
import type { PageRequests, ReportedPage } from './page-requests.js'
import {
  afterAgreement,
  afterContradiction,
  afterDispute,
  afterDoubt,
  isExcluded,
  isProven,
  type Reporter,
  type Reputation,
} from './reporter.js'
import type { ReporterStore } from './reporter-store.js'
import type { PageTask } from './task-board.js'

export type ReporterEvent = {
  /** `unresolved`: two collectors contradict each other and it is unclear which one is wrong. */
  readonly kind: 'contradicted' | 'held_out' | 'unresolved'
  readonly reporter: string
  readonly exchange: ExchangeId
}

/**
 * Reads pages through remote collectors. Until all of them are proven, every page is read twice; afterwards a random 10
 * %.
 */
export function createRemoteFetcher(ports: {
  readonly offers: Pick<PageRequests, 'requestPage' | 'countReaders'>
  readonly store: Pick<ReporterStore, 'list' | 'change'>
  readonly timers: Timers
  readonly random: () => number
  readonly randomId: () => string
  readonly report: (event: ReporterEvent) => void
}): RemoteFetcher {
  const { offers, store, timers, random, randomId, report } = ports

  const updateReputation = ({ reporter }: PageReply, after: (standing: Reputation) => Reputation) =>
    store.change(reporter, (known) => ({ ...known, standing: after(known.standing) }))

  const recordAgreement = async (...replies: readonly PageReply[]): Promise<void> => {
    for (const one of replies)
      if (one.page !== null && hasEnoughAds(one.page)) await updateReputation(one, afterAgreement)
  }

  const recordContradiction = async (reply: PageReply, exchange: ExchangeId): Promise<void> => {
    const { reporter } = reply
    const now = await updateReputation(reply, afterContradiction)
    if (now === null) return
    report({ kind: isExcluded(now.standing) ? 'held_out' : 'contradicted', reporter, exchange })
  }

  const read: RemoteFetcher = async (request, signal) => {
    const { exchange } = request
    const readers = (await store.list()).filter((one) => one.exchanges.includes(exchange.id))
    const eligible = readers.filter((one) => !isExcluded(one.standing))
    // Excluded collectors may have polled before their exclusion.
    const excludedIds = readers.filter((one) => isExcluded(one.standing)).map(({ id }) => id)
    if (eligible.length === 0) return unavailable(request, 'no remote collector is let in that may read it')
    const standing = new Map(eligible.map((one) => [one.id, one]))
    const isProvenOne = ({ reporter }: PageReply): boolean => {
      const known = standing.get(reporter)
      return known !== undefined && isProven(known.standing)
    }
    const group = randomId()
    const ask = async (atOnce: number, stop?: AbortSignal, notBy: readonly string[] = []): Promise<ReplyOrFault> => {
      const offered = pageTaskOf(request, group, [...excludedIds, ...notBy])
      const outcome = await offers.requestPage(offered, stop)
      const parsed = parseOutcome(request, outcome)
      if (outcome === 'untaken' || isReadable(parsed) || (await offers.countReaders(exchange.id)) <= atOnce)
        return parsed
      // Try another collector: a late one pauses for a while, and an exchange may block a single address.
      const again = parseOutcome(request, await offers.requestPage(offered, stop))
      return isReadable(again) || outcome === 'unanswered' ? again : parsed
    }

    const isDoubled = (await offers.countReaders(exchange.id)) > 1 && (!areProven(eligible) || random() < checkedShare)
    const [first, second] = await (isDoubled
      ? askTwo((stop) => ask(2, stop), signal)
      : Promise.all([ask(1, signal), null]))
    const replies = [first, second].flatMap((parsed) => (parsed !== null && 'reporter' in parsed ? parsed : []))
    const [one, other] = replies
    if (one === undefined) return firstFault(request, [first, second])
    if (other === undefined) return toHttpAnswer(one, isProvenOne(one))
    const comparison = compareReplies(one, other)
    if (comparison === 'agree') {
      await recordAgreement(one, other)
      return toHttpAnswer(one, true)
    }
    if (comparison === 'unclear') return pickReadable(one, other, isProvenOne)
    if (comparison === 'doubtful') {
      for (const reply of replies) await updateReputation(reply, afterDoubt)
      const [proven, ...more] = replies.filter(isProvenOne)
      return proven === undefined || more.length > 0 ? toHttpAnswer(one, false) : toHttpAnswer(proven, true)
    }

    // Read even if the caller has cancelled, because the result decides a collector's reputation.
    const third =
      (await offers.countReaders(exchange.id)) > 2 ? await ask(3, undefined, [one.reporter, other.reporter]) : null
    const thirdReply = third !== null && 'reporter' in third ? third : null
    const verdict = resolveContradiction(one, other, thirdReply, isProvenOne)
    if (verdict === null) {
      for (const reply of replies) await updateReputation(reply, afterDispute)
      report({ kind: 'unresolved', reporter: [one.reporter, other.reporter].sort().join(', '), exchange: exchange.id })
      return { ...unavailable(request, 'two remote collectors contradict each other'), kind: 'bad_response' }
    }
    const { right, wrong } = verdict
    await recordContradiction(wrong, exchange.id)
    if (thirdReply !== null) await recordAgreement(right, thirdReply)
    return toHttpAnswer(right, true)
  }

  return (request, signal) =>
    read(request, signal).catch((error: unknown) => {
      if (error instanceof StorageUnavailableError)
        return unavailable(request, 'pages cannot be given to remote collectors at the moment')
      throw error
    })

  /**
   * Asks two collectors. After the first answer, waits at most 8 s for the second, because later pages can't be
   * compared.
   */
  async function askTwo(ask: (stop: AbortSignal) => Promise<ReplyOrFault>, signal: AbortSignal | undefined) {
    const giveUp = new AbortController()
    const stop = () => giveUp.abort()
    signal?.addEventListener('abort', stop, { once: true })
    const asked = [ask(giveUp.signal), ask(giveUp.signal)] as const
    let cancel = () => {}
    const answered = asked.map((one) =>
      one.then((parsed) => ('reporter' in parsed ? parsed : new Promise<never>(() => {}))),
    )
    void Promise.race(answered).then(() => {
      cancel = timers.after(secondReplyMs, stop)
    })
    const both = await Promise.all(asked)
    cancel()
    signal?.removeEventListener('abort', stop)
    return both
  }
}

const checkedShare = 0.1
const secondReplyMs = 8_000

const areProven = (reporters: readonly Reporter[]): boolean => reporters.every(({ standing }) => isProven(standing))

/** A collector's answer. `page` and `names` are both null if it cannot be parsed. */
type PageReply = {
  readonly reporter: string
  readonly answer: HttpAnswer
  readonly observedAtMs: number
  readonly page: PageRead | null
  readonly names: Dictionary | null
}
type ReplyOrFault = PageReply | Fault

const isReadable = (reply: ReplyOrFault): boolean =>
  'reporter' in reply && (reply.page !== null || reply.names !== null)

const pageTaskOf = (
  { exchange, fiat, ads, requestHash }: RemoteRequest,
  group: string,
  notBy: readonly string[],
): PageTask => ({
  group,
  notBy,
  page: { exchange: exchange.id, fiat, side: ads?.side ?? null, page: ads?.page ?? null, requestHash },
})

function parseOutcome(request: RemoteRequest, outcome: ReportedPage | 'untaken' | 'unanswered'): ReplyOrFault {
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

function pickReadable(one: PageReply, other: PageReply, isProvenOne: (one: PageReply) => boolean): HttpAnswer {
  const [chosen] = [one, other].toSorted(
    (a, b) => Number(isReadable(b)) - Number(isReadable(a)) || Number(isProvenOne(b)) - Number(isProvenOne(a)),
  )
  const reply = chosen ?? one
  return toHttpAnswer(reply, isProvenOne(reply))
}

/**
 * Decides between two contradicting collectors: by a third reading, else by reputation. Null if undecidable; then none
 * is blamed.
 */
function resolveContradiction(
  one: PageReply,
  other: PageReply,
  thirdReply: PageReply | null,
  isProvenOne: (one: PageReply) => boolean,
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
