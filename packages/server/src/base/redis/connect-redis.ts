import { createClient } from '@redis/client'
import { type Cancel, every, type Timers } from '../time/timers.js'
import { type Redis, type RedisCall, RedisUnavailableError } from './redis.js'

export type RedisOptions = {
  /** `redis://user:password@host:6379/0`; `rediss://` always verifies the certificate. */
  readonly url: string
  readonly timers: Timers
  readonly deadlineMs?: number
  /** Interval of pings, and timeout of each ping. */
  readonly pingMs?: number
  readonly pauseMs?: number
}

/** Resolves after the first attempt. The library waits for a stalled Redis forever, so all timeouts are our own. */
export async function connectRedis(options: RedisOptions): Promise<Redis> {
  const { url, timers, deadlineMs = 50, pingMs = 1_000, pauseMs = 250 } = options
  const withDeadline = createDeadlines(timers)
  let current: Connection | null = null
  let isClosed = false
  let lastFailure: unknown = null
  let unanswered = 0
  let cancelAttempt: Cancel = () => {}
  let endCurrent = () => {}

  async function attempt(): Promise<void> {
    const client = newClient(url)
    let cancelPings: Cancel = () => {}
    let isOver = false
    const end = (why?: unknown) => {
      if (why instanceof Error) lastFailure = why
      if (isOver) return
      isOver = true
      cancelPings()
      if (current === client) current = null
      destroy(client)
      if (!isClosed) cancelAttempt = timers.after(pauseMs, () => void attempt())
    }
    endCurrent = end
    client.on('error', end)
    client.on('end', end)
    try {
      await withDeadline(pingMs + deadlineMs, client.connect())
    } catch (error) {
      end(error)
      return
    }
    if (isOver) return
    current = client
    cancelPings = every(timers, pingMs, () => withDeadline(pingMs, client.ping()).then(() => {}, end), end)
  }

  const connected = (): Connection => {
    if (current === null) throw new RedisUnavailableError(`There is no connection to Redis${reasonText(lastFailure)}.`)
    return current
  }

  await attempt()
  return {
    run: async (call) => {
      try {
        return await withDeadline(deadlineMs, evaluate(connected(), call), call.onLateReply)
      } catch (error) {
        unanswered += 1
        throw error
      }
    },
    unanswered: () => unanswered,
    info: async () => withDeadline(pingMs, connected().info()),
    close: () => {
      isClosed = true
      cancelAttempt()
      endCurrent()
    },
  }
}

type Connection = ReturnType<typeof newClient>

/** Pending calls reject when the connection ends. Calls are never sent twice. */
const newClient = (url: string) =>
  createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: false, connectTimeout: 2_000 } })

/** Destroys a client, even while it connects. `destroy` throws if the client is closed already. */
function destroy(client: Connection): void {
  try {
    client.destroy()
  } catch {
    // It is gone.
  }
}

async function evaluate<Answer>(client: Connection, { script, keys, values }: RedisCall<Answer>): Promise<Answer> {
  const rest = [String(keys.length), ...keys, ...values.map(String)]
  try {
    return await client.sendCommand<Answer>(['EVALSHA', script.digest, ...rest])
  } catch (error) {
    if (!isUnknownScript(error)) throw error
    return client.sendCommand<Answer>(['EVAL', script.text, ...rest])
  }
}

/** The script was not run, so only this error allows a second call. */
const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT')

const reasonText = (failure: unknown): string =>
  failure instanceof Error && failure.message !== '' ? `: ${failure.message.replace(/\.$/, '')}` : ''

/** If this process stalled, handle waiting input first, because the delay is not Redis's. */
function createDeadlines(timers: Timers) {
  return <Answer>(ms: number, answer: Promise<Answer>, late: (answer: Answer) => void = () => {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      let isLate = false
      const cancel = timers.after(ms, () => timers.soon(giveUp))
      function giveUp() {
        isLate = true
        reject(new RedisUnavailableError(`Redis did not answer within ${ms} ms.`))
      }
      answer.then(
        (given) => {
          cancel()
          if (isLate) late(given)
          else resolve(given)
        },
        (error: unknown) => {
          cancel()
          reject(unavailable(error))
        },
      )
    })
}

const unavailable = (error: unknown): RedisUnavailableError =>
  new RedisUnavailableError(`Redis does not work at the moment: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  })
