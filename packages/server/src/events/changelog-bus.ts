import type { Clock } from '../time/clock.js'
import { every, type Timers } from '../time/timers.js'
import type { ChangeLog, LogGap, LoggedChange, LogPlace } from './change-log.js'
import type { EventBus, ServerEvent } from './event-bus.js'
import { decodeEvent, encodeEvent } from './event-codec.js'
import { createInProcessBus } from './in-process-bus.js'

/** A feed between servers: everybody hears what stands in the log, in its order, the teller as well. */
export interface ChangelogBus extends EventBus {
  /** How far the log was read. */
  readonly place: LogPlace
  /** By our own clock the instant up to which nothing can be missing here. */
  readonly completeAtMonoMs: number
  /** When the database was last asked with success, by our own clock. */
  readonly readAtMonoMs: number
  /** Somebody says how far the log goes, who was asked at this instant. */
  hearOfHead(seq: number, askedAtMonoMs: number): void
  /** The log goes further than was read, as far as is known. */
  readonly isBehind: boolean
  /** Reads what is new in the log, now. Rejects where it cannot be read. What is told with it was just put there by ourselves. */
  catchUp(own?: LocalAppends): Promise<void>
  /** Tells the listeners here of everything that has a state. */
  tellStates(): Promise<void>
  stop(): void
}

/** By their places in the log: long texts need not be fetched by whoever has written them. */
export type LocalAppends = ReadonlyMap<number, ServerEvent>
const none: LocalAppends = new Map()

type ChangelogBusPorts = {
  readonly log: ChangeLog
  readonly clock: Clock
  readonly timers: Timers
  readonly report: (kind: ServerEvent['kind'], error: unknown) => void
  readonly reportOutage: (error: unknown) => void
  /** The database went back: what stood at these places of the log is lost; null where nobody knows from which on. */
  readonly reportLoss: (from: number | null, to: number) => void
  /** What the store has put into the log by itself, in one step with the change. */
  readonly isOnRecord: (event: ServerEvent) => boolean
  /** Something new was read. */
  readonly onRead?: () => void
}

/** How often the log is looked at when nobody gives a hint. */
const pollIntervalMs = 500
const atOnce = 1_000

/** Puts an event into the log; of what has a state, as the newest word on it. */
export function appendToChangelog(log: Pick<ChangeLog, 'append' | 'appendState'>, event: ServerEvent): Promise<number> {
  const state = stateOf(event)
  return state === null ? log.append(encodeEvent(event)) : log.appendState(state, encodeEvent(event))
}

/** Begins with the states and behind everything else that is in the log already: whoever starts has read that itself. */
export async function createChangelogBus(ports: ChangelogBusPorts): Promise<ChangelogBus> {
  const { log, clock, timers, report, reportOutage, reportLoss, isOnRecord, onRead = () => {} } = ports
  const local = createInProcessBus(report)
  let completeAtMonoMs = clock.monoMs()
  let readAtMonoMs = completeAtMonoMs
  let seen = await log.head()
  let knownHead = seen.seq

  /** What the listeners here are still at, by the place in the log and by what it is about. */
  const acting = new Map<number, { readonly about: string; readonly done: Promise<void> }>()

  const hear = (seq: number, event: ServerEvent): void => {
    const done = Promise.resolve(local.publishEvent(event)).finally(() => acting.delete(seq))
    acting.set(seq, { about: aboutOf(event), done })
  }

  const hearChange = ({ seq, text, ageMs }: LoggedChange, own = none): void => {
    const event = own.get(seq) ?? (text === null ? null : decodeEvent(text))
    if (event !== null) hear(seq, aged(event, ageMs))
  }

  const tellStates = async (): Promise<void> => {
    for (const state of await log.states()) hearChange(state)
  }

  /** Too far behind, or ahead of a database that went back: everything may have changed. */
  async function beginAnew(gap: LogGap): Promise<void> {
    const head = await log.head()
    const states = await log.states()
    if (gap === 'lost') reportLoss(head.seq < seen.seq ? head.seq + 1 : null, seen.seq)
    seen = head
    hear(seen.seq, { kind: 'data_replaced' })
    for (const state of states) hearChange(state)
  }

  async function readOn(own: LocalAppends): Promise<void> {
    const before = seen
    for (;;) {
      const askedAtMonoMs = clock.monoMs()
      const changes = await log.since(seen, atOnce, [...own.keys()])
      if (typeof changes === 'string') await beginAnew(changes)
      else
        for (const change of changes) {
          seen = { seq: change.seq, writtenUs: change.writtenUs }
          hearChange(change, own)
        }
      if (typeof changes !== 'string' && changes.length === atOnce) continue
      completeAtMonoMs = askedAtMonoMs
      readAtMonoMs = askedAtMonoMs
      knownHead = seen.seq
      if (seen !== before) onRead()
      return
    }
  }

  let reading: Promise<void> | null = null
  /**
   * Whoever comes while it is being read may have come too late for that, and waits for the next time. What is our own is
   * known for that time alone: a database that went back may give its place to something else.
   */
  async function catchUp(own = none): Promise<void> {
    await reading?.catch(() => {})
    reading ??= readOn(own).finally(() => {
      reading = null
    })
    await reading
  }

  /** One after the other, so that the log has the order in which they were told. */
  let lastAppended: Promise<unknown> = Promise.resolve()
  const append = (event: ServerEvent): Promise<number> => {
    const appended = lastAppended.then(() => appendToChangelog(log, event))
    lastAppended = appended.catch(() => {})
    return appended
  }

  async function publishEvent(event: ServerEvent): Promise<void> {
    try {
      if (isOnRecord(event)) {
        await catchUp()
        const about = aboutOf(event)
        await Promise.all([...acting.values()].filter((one) => one.about === about).map(({ done }) => done))
      } else {
        const seq = await append(event)
        while (seen.seq < seq) await catchUp()
        await acting.get(seq)?.done
      }
    } catch (error) {
      reportOutage(error)
      // A state that only one server knew would differ from all others; of anything else it is known here at least.
      if (stateOf(event) === null) await local.publishEvent(event)
    }
  }

  const stop = every(timers, pollIntervalMs, () => catchUp(), reportOutage)
  return {
    get place() {
      return seen
    },
    get completeAtMonoMs() {
      return completeAtMonoMs
    },
    get readAtMonoMs() {
      return readAtMonoMs
    },
    get isBehind() {
      return knownHead > seen.seq
    },
    hearOfHead: (seq, askedAtMonoMs) => {
      knownHead = Math.max(knownHead, seq)
      if (seq > seen.seq) void catchUp().catch(reportOutage)
      else if (seq === seen.seq) completeAtMonoMs = Math.max(completeAtMonoMs, askedAtMonoMs)
    },
    publishEvent,
    listen: local.listen,
    catchUp,
    tellStates,
    stop,
  }
}

/** What the event is the newest word on; `null` where every word counts. */
function stateOf(event: ServerEvent): string | null {
  if (event.kind === 'snapshot') return `snapshot ${event.fiat}`
  if (event.kind === 'lane') return `lane ${event.exchange}`
  return event.kind === 'sources' ? 'sources' : null
}

/** What is of the moment has grown older on its way. */
const aged = (event: ServerEvent, ageMs: number): ServerEvent =>
  'ageMs' in event ? { ...event, ageMs: event.ageMs + Math.max(0, ageMs) } : event

/** What is told of a change, whoever put it into the log and in which words. */
function aboutOf(event: ServerEvent): string {
  switch (event.kind) {
    case 'key_changed':
      return `key ${event.keyId} ${event.isLive}`
    case 'account_changed':
      return `account ${event.account.id} ${event.account.plan}`
    case 'sessions_ended':
      return `sessions ${event.accountId}`
    case 'webhook_changed':
      return `webhook ${event.webhookId} ${event.state}`
    case 'reporter_removed':
      return `reporter ${event.reporter}`
    default:
      return event.kind
  }
}
