import { type ExchangeId, type Fault, type HttpAnswer, isFault, readAnswer } from '@p2p-rates/core'
import type { AskElsewhere, Errand } from '@p2p-rates/core/node'
import { StorageUnavailableError } from '../refusals/storage-unavailable.js'
import type { Timers } from '../time/timers.js'
import { comparePages, type PageRead } from './compare-pages.js'
import type { Offers, ReportedPage } from './offers.js'
import { afterAgreement, afterContradiction, isHeldOut, isProven, type Reporter } from './reporter.js'
import type { ReporterStore } from './reporter-store.js'
import type { OfferedPage } from './task-board.js'

/** What an operator is told of those who read for us. */
export type ReporterEvent = {
  /** `unresolved`: two contradict each other, and nobody can tell who is wrong. */
  readonly kind: 'contradicted' | 'held_out' | 'unresolved'
  readonly reporter: string
  readonly exchange: ExchangeId
}

/**
 * Has pages read from other addresses. Until somebody has agreed with others often enough, all that he reads is read
 * twice; from then on a tenth of it, by chance.
 */
export function createRemoteReading(ports: {
  readonly offers: Pick<Offers, 'offer' | 'readersOf'>
  readonly store: Pick<ReporterStore, 'list' | 'change'>
  readonly timers: Timers
  readonly random: () => number
  readonly randomId: () => string
  readonly report: (event: ReporterEvent) => void
}): AskElsewhere {
  const { offers, store, timers, random, randomId, report } = ports

  const agreed = async (...witnesses: readonly Witness[]): Promise<void> => {
    for (const { reporter } of witnesses)
      await store.change(reporter, (known) => ({ ...known, standing: afterAgreement(known.standing) }))
  }

  const contradicted = async ({ reporter }: Witness, exchange: ExchangeId): Promise<void> => {
    const now = await store.change(reporter, (known) => ({ ...known, standing: afterContradiction(known.standing) }))
    if (now === null) return
    report({ kind: isHeldOut(now.standing) ? 'held_out' : 'contradicted', reporter, exchange })
  }

  const read: AskElsewhere = async (errand, signal) => {
    const { exchange } = errand
    const readers = (await store.list()).filter((one) => one.exchanges.includes(exchange.id))
    const inLine = readers.filter((one) => !isHeldOut(one.standing))
    // They may have come for a page before they were held out.
    const outOfLine = readers.filter((one) => isHeldOut(one.standing)).map(({ id }) => id)
    if (inLine.length === 0) return missing(errand, 'no remote collector is let in that may read it')
    const standing = new Map(inLine.map((one) => [one.id, one]))
    const isProvenOne = ({ reporter }: Witness): boolean => {
      const known = standing.get(reporter)
      return known !== undefined && isProven(known.standing)
    }
    const group = randomId()
    const ask = async (stop?: AbortSignal, notBy: readonly string[] = []): Promise<Brought> => {
      const offered = offerOf(errand, group, [...outOfLine, ...notBy])
      const outcome = await offers.offer(offered, stop)
      // Who is late rests for a while, so another one comes.
      const isLate = outcome === 'unanswered' && (await mayDouble(exchange.id))
      return understood(errand, isLate ? await offers.offer(offered, stop) : outcome)
    }

    const isDoubled =
      errand.ads !== null && (await mayDouble(exchange.id)) && (!areProven(inLine) || random() < checkedShare)
    const [first, second] = await (isDoubled ? askTwo(ask, signal) : Promise.all([ask(signal), null]))
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

    // Asked even if nobody waits for the page any more: it is about who is to be believed.
    const third =
      (await offers.readersOf(exchange.id)) > 2 ? await ask(undefined, [one.reporter, other.reporter]) : null
    const judge = third !== null && 'reporter' in third ? third : null
    const verdict = judged(one, other, judge, isProvenOne)
    if (verdict === null) {
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

  async function mayDouble(exchange: ExchangeId): Promise<boolean> {
    return (await offers.readersOf(exchange)) > 1
  }

  /** Who has answered does not wait for the other longer than what both have read can be compared. */
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

/** How much is read twice of those who have proven themselves. */
const checkedShare = 0.1
const patienceMs = 8_000

const areProven = (reporters: readonly Reporter[]): boolean => reporters.every(({ standing }) => isProven(standing))

/** A page, whoever has read it. */
type Witness = { readonly reporter: string; readonly answer: HttpAnswer; readonly page: PageRead | null } & {
  readonly observedAtMs: number
}
type Brought = Witness | Fault

const offerOf = (
  { exchange, fiat, ads, requestHash }: Errand,
  group: string,
  notBy: readonly string[],
): OfferedPage => ({
  group,
  notBy,
  page: { exchange: exchange.id, fiat, side: ads?.side ?? null, page: ads?.page ?? null, requestHash },
})

function understood(errand: Errand, outcome: ReportedPage | 'untaken' | 'unanswered'): Brought {
  if (outcome === 'untaken') return missing(errand, 'no remote collector came for the page')
  if (outcome === 'unanswered') return missing(errand, 'the remote collector did not answer in time')
  const { reporter, handedOutAtMs, receivedAtMs, answer } = outcome
  // The words are ours: what a stranger wrote is told to nobody.
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
  return { reporter, answer: page, observedAtMs, page: adsIn(errand, page, observedAtMs) }
}

function adsIn({ exchange, ads }: Errand, answer: HttpAnswer, observedAtMs: number): PageRead | null {
  if (ads === null) return null
  const reading = readAnswer(exchange, answer, { ...ads, observedAtMs })
  return reading.state === 'read' ? { ads: reading.ads, observedAtMs } : null
}

/** An address may be refused where another is not: that contradicts nobody. */
const compared = (one: Witness, other: Witness) =>
  one.page === null || other.page === null ? 'unclear' : comparePages(one.page, other.page)

function readable(one: Witness, other: Witness, isProvenOne: (one: Witness) => boolean): HttpAnswer {
  const [chosen] = [one, other].toSorted(
    (a, b) => Number(b.page !== null) - Number(a.page !== null) || Number(isProvenOne(b)) - Number(isProvenOne(a)),
  )
  const witness = chosen ?? one
  return carried(witness, isProvenOne(witness))
}

/** Who is right, and who is not: by a third, or by who is proven. Null where nobody can tell, and nobody is blamed. */
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

const firstFault = (errand: Errand, said: readonly (Brought | null)[]): Fault =>
  said.find((one) => one !== null && isFault(one)) ?? missing(errand, 'no remote collector has read it')

const missing = ({ exchange }: Errand, why: string): Fault => ({
  kind: 'unavailable',
  message: `${exchange.name} is not read: ${why}.`,
})
