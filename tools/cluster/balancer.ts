import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { readyzOf } from './readyz.js'

/** A balancer for tests. It forwards connections, so that no request is sent twice, and streams pass unbuffered. */
export type Balancer = {
  readonly url: string
  add(url: string): void
  remove(url: string): void
  servers(): readonly BalancedServer[]
  close(): Promise<void>
}

export type BalancedServer = { readonly url: string; readonly isIn: boolean; readonly connections: number }

type BackendState = {
  readonly url: string
  isIn: boolean
  /** Looks in a row after which it was not ready, and those of them to which nothing answered. */
  failures: number
  silences: number
  readonly open: Set<Socket>
  readonly timer: NodeJS.Timeout
}

const mostFailures = 2

export async function startBalancer({
  port = 0,
  checkEveryMs = 1_000,
}: {
  /** The wanted one, or any when it is taken. */
  readonly port?: number
  readonly checkEveryMs?: number
} = {}): Promise<Balancer> {
  const behind = new Map<string, BackendState>()
  const callers = new Set<Socket>()

  async function checkHealth(server: BackendState): Promise<void> {
    const answer = await readyzOf(server.url, checkEveryMs)
    server.failures = answer === 'ready' ? 0 : server.failures + 1
    server.silences = answer === 'silent' ? server.silences + 1 : 0
    if (answer === 'ready') server.isIn = true
    if (server.failures >= mostFailures) server.isIn = false
    // A server that answers finishes its open requests. Break the connections of a silent one, because no response will
    // come.
    if (server.silences >= mostFailures) breakAll(server.open)
  }

  /** The ready one with the fewest connections; of several the one that waits longest. */
  function leastBusy(tried: ReadonlySet<BackendState>): BackendState | undefined {
    return [...behind.values()]
      .filter((server) => server.isIn && !tried.has(server))
      .toSorted((a, b) => a.open.size - b.open.size)[0]
  }

  /** Nothing was sent before a connection stands, so another server may be tried. */
  async function forward(caller: Socket): Promise<void> {
    const tried = new Set<BackendState>()
    for (let server = leastBusy(tried); server !== undefined; server = leastBusy(tried)) {
      tried.add(server)
      const far = await connectTo(server)
      if (far === null) continue
      // Back to the end of the line.
      if (behind.delete(server.url)) behind.set(server.url, server)
      join(caller, far)
      return
    }
    caller.resume().end(nobodyThere)
  }

  const listener = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (caller) => {
    callers.add(caller)
    caller.on('error', () => {}).on('close', () => callers.delete(caller))
    void forward(caller)
  })
  const address = await listenOn(listener, port)

  const remove = (url: string): void => {
    const server = behind.get(url)
    if (server === undefined) return
    behind.delete(url)
    server.isIn = false
    clearInterval(server.timer)
    breakAll(server.open)
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => {
      if (behind.has(url)) return
      const timer = setInterval(() => void checkHealth(server), checkEveryMs)
      const server: BackendState = { url, isIn: false, failures: 0, silences: 0, open: new Set(), timer }
      behind.set(url, server)
      void checkHealth(server)
    },
    remove,
    servers: () => [...behind.values()].map(({ url, isIn, open }) => ({ url, isIn, connections: open.size })),
    close: async () => {
      listener.close()
      for (const url of [...behind.keys()]) remove(url)
      breakAll(callers)
      await once(listener, 'close')
    },
  }
}

const nobodyThere =
  'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 1\r\nConnection: close\r\n\r\nNo server is ready.\n'

const breakAll = (sockets: ReadonlySet<Socket>): void => {
  for (const socket of sockets) socket.destroy()
}

/**
 * Null if the server does not accept the connection. Count it from the start, so that simultaneous connections are
 * spread.
 */
const connectTo = ({ url, open }: BackendState): Promise<Socket | null> =>
  new Promise((done) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    open.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        open.delete(socket)
        done(null)
      })
    socket.once('connect', () => done(socket))
  })

function join(caller: Socket, far: Socket): void {
  caller.on('close', () => far.destroy())
  far.on('close', () => caller.destroy())
  if (caller.destroyed) return void far.destroy()
  far.pipe(caller)
  caller.pipe(far)
  caller.resume()
}

async function listenOn(listener: Server, port: number): Promise<AddressInfo> {
  const on = (wanted: number) => once(listener.listen(wanted, '127.0.0.1'), 'listening')
  await on(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return on(0)
  })
  return listener.address() as AddressInfo
}
