import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'

/**
 * `pass`: as if it were not there. `reset`: open connections break, new ones break at once. `stall`: connections open, and
 * nothing comes through. `one-way`: requests arrive, answers do not. `slow`: every piece takes a tenth of a second.
 * What `stall` and `one-way` hold, an end included, goes on its way when they are over.
 */
export const partitionStates = ['pass', 'reset', 'stall', 'one-way', 'slow'] as const
export type PartitionState = (typeof partitionStates)[number]

export type Partition = {
  readonly port: number
  state(): PartitionState
  /** From now on, also for connections that are open. */
  set(state: PartitionState): void
  /** Connections lead there from now on, as to an address that follows the primary; those that are open break. */
  retarget(target: NetConnectOpts): void
  break(): void
  /**
   * Waits until a connection has carried these words, one after the other; the answer to the last of them is lost, and the
   * connection with it. Resolves with whether that was before the signal.
   */
  loseAnswer(words: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** Waits for such words as well: once the answer to the last of them is through, nothing more is. */
  stallAfter(words: readonly string[], signal?: AbortSignal): Promise<boolean>
  open(): number
  close(): Promise<void>
}

type AnswerTrap = {
  readonly words: readonly string[]
  readonly strike: (sever: () => void) => boolean
}

const slowMs = 100

async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const isOver = new AbortController()
  const { signal } = isOver
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  isOver.abort()
}

export async function startPartition(first: NetConnectOpts): Promise<Partition> {
  const changed = new EventEmitter().setMaxListeners(0)
  /** Open ones, and how each is broken: a socket file knows no reset. */
  const sockets = new Map<Socket, () => void>()
  let target = first
  let state: PartitionState = 'pass'
  let answerTrap: AnswerTrap | null = null

  const keep = (socket: Socket, sever: () => void): Socket => {
    sockets.set(socket, sever)
    socket.on('error', () => {})
    return socket.once('close', () => sockets.delete(socket))
  }
  const breakAll = (): void => {
    for (const sever of sockets.values()) sever()
    changed.emit('change')
  }

  function followTrap() {
    let followed: AnswerTrap | null = null
    let carried = 0
    return {
      noteRequest: (piece: Buffer): void => {
        if (followed !== answerTrap) [followed, carried] = [answerTrap, 0]
        const next = followed?.words[carried]
        if (next !== undefined && piece.includes(next)) carried += 1
      },
      isAnswerLost: (sever: () => void): boolean => {
        if (answerTrap === null || followed !== answerTrap || carried < answerTrap.words.length) return false
        const { strike } = answerTrap
        answerTrap = null
        return strike(sever)
      },
    }
  }

  const setTrap = (
    words: readonly string[],
    signal: AbortSignal | undefined,
    strike: AnswerTrap['strike'],
  ): Promise<boolean> =>
    new Promise((done) => {
      const mine: AnswerTrap = {
        words,
        strike: (sever) => {
          done(true)
          return strike(sever)
        },
      }
      answerTrap = mine
      const giveUp = () => {
        if (answerTrap === mine) answerTrap = null
        done(false)
      }
      if (signal?.aborted === true) giveUp()
      else signal?.addEventListener('abort', giveUp, { once: true })
    })

  async function carry(
    from: Socket,
    to: Socket,
    holding: readonly PartitionState[],
    seesTo: (piece: Buffer) => boolean,
  ): Promise<void> {
    const held = async (): Promise<void> => {
      while (holding.includes(state) && sockets.has(to)) await once(changed, 'change')
    }
    let isBroken = false
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        await held()
        if (state === 'slow') await pass(slowMs)
        if (seesTo(piece)) continue
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
    const { noteRequest, isAnswerLost } = followTrap()
    const sever = () => {
      for (const socket of [near, far]) sockets.get(socket)?.()
    }
    void carry(near, far, ['stall'], (piece) => {
      noteRequest(piece)
      return false
    })
    void carry(far, near, ['stall', 'one-way'], () => isAnswerLost(sever))
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    state: () => state,
    set: (next) => {
      state = next
      if (state === 'reset') breakAll()
      else changed.emit('change')
    },
    retarget: (next) => {
      target = next
      breakAll()
    },
    break: breakAll,
    loseAnswer: (words, signal) =>
      setTrap(words, signal, (sever) => {
        sever()
        return true
      }),
    stallAfter: (words, signal) =>
      setTrap(words, signal, () => {
        state = 'stall'
        return false
      }),
    open: () => sockets.size,
    close: async () => {
      listener.close()
      state = 'reset'
      breakAll()
      await once(listener, 'close')
    },
  }
}
