import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { lacks, needs } from '@p2p-rates/core/testing'
import { createClient } from '@redis/client'

const wanted = process.env.P2P_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

const newClient = (url: string) =>
  createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2_000 } }).on('error', () => {})

async function answers(url: string): Promise<boolean> {
  const client = newClient(url)
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return false
  } finally {
    if (client.isOpen) client.destroy()
  }
}

export const needsRedis = lacks(...((await answers(wanted)) ? [] : ['Redis']))

export const needsOwnRedis = needs('redis-server')

export type TestRedis = {
  readonly url: string
  newClusterId(): string
  run(...words: readonly string[]): Promise<unknown>
  /** Deletes all keys of the ids that were handed out. */
  close(): Promise<void>
}

/** The Redis of this machine, which others use at the same time. */
export const openTestRedis = (): Promise<TestRedis> => openAt(wanted)

async function openAt(url: string): Promise<TestRedis> {
  const client = newClient(url)
  await client.connect()
  const clusterIds: string[] = []
  return {
    url,
    newClusterId: () => {
      const id = `test-${randomBytes(6).toString('hex')}`
      clusterIds.push(id)
      return id
    },
    run: (...words) => client.sendCommand([...words]),
    close: async () => {
      for (const id of clusterIds)
        for await (const keys of client.scanIterator({ MATCH: `p2p:${id}:*`, COUNT: 1_000 }))
          if (keys.length > 0) await client.del(keys)
      if (client.isOpen) client.destroy()
    },
  }
}

export type OwnRedis = TestRedis & {
  stall(): void
  resume(): void
  kill(): Promise<void>
  startAgain(): Promise<void>
}

/** A Redis of the test's own, which keeps nothing on disk and may be treated badly. */
export async function startOwnRedis(...settings: readonly string[]): Promise<OwnRedis> {
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings]
  const launch = async () => {
    const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    await untilListening(server)
    return { server, opened: await openAt(`redis://127.0.0.1:${port}`) }
  }
  let current = await launch()
  const kill = async () => {
    const { server, opened } = current
    await opened.close()
    if (server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  return {
    ...current.opened,
    run: (...words) => current.opened.run(...words),
    stall: () => void current.server.kill('SIGSTOP'),
    resume: () => void current.server.kill('SIGCONT'),
    kill,
    startAgain: async () => {
      current = await launch()
    },
    close: kill,
  }
}

async function untilListening(server: ChildProcess): Promise<void> {
  let said = ''
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk)
    if (said.includes('Ready to accept connections')) {
      return
    }
  }
  throw new Error(`Redis did not start: ${said}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
