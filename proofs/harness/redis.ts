import { join } from 'node:path'
import { createClient } from '@redis/client'
import { type EngineProcess, makeEngineFolder, startEngine } from './engine-process.js'
import { redisProgram } from './postgres-and-redis-programs.js'

/** It listens on its socket file alone, unless a port is given. */
export async function startRedis(port = 0) {
  const folder = makeEngineFolder(null)
  const socket = join(folder.path, 'redis')
  const options = Object.entries({
    '--port': String(port),
    '--bind': '127.0.0.1',
    '--unixsocket': socket,
    '--dir': folder.path,
    '--save': '',
    '--appendonly': 'no',
    '--maxmemory-policy': 'noeviction',
  }).flat()
  const launch = () => {
    if (redisProgram === null) throw new Error('Redis is not installed here.')
    return startEngine({
      words: [redisProgram, ...options],
      ready: /ready to accept connections/i,
      lastSignal: 'KILL',
    })
  }
  let engine: EngineProcess = await launch()
  return {
    target: { path: socket },
    pid: () => engine.pid,
    /** Past every cut: `run('FLUSHALL')`, `run('CLIENT', 'PAUSE', '3000', 'ALL')`... Does not answer while it stands still. */
    run: (...words: readonly string[]) => ask(socket, words),
    stall: () => engine.signal('SIGSTOP'),
    resume: () => engine.signal('SIGCONT'),
    kill: () => engine.end('SIGKILL'),
    start: async () => {
      engine = await launch()
    },
    close: async () => {
      await engine.end('SIGKILL')
      folder.remove()
    },
  }
}

/** A Redis of the proof's own, reached through the socket in its folder. It keeps nothing on disk. */
export type OwnRedis = Awaited<ReturnType<typeof startRedis>>

async function ask(path: string, words: readonly string[]): Promise<unknown> {
  const client = createClient({ socket: { path, tls: false, reconnectStrategy: false } }).on('error', () => {})
  await client.connect()
  try {
    return await client.sendCommand([...words])
  } finally {
    client.destroy()
  }
}
