import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Partition, type PartitionState, partitionStates, startPartition } from './network-partition.js'

async function startEngine(name: string) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.setEncoding('utf8').on('data', (text: string) => {
      asked.push(text)
      socket.write(`${name} ${text}`)
    })
    socket.on('end', () => {
      asked.push('end')
      socket.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const end = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { asked, sockets, end, target: { port: (server.address() as AddressInfo).port, host: '127.0.0.1' } }
}

function call(cut: Partition) {
  const socket = connect({ port: cut.port, host: '127.0.0.1', allowHalfOpen: true })
  const told = { text: '', isEnded: false, error: '' }
  socket.setEncoding('utf8').on('data', (text: string) => {
    told.text += text
  })
  socket.on('end', () => {
    told.isEnded = true
  })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    told.error = code ?? 'error'
  })
  return { socket, told }
}

let engine: Awaited<ReturnType<typeof startEngine>>
let cut: Partition
beforeEach(async () => {
  engine = await startEngine('first')
  cut = await startPartition(engine.target)
})
afterEach(async () => {
  await cut.close()
  await engine.end()
})

/** Wait for two round trips on another connection; data that has not arrived by then is held back. */
async function untilQuiet(): Promise<void> {
  const beside = await startEngine('beside')
  const whole = await startPartition(beside.target)
  for (let round = 0; round < 2; round++) {
    const { socket, told } = call(whole)
    socket.write('round')
    await expect.poll(() => told.text).toBe('beside round')
    socket.destroy()
    await nextTurn()
  }
  await whole.close()
  await beside.end()
}

test('pass: questions, answers and both ends come through', async () => {
  const { socket, told } = call(cut)
  socket.write('one')
  await expect.poll(() => told.text).toBe('first one')
  socket.end()
  await expect.poll(() => told.isEnded).toBe(true)
  expect(engine.asked).toEqual(['one', 'end'])
  await expect.poll(() => cut.open()).toBe(0)
})

test('a large answer comes whole, however slowly it is read', async () => {
  const { socket, told } = call(cut)
  const piece = 'x'.repeat(5_000_000)
  socket.write(piece)
  await expect.poll(() => told.text.replaceAll('first ', '').length).toBe(piece.length)
})

test('reset: open connections break on both sides, and new ones break at once', async () => {
  const { socket, told } = call(cut)
  socket.write('one')
  await expect.poll(() => told.text).toBe('first one')
  cut.set('reset')
  await expect.poll(() => told.error).toBe('ECONNRESET')
  await expect.poll(() => engine.sockets.size).toBe(0)
  const late = call(cut)
  late.socket.write('two')
  await expect.poll(() => late.told.error).not.toBe('')
  expect(engine.asked).toEqual(['one'])
})

test('stall: nothing arrives, not even an end; afterwards all of it does, in order', async () => {
  const before = call(cut)
  before.socket.write('one')
  await expect.poll(() => before.told.text).toBe('first one')
  cut.set('stall')
  before.socket.write('two')
  before.socket.end()
  const during = call(cut)
  during.socket.write('three')
  await once(during.socket, 'connect')
  await untilQuiet()
  expect([engine.asked, before.told.text, during.told.text]).toEqual([['one'], 'first one', ''])
  expect([before.told.isEnded, during.told.error]).toEqual([false, ''])
  cut.set('pass')
  await expect.poll(() => before.told.isEnded).toBe(true)
  expect(before.told.text).toBe('first onefirst two')
  await expect.poll(() => during.told.text).toBe('first three')
})

test('who dies while it is stalled is missed by the engine only afterwards', async () => {
  const { socket, told } = call(cut)
  socket.write('one')
  await expect.poll(() => told.text).toBe('first one')
  cut.set('stall')
  socket.resetAndDestroy()
  await untilQuiet()
  expect(engine.sockets.size).toBe(1)
  cut.set('pass')
  await expect.poll(() => engine.sockets.size).toBe(0)
})

test('one-way: requests arrive, answers do not', async () => {
  cut.set('one-way')
  const { socket, told } = call(cut)
  socket.write('one')
  await expect.poll(() => engine.asked).toEqual(['one'])
  await untilQuiet()
  expect(told.text).toBe('')
  cut.set('pass')
  await expect.poll(() => told.text).toBe('first one')
})

test('slow: everything comes, a tenth of a second later on each way', async () => {
  cut.set('slow')
  const { socket, told } = call(cut)
  const startMs = performance.now()
  socket.write('one')
  await expect.poll(() => told.text, { interval: 1 }).toBe('first one')
  expect(performance.now() - startMs).toBeGreaterThan(195)
})

test('aimed elsewhere, open connections break, and new ones lead there', async () => {
  const { socket, told } = call(cut)
  socket.write('one')
  await expect.poll(() => told.text).toBe('first one')
  const second = await startEngine('second')
  cut.retarget(second.target)
  await expect.poll(() => told.error).toBe('ECONNRESET')
  const next = call(cut)
  next.socket.write('two')
  await expect.poll(() => next.told.text).toBe('second two')
  next.socket.destroy()
  await second.end()
})

test('an engine that is not there is a connection that breaks', async () => {
  await engine.end()
  const { told } = call(cut)
  await expect.poll(() => told.error).toBe('ECONNRESET')
  engine = await startEngine('again')
})

test.each(partitionStates.flatMap((from) => partitionStates.map((to): [PartitionState, PartitionState] => [from, to])))(
  'from %s to %s and back to pass, new connections work and none is left behind',
  async (from, to) => {
    for (const state of [from, to]) {
      cut.set(state)
      call(cut).socket.write('x')
      await nextTurn()
    }
    cut.set('pass')
    const { socket, told } = call(cut)
    socket.write('last')
    await expect.poll(() => told.text).toBe('first last')
    cut.break()
    await expect.poll(() => cut.open()).toBe(0)
  },
)

test('an answer to be lost: its request arrives, and only its connection breaks', async () => {
  const [asks, other] = [call(cut), call(cut)]
  const say = async ({ socket, told }: ReturnType<typeof call>, text: string) => {
    socket.write(text)
    await expect.poll(() => told.text.endsWith(`first ${text}`)).toBe(true)
  }
  await say(asks, 'write')
  const isLost = cut.loseAnswer(['write', 'commit'])
  await say(other, 'commit')
  await say(asks, 'commit')
  await say(asks, 'write it')
  await say(other, 'commit')
  asks.socket.write('now commit')
  await isLost
  await expect.poll(() => asks.told.error).toBe('ECONNRESET')
  expect(engine.asked.at(-1)).toBe('now commit')
  expect(asks.told.text).not.toContain('now')
  await say(other, 'write')
  await say(other, 'commit')
})

test('stalled after an answer: that one comes through, and nothing behind it until it is over', async () => {
  const { socket, told } = call(cut)
  const isStalled = cut.stallAfter(['look'])
  socket.write('look')
  expect(await isStalled).toBe(true)
  await expect.poll(() => told.text).toBe('first look')
  expect(cut.state()).toBe('stall')
  socket.write('write')
  await untilQuiet()
  expect(engine.asked).toEqual(['look'])
  cut.set('pass')
  await expect.poll(() => told.text).toBe('first lookfirst write')
})

test('a trap that was not reached before the signal is removed', async () => {
  const { socket, told } = call(cut)
  expect(await cut.loseAnswer(['write'], AbortSignal.abort())).toBe(false)
  const impatient = new AbortController()
  const isLost = cut.loseAnswer(['write'], impatient.signal)
  impatient.abort()
  expect(await isLost).toBe(false)
  socket.write('write')
  await expect.poll(() => told.text).toBe('first write')
})
