import type { Clock } from '../../base/time/clock.js'
import { every, type Timers } from '../../base/time/timers.js'
import type { ChangeLog, LogGap, LoggedChange, LogPosition } from './change-log.js'
import { createInProcessBus, type EventBus, type ServerEvent } from './event-bus.js'
import { decodeEvent, encodeEvent } from './event-codec.js'

export type ChangelogBus = Awaited<ReturnType<typeof createChangelogBus>>

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

type BusState = {
  readonly ports: ChangelogBusPorts
  readonly local: EventBus
  completeAtMonoMs: number
  readAtMonoMs: number
  seen: LogPosition
  knownHead: number
  readonly delivering: Map<number, { readonly about: string; readonly done: Promise<void> }>
  reading: Promise<void> | null
  lastAppended: Promise<unknown>
}

/**
 * Event bus between servers: every server, including the sender, gets the events in log order. Start after all logged
 * changes, because a starting server reads that data itself. `deliverStates` delivers the states.
 */
export async function createChangelogBus(ports: ChangelogBusPorts) {
  const { log, clock, timers, report, reportOutage } = ports
  const startedAtMonoMs = clock.monoMs()
  const seen = await log.head()
  const state: BusState = {
    ports,
    local: createInProcessBus(report),
    completeAtMonoMs: startedAtMonoMs,
    readAtMonoMs: startedAtMonoMs,
    seen,
    knownHead: seen.seq,
    delivering: new Map(),
    reading: null,
    lastAppended: Promise.resolve(),
  }
  return {
    get position(): LogPosition {
      return state.seen
    },
    /** By our own clock the instant up to which nothing can be missing here. */
    get completeAtMonoMs(): number {
      return state.completeAtMonoMs
    },
    /** When the database was last asked with success, by our own clock. */
    get readAtMonoMs(): number {
      return state.readAtMonoMs
    },
    get isBehind(): boolean {
      return state.knownHead > state.seen.seq
    },
    /** Accept a log head that another source knew at `askedAtMonoMs`. */
    observeHead: (seq: number, askedAtMonoMs: number): void => observeHead(state, seq, askedAtMonoMs),
    publishEvent: (event: ServerEvent): Promise<void> => publishEvent(state, event),
    listen: state.local.listen,
    /** Rejects if the log can't be read. `own` holds the events that this server just appended. */
    catchUp: (own?: LocalAppends): Promise<void> => catchUp(state, own),
    deliverStates: (): Promise<void> => deliverStates(state),
    stop: every(timers, pollIntervalMs, () => catchUp(state), reportOutage),
  }
}

function observeHead(state: BusState, seq: number, askedAtMonoMs: number): void {
  state.knownHead = Math.max(state.knownHead, seq)
  if (seq > state.seen.seq) void catchUp(state).catch(state.ports.reportOutage)
  else if (seq === state.seen.seq) state.completeAtMonoMs = Math.max(state.completeAtMonoMs, askedAtMonoMs)
}

function deliver({ local, delivering }: BusState, seq: number, event: ServerEvent): void {
  const done = Promise.resolve(local.publishEvent(event)).finally(() => delivering.delete(seq))
  delivering.set(seq, { about: subjectOf(event), done })
}

function deliverChange(state: BusState, { seq, text, ageMs }: LoggedChange, own = none): void {
  const event = own.get(seq) ?? (text === null ? null : decodeEvent(text))
  if (event !== null) deliver(state, seq, aged(event, ageMs))
}

async function deliverStates(state: BusState): Promise<void> {
  for (const change of await state.ports.log.states()) deliverChange(state, change)
}

/** Too far behind, or ahead of a database that went back: everything may have changed. */
async function resync(state: BusState, gap: LogGap): Promise<void> {
  const { log, reportLoss } = state.ports
  const head = await log.head()
  const changes = await log.states()
  if (gap === 'lost') reportLoss(head.seq < state.seen.seq ? head.seq + 1 : null, state.seen.seq)
  state.seen = head
  deliver(state, head.seq, { kind: 'data_replaced' })
  for (const change of changes) deliverChange(state, change)
}

async function readNewChanges(state: BusState, own: LocalAppends): Promise<void> {
  const { log, clock, onRead = () => {} } = state.ports
  const before = state.seen
  for (;;) {
    const askedAtMonoMs = clock.monoMs()
    const changes = await log.changesSince(state.seen, batchSize, [...own.keys()])
    if (typeof changes === 'string') await resync(state, changes)
    else
      for (const change of changes) {
        state.seen = { seq: change.seq, writtenUs: change.writtenUs }
        deliverChange(state, change, own)
      }
    if (typeof changes !== 'string' && changes.length === batchSize) continue
    state.completeAtMonoMs = askedAtMonoMs
    state.readAtMonoMs = askedAtMonoMs
    state.knownHead = state.seen.seq
    if (state.seen !== before) onRead()
    return
  }
}

/**
 * Wait for the next read, because a read in progress may be too early for this caller. `own` is valid for one read
 * only: a restored database may reuse its positions.
 */
async function catchUp(state: BusState, own = none): Promise<void> {
  await state.reading?.catch(() => {})
  state.reading ??= readNewChanges(state, own).finally(() => {
    state.reading = null
  })
  await state.reading
}

/** Append one event at a time, so that the log keeps the order of publication. */
function append(state: BusState, event: ServerEvent): Promise<number> {
  const appended = state.lastAppended.then(() => appendToChangelog(state.ports.log, event))
  state.lastAppended = appended.catch(() => {})
  return appended
}

async function publishEvent(state: BusState, event: ServerEvent): Promise<void> {
  const { delivering, local, ports } = state
  try {
    if (ports.isAlreadyLogged(event)) {
      await catchUp(state)
      const about = subjectOf(event)
      await Promise.all([...delivering.values()].filter((one) => one.about === about).map(({ done }) => done))
    } else {
      const seq = await append(state, event)
      while (state.seen.seq < seq) await catchUp(state)
      await delivering.get(seq)?.done
    }
  } catch (error) {
    ports.reportOutage(error)
    // If the log is unreachable, deliver only non-state events locally: a state event would make replicas diverge.
    if (stateOf(event) === null) await local.publishEvent(event)
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
