import { connect, createServer, type Socket } from 'node:net'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

type Backend = { readonly url: string; isReady: boolean; readonly open: Set<Socket>; readonly timer: NodeJS.Timeout }

const checkEveryMs = 1_000
const silentAfterMs = 5_000

/** Forwards connections to servers that are ready, so that streams pass unbuffered and no request is sent twice. */
export async function startBalancer(port = 0) {
  const backends = new Map<string, Backend>()
  const check = async (backend: Backend): Promise<void> => {
    const answer = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(silentAfterMs) }).catch(
      () => null,
    )
    await answer?.arrayBuffer().catch(() => null)
    backend.isReady = answer?.ok === true
    // No response will come from a silent server.
    if (answer === null) for (const socket of backend.open) socket.destroy()
  }
  const remove = (url: string): void => {
    const backend = backends.get(url)
    clearInterval(backend?.timer)
    for (const socket of backend?.open ?? []) socket.destroy()
    backends.delete(url)
  }
  /** Tries the ready servers, those with the fewest connections first. */
  const forward = async (caller: Socket): Promise<void> => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady)
    for (const { url, open } of ready.toSorted((one, other) => one.open.size - other.open.size)) {
      const far = await connectTo(url, open)
      if (far === null) continue
      caller.on('close', () => far.destroy())
      far.on('close', () => caller.destroy())
      return void caller.pipe(far).pipe(caller)
    }
    caller.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\nNo server is ready.\n')
  }
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (caller) => {
    caller.on('error', () => {})
    void forward(caller)
  })
  const { url: ownUrl, close } = await serveOnLoopback(listener, port)
  return {
    url: ownUrl,
    add: (url: string) => {
      const timer = setInterval(() => void check(backend), checkEveryMs)
      const backend: Backend = { url, isReady: false, open: new Set(), timer }
      backends.set(url, backend)
      void check(backend)
    },
    remove,
    /** Resolves once a server is ready. */
    ready: async () => {
      while (![...backends.values()].some(({ isReady }) => isReady)) await new Promise((done) => setTimeout(done, 50))
    },
    close: async () => {
      for (const url of [...backends.keys()]) remove(url)
      await close()
    },
  }
}

/** Null if the server does not accept the connection. It counts from the start, so that simultaneous ones are spread. */
const connectTo = (url: string, open: Set<Socket>): Promise<Socket | null> =>
  new Promise((done) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    open.add(socket)
    socket.on('error', () => {}).once('connect', () => done(socket))
    socket.once('close', () => {
      open.delete(socket)
      done(null)
    })
  })
