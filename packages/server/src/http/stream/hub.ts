import { streamTimes } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import { type Cancel, every, type Timers } from '../../base/time/timers.js'
import type { Frame } from './frame.js'

export type StreamSubscription = {
  readonly topic: string
  readonly maxAgeMs: number
  /** Ids of the key, session or account whose end closes the stream. */
  readonly ownerIds: readonly string[]
}

/** Clients by topic. A slow client blocks nothing: it gets the newest frame once it reads again, or is dropped. */
export interface Hub {
  subscribe(listener: StreamSubscription, first: Frame, connection: StreamConnection): void
  publish(topic: string, frame: Frame): void
  readonly openCount: number
  /** Everything that ends with this. */
  closeStreamsOf(name: string): void
  /** Closes all streams gradually, so that clients don't all reconnect at once. */
  closeAllGradually(withinMs: number): Promise<void>
  stop(): Promise<void>
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

export function createHub(ports: { clock: Clock; timers: Timers; report: (error: unknown) => void }): Hub {
  const { clock, timers, report } = ports
  const byTopic = new Map<string, Set<Client>>()
  const clientsByOwner = new Map<string, Set<Client>>()
  const wheel = Array.from({ length: buckets }, () => new Set<Client>())
  const stalled = new Set<Client>()
  const newest = new Map<string, Frame>()
  const cuts = new Set<Cancel>()
  let joined = 0
  let openCount = 0
  let second = 0

  const send = (client: Client, frame: Frame): void => {
    if (client.gone || client.sentVersion >= frame.version) return
    if (client.connection.unsentBytes > 0) {
      markStalled(client)
      return
    }
    client.sentVersion = frame.version
    if (!client.connection.write(frame.bytes)) markStalled(client)
  }

  const markStalled = (client: Client): void => {
    client.stalledSinceMonoMs ??= clock.monoMs()
    stalled.add(client)
  }

  /** Sends the newest frame to clients that read again. Drops the rest after a while, to free their memory. */
  const flushStalled = (): void => {
    for (const client of stalled) {
      if (client.connection.unsentBytes > 0) {
        if (clock.monoMs() - (client.stalledSinceMonoMs ?? 0) >= stalledLimitMs) client.connection.destroy()
        continue
      }
      stalled.delete(client)
      client.stalledSinceMonoMs = null
      const frame = newest.get(client.topic)
      if (frame !== undefined) send(client, frame)
    }
  }

  const sendHeartbeat = (client: Client): void => {
    if (client.gone) return
    if (clock.monoMs() >= client.closesAtMonoMs) client.connection.end(closingComment)
    else if (client.connection.unsentBytes > 0) markStalled(client)
    else if (!client.connection.write(heartbeat)) markStalled(client)
  }

  const stopHeartbeats: Cancel = every(
    timers,
    1_000,
    async () => {
      flushStalled()
      second += 1
      await runInSlices(timers, wheel[second % buckets] ?? [], sendHeartbeat)
    },
    report,
  )

  const closeAll = (clients: Iterable<Client>): Promise<void> =>
    runInSlices(timers, clients, (client) => {
      if (!client.gone) client.connection.end(closingComment)
    })

  /** Cuts off clients that don't read the closing message, because they have lost access. */
  const closeForGood = (clients: readonly Client[]): void => {
    void closeAll(clients)
    if (clients.length === 0) return
    const cut = () => {
      cuts.delete(cancel)
      for (const client of clients) if (!client.gone) client.connection.destroy()
    }
    const cancel = timers.after(closeGraceMs, cut)
    cuts.add(cancel)
  }

  const leave = (client: Client, bucket: Set<Client> | undefined): void => {
    client.gone = true
    openCount -= 1
    bucket?.delete(client)
    stalled.delete(client)
    forget(byTopic, client.topic, client)
    for (const name of client.ownerIds) forget(clientsByOwner, name, client)
  }

  return {
    subscribe: (listener, first, connection) => {
      const client: Client = {
        ...listener,
        connection,
        closesAtMonoMs: clock.monoMs() + listener.maxAgeMs,
        sentVersion: -1,
        stalledSinceMonoMs: null,
        gone: false,
      }
      const bucket = wheel[joined++ % buckets]
      openCount += 1
      bucket?.add(client)
      remember(byTopic, client.topic, client)
      for (const name of client.ownerIds) remember(clientsByOwner, name, client)
      connection.onClose(() => leave(client, bucket))
      send(client, first)
    },
    publish: (topic, frame) => {
      newest.set(topic, frame)
      void runInSlices(timers, byTopic.get(topic) ?? [], (client) => {
        // A newer frame may have come in meanwhile: it is the one to send.
        const latest = newest.get(topic)
        if (latest !== undefined) send(client, latest)
      })
    },
    get openCount() {
      return openCount
    },
    closeAllGradually: async (withinMs) => {
      const clients = wheel.flatMap((bucket) => [...bucket])
      const atOnce = Math.max(50, Math.ceil((clients.length * closeBatchPauseMs) / withinMs))
      for (let from = 0; from < clients.length; from += atOnce) {
        if (from > 0) await new Promise<void>((resolve) => void timers.after(closeBatchPauseMs, resolve))
        await closeAll(clients.slice(from, from + atOnce))
      }
    },
    closeStreamsOf: (name) => closeForGood([...(clientsByOwner.get(name) ?? [])]),
    stop: async () => {
      stopHeartbeats()
      for (const cancel of cuts) cancel()
      cuts.clear()
      await closeAll(wheel.flatMap((clients) => [...clients]))
    },
  }
}

function remember(index: Map<string, Set<Client>>, name: string, client: Client): void {
  const clients = index.get(name)
  if (clients === undefined) index.set(name, new Set([client]))
  else clients.add(client)
}

function forget(index: Map<string, Set<Client>>, name: string, client: Client): void {
  const clients = index.get(name)
  clients?.delete(client)
  if (clients?.size === 0) index.delete(name)
}

/** Clients per slice. One write takes about 15 µs, so a slice blocks other work for a few milliseconds at most. */
const sliceSize = 100

export async function runInSlices<Item>(
  timers: Timers,
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const all = [...items]
  for (let start = 0; start < all.length; start += sliceSize) {
    await new Promise<void>((resolve) => timers.soon(resolve))
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
