import { EventEmitter, once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

/**
 * `pass`: as if it were not there. `reset`: open connections break, new ones break at once. `stall`: connections open, and
 * nothing comes through. `one-way`: requests arrive, answers do not. Data that `stall` and `one-way` hold, an end
 * included, go on their way afterwards.
 */
export type PartitionState = 'pass' | 'reset' | 'stall' | 'one-way'

export async function startPartition(first: NetConnectOpts) {
  const changed = new EventEmitter().setMaxListeners(0)
  /** Open ones, and how each is broken: a socket file knows no reset. */
  const sockets = new Map<Socket, () => void>()
  let target = first
  let state: PartitionState = 'pass'
  let trap: { readonly word: string; readonly done: () => void } | null = null

  const keep = (socket: Socket, sever: () => void): Socket => {
    sockets.set(socket, sever)
    socket.on('error', () => {})
    return socket.once('close', () => sockets.delete(socket))
  }
  const breakAll = (): void => {
    for (const sever of sockets.values()) sever()
    changed.emit('change')
  }
  const set = (next: PartitionState): void => {
    state = next
    if (state === 'reset') breakAll()
    else changed.emit('change')
  }

  async function carry(from: Socket, to: Socket, holding: readonly PartitionState[], note: (piece: Buffer) => void) {
    const held = async (): Promise<void> => {
      while (holding.includes(state) && sockets.has(to)) await once(changed, 'change')
    }
    let isBroken = false
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        await held()
        note(piece)
        if (!to.write(piece)) await drained(to)
      }
    } catch {
      isBroken = true
    }
    await held()
    if (isBroken) sockets.get(to)?.()
    else to.end()
  }

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    keep(near, () => near.resetAndDestroy())
    if (state === 'reset') return void near.resetAndDestroy()
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true } as NetConnectOpts)
    keep(far, 'path' in target ? () => far.destroy() : () => far.resetAndDestroy())
    let hasAsked = false
    void carry(near, far, ['stall'], (piece) => {
      if (trap !== null && piece.includes(trap.word)) hasAsked = true
    })
    void carry(far, near, ['stall', 'one-way'], () => {
      if (!hasAsked || trap === null) return
      trap.done()
      trap = null
      set('stall')
    })
  })
  const { port, close } = await serveOnLoopback(listener)
  return {
    port,
    /** From now on, also for connections that are open. */
    set,
    /** Connections lead there from now on, as to an address that follows the primary; those that are open break. */
    retarget: (next: NetConnectOpts) => {
      target = next
      breakAll()
    },
    break: breakAll,
    /** Stalls once a connection has carried a request with this word and the answer to it. */
    stallAfter: (word: string) =>
      new Promise<void>((done) => {
        trap = { word, done }
      }),
    close: async () => {
      const closing = close()
      set('reset')
      await closing
    },
  }
}

export type Partition = Awaited<ReturnType<typeof startPartition>>

async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const isOver = new AbortController()
  const { signal } = isOver
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  isOver.abort()
}
