import { request } from 'node:http'
import type { Socket } from 'node:net'
import { dial, RefusedAddressError, type Resolve } from './dial.js'

/** What became of one attempt. */
export type PostOutcome = {
  readonly status: number | null
  /** Why no status came; a word for the log, never the receiver's own text. */
  readonly fault: string | null
  /** The header as it came, if one did. */
  readonly retryAfter: string | null
}

/** Never fails: what goes wrong is an outcome. */
export type Post = (url: URL, headers: Readonly<Record<string, string>>, body: string) => Promise<PostOutcome>

const usualConnectMs = 5_000
const usualTotalMs = 15_000
/** Of an answer only the status counts. Whoever has more to say than this, or says it slowly, is not listened to. */
const maxAnswerBytes = 64 * 1024
const maxAnswerMs = 1_000

/** Sends to receivers over a fresh, judged connection each time. Redirects are not followed: they are answers like any other. */
export const createPost =
  (options: { resolve: Resolve; allowPrivate: boolean; ca?: string; totalMs?: number; connectMs?: number }): Post =>
  async (url, headers, body) => {
    let socket: Socket | undefined
    let timer: NodeJS.Timeout | undefined
    let late = false
    const deadline = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        late = true
        fail(new Error('The time is over.'))
      }, options.totalMs ?? usualTotalMs)
    })
    const exchange = async (): Promise<PostOutcome> => {
      socket = await dial(url, { ...options, connectTimeoutMs: options.connectMs ?? usualConnectMs })
      if (late) socket.destroy()
      return send(url, headers, body, socket)
    }
    try {
      return await Promise.race([exchange(), deadline])
    } catch (error) {
      return { status: null, fault: late ? 'timeout' : faultOf(error), retryAfter: null }
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
): Promise<PostOutcome> =>
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
      const timer = setTimeout(() => finish(), maxAnswerMs)
      const finish = () => {
        clearTimeout(timer)
        const retryAfter = answer.headers['retry-after'] ?? null
        done({ status: answer.statusCode ?? null, fault: null, retryAfter })
      }
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxAnswerBytes) finish()
      })
      // The status has come: what happens to the rest changes nothing.
      answer.on('end', finish)
      answer.on('error', finish)
      answer.on('close', finish)
    })
    outgoing.end(body)
  })

const faultOf = (error: unknown): string => {
  if (error instanceof RefusedAddressError) return 'refused_address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER|ERR_TLS|EPROTO/.test(code)) return 'tls'
  return 'network'
}
