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
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { Timers } from '../time/timers.js'
import { comparePages, isTelling, type PageComparison, type PageRead } from './compare-pages.js'
import type { Offers, ReportedPage } from './offers.js'
import {
  afterAgreement,
  afterContradiction,
  afterDispute,
  afterDoubt,
  isHeldOut,
  isProven,
  type Reporter,
  type Reputation,
} from './reporter.js'
import type { ReporterStore } from './reporter-store.js'
import type { OfferedPage } from './task-board.js'

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
export function createRemoteReading(ports: {
  readonly offers: Pick<Offers, 'offer' | 'readersOf'>
  readonly store: Pick<ReporterStore, 'list' | 'change'>
  readonly timers: Timers
  readonly random: () => number
  readonly randomId: () => string
  readonly report: (event: ReporterEvent) => void
}): RemoteFetcher {
  const { offers, store, timers, random, randomId, report } = ports

  const change = ({ reporter }: Witness, after: (standing: Reputation) => Reputation) =>
    store.change(reporter, (known) => ({ ...known, standing: after(known.standing) }))

  const agreed = async (...witnesses: readonly Witness[]): Promise<void> => {
    for (const one of witnesses) if (one.page !== null && isTelling(one.page)) await change(one, afterAgreement)
  }

  const contradicted = async (witness: Witness, exchange: ExchangeId): Promise<void> => {
    const { reporter } = witness
    const now = await change(witness, afterContradiction)
    if (now === null) return
    report({ kind: isHeldOut(now.standing) ? 'held_out' : 'contradicted', reporter, exchange })
  }

  const read: RemoteFetcher = async (errand, signal) => {
    const { exchange } = errand
    const readers = (await store.list()).filter((one) => one.exchanges.includes(exchange.id))
    const inLine = readers.filter((one) => !isHeldOut(one.standing))
    // Excluded collectors may have polled before their exclusion.
    const outOfLine = readers.filter((one) => isHeldOut(one.standing)).map(({ id }) => id)
    if (inLine.length === 0) return missing(errand, 'no remote collector is let in that may read it')
    const standing = new Map(inLine.map((one) => [one.id, one]))
    const isProvenOne = ({ reporter }: Witness): boolean => {
      const known = standing.get(reporter)
      return known !== undefined && isProven(known.standing)
    }
    const group = randomId()
    const ask = async (atOnce: number, stop?: AbortSignal, notBy: readonly string[] = []): Promise<Brought> => {
      const offered = offerOf(errand, group, [...outOfLine, ...notBy])
      const outcome = await offers.offer(offered, stop)
      const said = understood(errand, outcome)
      if (outcome === 'untaken' || isReadable(said) || (await offers.readersOf(exchange.id)) <= atOnce) return said
      // Try another collector: a late one pauses for a while, and an exchange may block a single address.
      const again = understood(errand, await offers.offer(offered, stop))
      return isReadable(again) || outcome === 'unanswered' ? again : said
    }

    const isDoubled = (await offers.readersOf(exchange.id)) > 1 && (!areProven(inLine) || random() < checkedShare)
    const [first, second] = await (isDoubled
      ? askTwo((stop) => ask(2, stop), signal)
      : Promise.all([ask(1, signal), null]))
    const witnesses = [first, second].flatMap((said) => (said !== null && 'reporter' in said ? said : []))
    const [one, other] = witnesses
    if (one === undefined) return firstFault(errand, [first, second])
    if (other === undefined) return carried(one, isProvenOne(one))
    const comparison = compared(one, other)
    if (comparison === 'agree') {
      await agreed(one, other)
      return carried(one, true)
    }
    if (comparison === 'unclear') return readable(one, other, isProvenOne)
    if (comparison === 'doubtful') {
      for (const witness of witnesses) await change(witness, afterDoubt)
      const [proven, ...more] = witnesses.filter(isProvenOne)
      return proven === undefined || more.length > 0 ? carried(one, false) : carried(proven, true)
    }

    // Read even if the caller has cancelled, because the result decides a collector's reputation.
    const third =
      (await offers.readersOf(exchange.id)) > 2 ? await ask(3, undefined, [one.reporter, other.reporter]) : null
    const judge = third !== null && 'reporter' in third ? third : null
    const verdict = judged(one, other, judge, isProvenOne)
    if (verdict === null) {
      for (const witness of witnesses) await change(witness, afterDispute)
      report({ kind: 'unresolved', reporter: [one.reporter, other.reporter].sort().join(', '), exchange: exchange.id })
      return { ...missing(errand, 'two remote collectors contradict each other'), kind: 'bad_response' }
    }
    const { right, wrong } = verdict
    await contradicted(wrong, exchange.id)
    if (judge !== null) await agreed(right, judge)
    return carried(right, true)
  }

  return (errand, signal) =>
    read(errand, signal).catch((error: unknown) => {
      if (error instanceof StorageUnavailableError)
        return missing(errand, 'pages cannot be given to remote collectors at the moment')
      throw error
    })

  /**
   * Asks two collectors. After the first answer, waits at most 8 s for the second, because later pages can't be
   * compared.
   */
  async function askTwo(ask: (stop: AbortSignal) => Promise<Brought>, signal: AbortSignal | undefined) {
    const giveUp = new AbortController()
    const stop = () => giveUp.abort()
    signal?.addEventListener('abort', stop, { once: true })
    const asked = [ask(giveUp.signal), ask(giveUp.signal)] as const
    let cancel = () => {}
    const answered = asked.map((one) => one.then((said) => ('reporter' in said ? said : new Promise<never>(() => {}))))
    void Promise.race(answered).then(() => {
      cancel = timers.after(patienceMs, stop)
    })
    const both = await Promise.all(asked)
    cancel()
    signal?.removeEventListener('abort', stop)
    return both
  }
}

const checkedShare = 0.1
const patienceMs = 8_000

const areProven = (reporters: readonly Reporter[]): boolean => reporters.every(({ standing }) => isProven(standing))

/** A collector's answer. `page` and `names` are both null if it cannot be parsed. */
type Witness = {
  readonly reporter: string
  readonly answer: HttpAnswer
  readonly observedAtMs: number
  readonly page: PageRead | null
  readonly names: Dictionary | null
}
type Brought = Witness | Fault

const isReadable = (said: Brought): boolean => 'reporter' in said && (said.page !== null || said.names !== null)

const offerOf = (
  { exchange, fiat, ads, requestHash }: RemoteRequest,
  group: string,
  notBy: readonly string[],
): OfferedPage => ({
  group,
  notBy,
  page: { exchange: exchange.id, fiat, side: ads?.side ?? null, page: ads?.page ?? null, requestHash },
})

function understood(errand: RemoteRequest, outcome: ReportedPage | 'untaken' | 'unanswered'): Brought {
  if (outcome === 'untaken') return missing(errand, 'no remote collector came for the page')
  if (outcome === 'unanswered') return missing(errand, 'the remote collector did not answer in time')
  const { reporter, handedOutAtMs, receivedAtMs, answer } = outcome
  // Use our own message: untrusted text of a collector is never passed on.
  if (answer.state === 'failed')
    return { kind: answer.kind, message: `A remote collector could not read ${errand.exchange.name} (${answer.kind}).` }
  if (answer.state === 'refused')
    return {
      kind: 'schema_drift',
      message: `A remote collector asks ${errand.exchange.name} in another way: it needs the same release as the server.`,
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
    page: adsIn(errand, page, observedAtMs),
    names: namesIn(errand, page, observedAtMs),
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
function compared(one: Witness, other: Witness): PageComparison {
  if (one.page !== null && other.page !== null) return comparePages(one.page, other.page)
  if (one.names === null || other.names === null) return 'unclear'
  return areSameNames(one.names, other.names) ? 'agree' : 'doubtful'
}

const areSameNames = (one: Dictionary, other: Dictionary): boolean =>
  areSameEntries(one.payments, other.payments) && areSameEntries(one.currencies, other.currencies)
const areSameEntries = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

function readable(one: Witness, other: Witness, isProvenOne: (one: Witness) => boolean): HttpAnswer {
  const [chosen] = [one, other].toSorted(
    (a, b) => Number(isReadable(b)) - Number(isReadable(a)) || Number(isProvenOne(b)) - Number(isProvenOne(a)),
  )
  const witness = chosen ?? one
  return carried(witness, isProvenOne(witness))
}

/**
 * Decides between two contradicting collectors: by a third reading, else by reputation. Null if undecidable; then none
 * is blamed.
 */
function judged(
  one: Witness,
  other: Witness,
  judge: Witness | null,
  isProvenOne: (one: Witness) => boolean,
): { readonly right: Witness; readonly wrong: Witness } | null {
  if (judge !== null) {
    const [withOne, withOther] = [compared(judge, one), compared(judge, other)]
    if (withOne === 'agree' && withOther === 'contradict') return { right: one, wrong: other }
    if (withOther === 'agree' && withOne === 'contradict') return { right: other, wrong: one }
  }
  if (isProvenOne(one) === isProvenOne(other)) return null
  return isProvenOne(one) ? { right: one, wrong: other } : { right: other, wrong: one }
}

const carried = ({ answer, observedAtMs }: Witness, checked: boolean): HttpAnswer => ({
  ...answer,
  remote: { checked, observedAtMs },
})

const firstFault = (errand: RemoteRequest, said: readonly (Brought | null)[]): Fault =>
  said.find((one) => one !== null && isFault(one)) ?? missing(errand, 'no remote collector has read it')

const missing = ({ exchange }: RemoteRequest, why: string): Fault => ({
  kind: 'unavailable',
  message: `${exchange.name} is not read: ${why}.`,
})
