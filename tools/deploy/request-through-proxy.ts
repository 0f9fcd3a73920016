import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2'
import { connect as connectTls } from 'node:tls'

export type ProxyRequest = {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The address of this machine that asks: 127.0.0.1, 127.0.0.2... */
  readonly from?: string
  /** Hangs up at the first bytes, as readers of streams do. */
  readonly firstOnly?: boolean
}

export type ProxyResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders & IncomingHttpStatusHeader
  readonly body: Buffer
}

/** Asks over HTTP/2 and TLS, on a connection of its own, whatever certificate is shown. */
export const requestThroughProxy = (
  port: number,
  { path, headers = {}, body, from = '127.0.0.1', firstOnly = false }: ProxyRequest,
): Promise<ProxyResponse> =>
  new Promise((done, fail) => {
    const secure = { port, host: '127.0.0.1', localAddress: from, servername: 'localhost', rejectUnauthorized: false }
    const session = connect(`https://localhost:${port}`, {
      createConnection: () => connectTls({ ...secure, ALPNProtocols: ['h2'] }),
    })
    session.on('error', fail)
    const method = body === undefined ? 'GET' : 'POST'
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    let answered: ProxyResponse['headers'] = {}
    const parts: Buffer[] = []
    const finish = () => {
      done({ status: Number(answered[':status']), headers: answered, body: Buffer.concat(parts) })
      session.destroy()
    }
    stream.on('response', (told) => {
      answered = told
    })
    stream.on('data', (part: Buffer) => {
      parts.push(part)
      if (firstOnly) finish()
    })
    stream.on('end', finish)
    // A proxy that refuses a body may end its half before it has read all of it.
    stream.on('error', (error) => (answered[':status'] === undefined ? fail(error) : finish()))
    stream.end(body)
  })
