import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { DisabledReason } from '@p2p-rates/contract'
import { isThisServer } from './address-guard.js'
import { connectToReceiver, RefusedAddressError, type Resolve } from './connect-to-receiver.js'

export type PostOutcome = {
  readonly status: number | null
  /**
   * Reason for a missing status, for the log, never the receiver's own text. None distinguishes our network's names
   * from unknown ones.
   */
  readonly fault: string | null
  readonly retryAfter: string | null
  /** Reason why the receiver will never accept another delivery. */
  readonly ends?: Extract<DisabledReason, 'gone' | 'blocked' | 'refused' | 'stopped'> | null
}

/** Never fails: what goes wrong is an outcome. */
export type PostToReceiver = (url: URL, headers: Readonly<Record<string, string>>, body: string) => Promise<PostOutcome>

const usualConnectMs = 5_000
const usualTotalMs = 15_000
/** Only the status of an answer counts. A longer or slower body is not read to its end. */
const maxAnswerBytes = 64 * 1024
const maxAnswerMs = 1_000

/** Opens a fresh, judged connection each time. Redirects are not followed: they are answers like any other. */
export const createPostToReceiver =
  (options: {
    resolve: Resolve
    allowPrivate: boolean
    publicUrl?: string | undefined
    ca?: string
    totalMs?: number
    connectMs?: number
  }): PostToReceiver =>
  async (url, headers, body) => {
    let socket: Socket | undefined
    let timer: NodeJS.Timeout | undefined
    let late = false
    /** Once the status has come nothing changes it: neither what follows nor how long that takes. */
    let outcome: PostOutcome | undefined
    const deadline = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        late = true
        fail(new Error('The time is over.'))
      }, options.totalMs ?? usualTotalMs)
    })
    const exchange = async (): Promise<PostOutcome> => {
      if (isThisServer(url, options.publicUrl)) throw new RefusedAddressError('These are we ourselves.')
      socket = await connectToReceiver(url, { ...options, connectTimeoutMs: options.connectMs ?? usualConnectMs })
      if (late) socket.destroy()
      const answer = await send(url, headers, body, socket)
      outcome = outcomeOf(answer)
      await drainBody(answer)
      return outcome
    }
    try {
      return await Promise.race([exchange(), deadline])
    } catch (error) {
      return outcome ?? { status: null, fault: late ? 'timeout' : faultOf(error), retryAfter: null }
    } finally {
      clearTimeout(timer)
      socket?.destroy()
    }
  }

const send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  socket: Socket,
): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const outgoing = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
    })
    outgoing.on('error', fail)
    // Also after an answer that ends in another protocol, which brings no error.
    outgoing.on('close', () => fail(new Error('No answer came.')))
    outgoing.on('response', (answer) => {
      // Without a listener, an early abort would end the process.
      answer.on('error', () => {})
      done(answer)
    })
    outgoing.end(body)
  })

const drainBody = (answer: IncomingMessage): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(() => finish(), maxAnswerMs)
    const finish = () => {
      clearTimeout(timer)
      done()
    }
    let size = 0
    answer.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxAnswerBytes) finish()
    })
    answer.on('end', finish)
    answer.on('error', finish)
    answer.on('close', finish)
  })

/** Beyond these there are no statuses: whatever says so speaks no HTTP. */
const outcomeOf = ({ statusCode = 0, headers }: IncomingMessage): PostOutcome =>
  statusCode >= 100 && statusCode <= 599
    ? { status: statusCode, fault: null, retryAfter: headers['retry-after'] ?? null }
    : { status: null, fault: 'bad_answer', retryAfter: null }

/** An unknown name and one that leads into our network look the same from outside. */
export const noPublicAddress = 'no_public_address'
const dnsFaults = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

function faultOf(error: unknown): string {
  if (error instanceof RefusedAddressError) return noPublicAddress
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT') return 'timeout'
  if (dnsFaults.has(code)) return noPublicAddress
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER|ERR_TLS|EPROTO/.test(code)) return 'tls'
  return 'network'
}
