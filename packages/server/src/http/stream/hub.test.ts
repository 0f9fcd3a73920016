import { expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { createHub, type StreamConnection } from './hub.js'

const setUp = () => {
  const time = createFakeTime()
  const faults: unknown[] = []
  const hub = createHub({
    clock: time.clock,
    timers: time.timers,
    report: (error) => faults.push(error),
  })
  return { ...time, hub, faults }
}

const connect = () => {
  const received: string[] = []
  const listeners: (() => void)[] = []
  const client = {
    received,
    reads: true,
    closed: false,
    unsent: 0,
    events: () => received.filter((text) => text.startsWith('event:')),
  }
  const close = () => {
    if (client.closed) return
    client.closed = true
    for (const listener of listeners) listener()
  }
  const connection: StreamConnection = {
    write: (bytes) => {
      if (client.closed) throw new Error('written after the end')
      received.push(bytes.toString())
      if (!client.reads) client.unsent += bytes.length
      return client.reads
    },
    get unsentBytes() {
      return client.unsent
    },
    end: (bytes) => {
      received.push(bytes.toString())
      close()
    },
    destroy: close,
    onClose: (listener) => listeners.push(listener),
  }
  return { client, connection }
}

const frame = (version: number) => ({ version, bytes: Buffer.from(`event: rates\nid: ${version}\n\n`) })
const listener = { topic: 'UAH', maxAgeMs: 3_600_000, ownerIds: ['key_1', 'acc_1'] }

test('a client gets the newest data at once and every later version exactly once', async () => {
  const { hub, pass } = setUp()
  const { client, connection } = connect()
  hub.subscribe(listener, frame(5), connection)
  hub.publish('UAH', frame(6))
  hub.publish('UAH', frame(6))
  hub.publish('EUR', frame(9))
  await pass(10)
  expect(client.events().map((text) => text.match(/id: (\d+)/)?.[1])).toEqual(['5', '6'])
})

test('a silent currency is kept alive by a comment every 15 seconds', async () => {
  const { hub, pass } = setUp()
  const { client, connection } = connect()
  hub.subscribe(listener, frame(1), connection)
  await pass(60_000)
  expect(client.received.filter((text) => text.startsWith(':'))).toHaveLength(4)
})

test('a stalled client skips to the newest frame when it reads again', async () => {
  const { hub, pass } = setUp()
  const { client, connection } = connect()
  client.reads = false
  hub.subscribe(listener, frame(1), connection)
  for (let version = 2; version <= 6; version++) hub.publish('UAH', frame(version))
  await pass(5_000)
  expect(client.events()).toHaveLength(1)
  client.reads = true
  client.unsent = 0
  await pass(2_000)
  expect(client.events().at(-1)).toContain('id: 6')
  expect(client.events()).toHaveLength(2)
})

test('a client that does not read for 30 seconds is dropped and costs nothing more', async () => {
  const { hub, pass } = setUp()
  const { client, connection } = connect()
  client.reads = false
  hub.subscribe(listener, frame(1), connection)
  await pass(29_000)
  expect(client.closed).toBe(false)
  await pass(3_000)
  expect(client.closed).toBe(true)
  expect(hub.openCount).toBe(0)
})

test('a stream ends when its time is over, with a last comment', async () => {
  const { hub, pass, faults } = setUp()
  const { client, connection } = connect()
  hub.subscribe(listener, frame(1), connection)
  await pass(3_599_000)
  expect(client.closed).toBe(false)
  await pass(20_000)
  expect(client.closed).toBe(true)
  expect(client.received.at(-1)).toMatch(/^: closing.*[^\n]\n$/)
  expect(faults).toEqual([])
})

test('streams of a revoked key end at once, those of other keys go on', async () => {
  const { hub, settle } = setUp()
  const first = connect()
  const second = connect()
  hub.subscribe(listener, frame(1), first.connection)
  hub.subscribe({ ...listener, ownerIds: ['key_2', 'acc_1'] }, frame(1), second.connection)
  hub.closeStreamsOf('key_1')
  await settle()
  expect([first.client.closed, second.client.closed]).toEqual([true, false])
})

test('a stalled client is cut off within 5 s of the end of its key, or of its account', async () => {
  for (const ended of listener.ownerIds) {
    const { hub, pass } = setUp()
    const { client, connection } = connect()
    // The client doesn't read, so the closing message stays in the buffer.
    hub.subscribe(listener, frame(1), { ...connection, unsentBytes: 1, end: () => {} })
    const other = connect()
    hub.subscribe({ ...listener, ownerIds: ['key_2', 'acc_2'] }, frame(1), other.connection)
    hub.closeStreamsOf(ended)
    await pass(3_000)
    expect(client.closed).toBe(false)
    await pass(2_000)
    expect([client.closed, other.client.closed]).toEqual([true, false])
    await hub.stop()
  }
})

test('ten thousand clients are served in slices between which the event loop breathes', async () => {
  const { hub, settle } = setUp()
  const clients = Array.from({ length: 10_000 }, () => connect())
  for (const { connection } of clients) hub.subscribe(listener, frame(1), connection)
  hub.publish('UAH', frame(2))
  const servedAtOnce = clients.filter(({ client }) => client.events().length === 2).length
  expect(servedAtOnce).toBeLessThanOrEqual(250)
  for (let turn = 0; turn < 200; turn++) await settle()
  expect(clients.every(({ client }) => client.events().length === 2)).toBe(true)
})

test('stopping closes every stream with a farewell comment', async () => {
  const { hub } = setUp()
  const clients = Array.from({ length: 500 }, () => connect())
  for (const { connection } of clients) hub.subscribe(listener, frame(1), connection)
  await hub.stop()
  expect(clients.every(({ client }) => client.closed && client.received.at(-1)?.startsWith(': closing'))).toBe(true)
})
