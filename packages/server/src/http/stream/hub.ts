import { streamTimes } from '@p2p-rates/contract'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Clock } from '../../base/time/clock.js'
import { type Cancel, every, nextTurn, type Timers } from '../../base/time/timers.js'
import type { Frame } from './frame.js'

export type StreamSubscription = {
  readonly topic: string
  readonly maxAgeMs: number
  /** Ids of the key, session or account whose end closes the stream. */
  readonly ownerIds: readonly string[]
}

type Client = StreamSubscription & {
  readonly connection: StreamConnection
  readonly closesAtMonoMs: number
  sentVersion: number
  stalledSinceMonoMs: number | null
  gone: boolean
}

const stalledLimitMs = 30_000
/** A key that was revoked and a session that has ended close their streams within 5 s. */
const closeGraceMs = 4_000
/** Closes 500 streams a second, unless that takes too long. */
const closeBatchPauseMs = 100
const heartbeat = Buffer.from(': still here\n')
const closingComment = Buffer.from(': closing, please connect again\n')

/** Every client sits in one of these, and every second one of them is visited: heartbeats spread out by themselves. */
const buckets = streamTimes.heartbeatMs / 1_000

type Streams = ReturnType<typeof newStreams>

const newStreams = (clock: Clock, timers: Timers) => ({
  clock,
  timers,
  byTopic: new Map<string, Set<Client>>(),
  byOwner: new Map<string, Set<Client>>(),
  wheel: Array.from({ length: buckets }, () => new Set<Client>()),
  stalled: new Set<Client>(),
  newest: new Map<string, Frame>(),
  /** Pending cuts of clients that have lost access. */
  cuts: new Set<Cancel>(),
  joined: 0,
  openCount: 0,
  second: 0,
})

/** Clients by topic. A slow client blocks nothing: it gets the newest frame once it reads again, or is dropped. */
export function createHub(ports: {
  readonly clock: Clock
  readonly timers: Timers
  readonly report: (error: unknown) => void
}) {
  const { clock, timers, report } = ports
  const streams = newStreams(clock, timers)
  const stopHeartbeats = every(timers, 1_000, () => beat(streams), report)
  return {
    subscribe: (listener: StreamSubscription, first: Frame, connection: StreamConnection): void =>
      subscribe(streams, listener, first, connection),
    publish: (topic: string, frame: Frame): void => publish(streams, topic, frame),
    get openCount(): number {
      return streams.openCount
    },
    closeStreamsOf: (name: string): void => closeForGood(streams, [...(streams.byOwner.get(name) ?? [])]),
    /** Closes all streams gradually, so that clients don't all reconnect at once. */
    closeAllGradually: (withinMs: number): Promise<void> => closeAllGradually(streams, withinMs),
    stop: async (): Promise<void> => {
      stopHeartbeats()
      for (const cancel of streams.cuts) cancel()
      streams.cuts.clear()
      await closeAll(streams, allClients(streams))
    },
  }
}

export type Hub = ReturnType<typeof createHub>

function subscribe(streams: Streams, listener: StreamSubscription, first: Frame, connection: StreamConnection): void {
  const client: Client = {
    ...listener,
    connection,
    closesAtMonoMs: streams.clock.monoMs() + listener.maxAgeMs,
    sentVersion: -1,
    stalledSinceMonoMs: null,
    gone: false,
  }
  const bucket = streams.wheel[streams.joined++ % buckets]
  streams.openCount += 1
  bucket?.add(client)
  remember(streams.byTopic, client.topic, client)
  for (const name of client.ownerIds) remember(streams.byOwner, name, client)
  connection.onClose(() => leave(streams, client, bucket))
  send(streams, client, first)
}

function leave(streams: Streams, client: Client, bucket: Set<Client> | undefined): void {
  client.gone = true
  streams.openCount -= 1
  bucket?.delete(client)
  streams.stalled.delete(client)
  forget(streams.byTopic, client.topic, client)
  for (const name of client.ownerIds) forget(streams.byOwner, name, client)
}

function publish(streams: Streams, topic: string, frame: Frame): void {
  const { timers, newest, byTopic } = streams
  newest.set(topic, frame)
  void runInSlices(timers, byTopic.get(topic) ?? [], (client) => {
    // A newer frame may have come in meanwhile: it is the one to send.
    const latest = newest.get(topic)
    if (latest !== undefined) send(streams, client, latest)
  })
}

function send(streams: Streams, client: Client, frame: Frame): void {
  if (client.gone || client.sentVersion >= frame.version) return
  if (client.connection.unsentBytes > 0) {
    markStalled(streams, client)
    return
  }
  client.sentVersion = frame.version
  if (!client.connection.write(frame.bytes)) markStalled(streams, client)
}

function markStalled({ clock, stalled }: Streams, client: Client): void {
  client.stalledSinceMonoMs ??= clock.monoMs()
  stalled.add(client)
}

async function beat(streams: Streams): Promise<void> {
  flushStalled(streams)
  streams.second += 1
  const bucket = streams.wheel[streams.second % buckets] ?? []
  await runInSlices(streams.timers, bucket, (client) => sendHeartbeat(streams, client))
}

/** Sends the newest frame to clients that read again. Drops the rest after a while, to free their memory. */
function flushStalled(streams: Streams): void {
  const { clock, stalled, newest } = streams
  for (const client of stalled) {
    if (client.connection.unsentBytes > 0) {
      if (clock.monoMs() - (client.stalledSinceMonoMs ?? 0) >= stalledLimitMs) client.connection.destroy()
      continue
    }
    stalled.delete(client)
    client.stalledSinceMonoMs = null
    const frame = newest.get(client.topic)
    if (frame !== undefined) send(streams, client, frame)
  }
}

function sendHeartbeat(streams: Streams, client: Client): void {
  if (client.gone) return
  if (streams.clock.monoMs() >= client.closesAtMonoMs) client.connection.end(closingComment)
  else if (client.connection.unsentBytes > 0) markStalled(streams, client)
  else if (!client.connection.write(heartbeat)) markStalled(streams, client)
}

const allClients = ({ wheel }: Streams): Client[] => wheel.flatMap((bucket) => [...bucket])

const closeAll = ({ timers }: Streams, clients: Iterable<Client>): Promise<void> =>
  runInSlices(timers, clients, (client) => {
    if (!client.gone) client.connection.end(closingComment)
  })

async function closeAllGradually(streams: Streams, withinMs: number): Promise<void> {
  const clients = allClients(streams)
  const atOnce = Math.max(50, Math.ceil((clients.length * closeBatchPauseMs) / withinMs))
  for (let from = 0; from < clients.length; from += atOnce) {
    if (from > 0) await new Promise<void>((resolve) => void streams.timers.after(closeBatchPauseMs, resolve))
    await closeAll(streams, clients.slice(from, from + atOnce))
  }
}

/** Cuts off clients that don't read the closing message, because they have lost access. */
function closeForGood(streams: Streams, clients: readonly Client[]): void {
  void closeAll(streams, clients)
  if (clients.length === 0) return
  const { timers, cuts } = streams
  const cancel = timers.after(closeGraceMs, () => {
    cuts.delete(cancel)
    for (const client of clients) if (!client.gone) client.connection.destroy()
  })
  cuts.add(cancel)
}

function remember(index: Map<string, Set<Client>>, name: string, client: Client): void {
  getOrCreate(index, name, () => new Set()).add(client)
}

function forget(index: Map<string, Set<Client>>, name: string, client: Client): void {
  const clients = index.get(name)
  clients?.delete(client)
  if (clients?.size === 0) index.delete(name)
}

/** Clients per slice. One write takes about 15 µs, so a slice blocks other work for a few milliseconds at most. */
const sliceSize = 100

async function runInSlices<Item>(timers: Timers, items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  const all = [...items]
  for (let start = 0; start < all.length; start += sliceSize) {
    await nextTurn(timers)
    for (const item of all.slice(start, start + sliceSize)) work(item)
  }
}

export interface StreamConnection {
  /** False when the other side does not read as fast as we write. */
  write(bytes: Buffer): boolean
  readonly unsentBytes: number
  end(lastBytes: Buffer): void
  destroy(): void
  onClose(listener: () => void): void
}
