import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request exactly as it goes over the wire: nothing is normalised, headers may repeat. */
export type TestRequest = {
  readonly method?: string
  /** Path with the query, which the caller encodes. */
  readonly path: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
  readonly chunked?: boolean
}

export type TestResponse = {
  readonly status: number
  /** Header names in lower case; repeated headers are joined as the standard defines. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

export const createTestClient = (url: string, maxSockets = 64) => {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const { hostname, port } = new URL(url)

  const send = (
    { method = 'GET', path, headers = [], body, chunked = false }: TestRequest,
    onAnswer: (incoming: IncomingMessage) => void,
  ) => {
    const length = body === undefined || chunked ? [] : ['Content-Length', String(Buffer.byteLength(body))]
    const flat = ['Host', `${hostname}:${port}`, ...headers.flat(), ...length]
    if (chunked) flat.push('Transfer-Encoding', 'chunked')
    // Typed as an object, but a flat list is taken as it is and keeps repetitions.
    const outgoing = request({ agent, hostname, port, method, path, headers: flat as never }, onAnswer)
    outgoing.end(body)
    return outgoing
  }

  return {
    /** The whole answer; of a live stream, its first event. */
    ask: (asked: TestRequest): Promise<TestResponse> =>
      new Promise((done, fail) => {
        const outgoing = send(asked, (incoming) => {
          const parts: Buffer[] = []
          const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true
          const finish = () =>
            done({
              status: incoming.statusCode ?? 0,
              headers: headersOf(incoming.rawHeaders),
              text: decoded(Buffer.concat(parts), incoming.headers['content-encoding']).toString('utf8'),
            })
          incoming.on('data', (part: Buffer) => {
            parts.push(part)
            if (!isStream || !Buffer.concat(parts).includes('\n\n')) return
            finish()
            incoming.destroy()
          })
          incoming.on('end', finish)
          incoming.on('error', fail)
        })
        outgoing.on('error', fail)
      }),
    close: () => agent.destroy(),
  }
}

/** As the answer says itself; the head of a compressed one has nothing to decode. */
const decoded = (body: Buffer, encoding: string | undefined): Buffer => {
  if (encoding === undefined || body.length === 0) return body
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  throw new Error(`nobody can read the encoding ${encoding}`)
}

export type TestClient = ReturnType<typeof createTestClient>

const headersOf = (raw: readonly string[]): Map<string, string> => {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const before = headers.get(name)
    headers.set(name, before === undefined ? (raw[at + 1] ?? '') : `${before}, ${raw[at + 1]}`)
  }
  return headers
}
