import { request } from 'node:http'
import { dial, RefusedAddressError, type Resolve } from './dial.js'

/** What became of one attempt. */
export type PostOutcome = {
  readonly status: number | null
  /** Why no status came; a word for the log, never the receiver's own text. */
  readonly fault: string | null
  readonly retryAfterSeconds: number | null
}

export type Post = (url: URL, headers: Readonly<Record<string, string>>, body: string) => Promise<PostOutcome>

const connectTimeoutMs = 5_000
const totalTimeoutMs = 15_000
/** Of an answer only the status counts; more than this is not even read. */
const maxAnswerBytes = 64 * 1024

/** Sends to receivers over a fresh, judged connection each time. Redirects are not followed: they are answers like any other. */
export const createPost =
  (options: { resolve: Resolve; allowPrivate: boolean; ca?: string; totalMs?: number; connectMs?: number }): Post =>
  async (url, headers, body) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), options.totalMs ?? totalTimeoutMs)
    try {
      const socket = await orAborted(
        dial(url, { ...options, connectTimeoutMs: options.connectMs ?? connectTimeoutMs }),
        deadline.signal,
      )
      return await send(url, headers, body, socket, deadline.signal)
    } catch (error) {
      return { status: null, fault: faultOf(error, deadline.signal.aborted), retryAfterSeconds: null }
    } finally {
      clearTimeout(timer)
    }
  }

const send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  socket: import('node:net').Socket,
  signal: AbortSignal,
): Promise<PostOutcome> =>
  new Promise((done, fail) => {
    const outgoing = request(
      {
        createConnection: () => socket,
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { Host: url.host, ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
        signal,
      },
      (answer) => {
        const outcome = {
          status: answer.statusCode ?? null,
          fault: null,
          retryAfterSeconds: readRetryAfter(answer.headers['retry-after']),
        }
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxAnswerBytes) finish()
        })
        // The status has come: what happens to the rest of the answer changes nothing.
        const finish = () => {
          socket.destroy()
          done(outcome)
        }
        answer.on('end', finish)
        answer.on('error', finish)
        answer.on('close', finish)
      },
    )
    outgoing.on('error', (error) => {
      socket.destroy()
      fail(error)
    })
    outgoing.end(body)
  })

const orAborted = <Value extends { destroy(): unknown }>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('aborted')), { once: true })
    work.then((value) => (signal.aborted ? value.destroy() : done(value)), fail)
  })

const readRetryAfter = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null

const faultOf = (error: unknown, timedOut: boolean): string => {
  if (timedOut) return 'timeout'
  if (error instanceof RefusedAddressError) return 'refused_address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER|ERR_TLS|EPROTO/.test(code)) return 'tls'
  return 'network'
}
