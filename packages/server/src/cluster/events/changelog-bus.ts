import type { Clock } from '../../base/time/clock.js'
import { every, type Timers } from '../../base/time/timers.js'
import type { ChangeLog, LogGap, LoggedChange, LogPosition } from './change-log.js'
import type { EventBus, ServerEvent } from './event-bus.js'
import { decodeEvent, encodeEvent } from './event-codec.js'
import { createInProcessBus } from './in-process-bus.js'

/** Event bus between servers: every server, including the sender, gets the events in log order. */
export interface ChangelogBus extends EventBus {
  readonly position: LogPosition
  /** By our own clock the instant up to which nothing can be missing here. */
  readonly completeAtMonoMs: number
  /** When the database was last asked with success, by our own clock. */
  readonly readAtMonoMs: number
  /** Accept a log head that another source knew at `askedAtMonoMs`. */
  observeHead(seq: number, askedAtMonoMs: number): void
  readonly isBehind: boolean
  /**
   * Read new log entries now. Rejects if the log can't be read. `own` holds the events that this server just appended.
   */
  catchUp(own?: LocalAppends): Promise<void>
  deliverStates(): Promise<void>
  stop(): void
}

/** Own events by log position, so that the server needn't fetch its own long texts. */
export type LocalAppends = ReadonlyMap<number, ServerEvent>
const none: LocalAppends = new Map()

type ChangelogBusPorts = {
  readonly log: ChangeLog
  readonly clock: Clock
  readonly timers: Timers
  readonly report: (kind: ServerEvent['kind'], error: unknown) => void
  readonly reportOutage: (error: unknown) => void
  /** Callback for log entries that a restored database has lost. `from` is null if the first lost one is unknown. */
  readonly reportLoss: (from: number | null, to: number) => void
  /** Returns true for events that the store logs itself, in the transaction of the change. */
  readonly isAlreadyLogged: (event: ServerEvent) => boolean
  readonly onRead?: () => void
}

/** Poll interval of the log if no hint arrives. */
const pollIntervalMs = 500
const batchSize = 1_000

export function appendToChangelog(log: Pick<ChangeLog, 'append' | 'appendState'>, event: ServerEvent): Promise<number> {
  const state = stateOf(event)
  return state === null ? log.append(encodeEvent(event)) : log.appendState(state, encodeEvent(event))
}

/**
 * Start after all logged changes, because a starting server reads that data itself. `deliverStates` delivers the states.
 */
export async function createChangelogBus(ports: ChangelogBusPorts): Promise<ChangelogBus> {
  const { log, clock, timers, report, reportOutage, reportLoss, isAlreadyLogged, onRead = () => {} } = ports
  const local = createInProcessBus(report)
  let completeAtMonoMs = clock.monoMs()
  let readAtMonoMs = completeAtMonoMs
  let seen = await log.head()
  let knownHead = seen.seq

  const delivering = new Map<number, { readonly about: string; readonly done: Promise<void> }>()

  const deliver = (seq: number, event: ServerEvent): void => {
    const done = Promise.resolve(local.publishEvent(event)).finally(() => delivering.delete(seq))
    delivering.set(seq, { about: subjectOf(event), done })
  }

  const deliverChange = ({ seq, text, ageMs }: LoggedChange, own = none): void => {
    const event = own.get(seq) ?? (text === null ? null : decodeEvent(text))
    if (event !== null) deliver(seq, aged(event, ageMs))
  }

  const deliverStates = async (): Promise<void> => {
    for (const state of await log.states()) deliverChange(state)
  }

  /** Too far behind, or ahead of a database that went back: everything may have changed. */
  async function resync(gap: LogGap): Promise<void> {
    const head = await log.head()
    const states = await log.states()
    if (gap === 'lost') reportLoss(head.seq < seen.seq ? head.seq + 1 : null, seen.seq)
    seen = head
    deliver(seen.seq, { kind: 'data_replaced' })
    for (const state of states) deliverChange(state)
  }

  async function readNewChanges(own: LocalAppends): Promise<void> {
    const before = seen
    for (;;) {
      const askedAtMonoMs = clock.monoMs()
      const changes = await log.changesSince(seen, batchSize, [...own.keys()])
      if (typeof changes === 'string') await resync(changes)
      else
        for (const change of changes) {
          seen = { seq: change.seq, writtenUs: change.writtenUs }
          deliverChange(change, own)
        }
      if (typeof changes !== 'string' && changes.length === batchSize) continue
      completeAtMonoMs = askedAtMonoMs
      readAtMonoMs = askedAtMonoMs
      knownHead = seen.seq
      if (seen !== before) onRead()
      return
    }
  }

  let reading: Promise<void> | null = null
  /**
   * Wait for the next read, because a read in progress may be too early for this caller. `own` is valid for one read
   * only: a restored database may reuse its positions.
   */
  async function catchUp(own = none): Promise<void> {
    await reading?.catch(() => {})
    reading ??= readNewChanges(own).finally(() => {
      reading = null
    })
    await reading
  }

  /** Append one event at a time, so that the log keeps the order of publication. */
  let lastAppended: Promise<unknown> = Promise.resolve()
  const append = (event: ServerEvent): Promise<number> => {
    const appended = lastAppended.then(() => appendToChangelog(log, event))
    lastAppended = appended.catch(() => {})
    return appended
  }

  async function publishEvent(event: ServerEvent): Promise<void> {
    try {
      if (isAlreadyLogged(event)) {
        await catchUp()
        const about = subjectOf(event)
        await Promise.all([...delivering.values()].filter((one) => one.about === about).map(({ done }) => done))
      } else {
        const seq = await append(event)
        while (seen.seq < seq) await catchUp()
        await delivering.get(seq)?.done
      }
    } catch (error) {
      reportOutage(error)
      // If the log is unreachable, deliver only non-state events locally: a state event would make replicas diverge.
      if (stateOf(event) === null) await local.publishEvent(event)
    }
  }

  const stop = every(timers, pollIntervalMs, () => catchUp(), reportOutage)
  return {
    get position() {
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
    observeHead: (seq, askedAtMonoMs) => {
      knownHead = Math.max(knownHead, seq)
      if (seq > seen.seq) void catchUp().catch(reportOutage)
      else if (seq === seen.seq) completeAtMonoMs = Math.max(completeAtMonoMs, askedAtMonoMs)
    },
    publishEvent,
    listen: local.listen,
    catchUp,
    deliverStates,
    stop,
  }
}

/** Returns the state that the event replaces; null if every event counts. */
function stateOf(event: ServerEvent): string | null {
  if (event.kind === 'snapshot') return `snapshot ${event.fiat}`
  if (event.kind === 'lane') return `lane ${event.exchange}`
  return event.kind === 'sources' ? 'sources' : null
}

const aged = (event: ServerEvent, ageMs: number): ServerEvent =>
  'ageMs' in event ? { ...event, ageMs: event.ageMs + Math.max(0, ageMs) } : event

/** Returns the subject of a change. Events about the same change share it, whichever server logged them. */
function subjectOf(event: ServerEvent): string {
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
