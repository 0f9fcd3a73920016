import { connect } from 'node:net'
import type { Random } from '@p2p-rates/core/internal'

/** Bytes that are no request, or two at once, or one in a shape that smugglers like. */
export const rawGarbage = (random: Random, key: string): Buffer => {
  const head = `Host: here\r\nX-API-Key: ${key}\r\n`
  const made = random.pick<() => string>([
    () => '\r\n\r\n\r\n',
    () => 'GET\r\n\r\n',
    () => `GET /api/v1/rates HTTP/9.9\r\n${head}\r\n`,
    () => `GET /api/v1/rates HTTP/1.1\n${head.replaceAll('\r', '')}\n`,
    () => 'GET /api/v1/rates HTTP/1.1\r\n\r\n',
    () => `GET /api/v1/rates HTTP/1.1\r\n${head}X: a\r\n b\r\n\r\n`,
    () => `GET /api/v1/rates HTTP/1.1\r\n${head}X : a\r\n\r\n`,
    () => `GET /api/v1/rates HTTP/1.1\r\n${head}X: \0\r\n\r\n`,
    () => `GET /api/v1/rates HTTP/1.1\r\n${head}${'H: v\r\n'.repeat(1_500)}\r\n`,
    () => `GET /api/v1/rates HTTP/1.1\r\n${head}X: ${'v'.repeat(9_000)}\r\n\r\n`,
    () => `GET /${'u'.repeat(9_000)} HTTP/1.1\r\n${head}\r\n`,
    () =>
      `POST /api/v1/webhooks HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n`,
    () => `POST /api/v1/webhooks HTTP/1.1\r\n${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}x`,
    () => `POST /api/v1/webhooks HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`,
    () => `POST /api/v1/webhooks HTTP/1.1\r\n${head}Content-Length: 1e3\r\n\r\n`,
    () =>
      `POST /api/v1/webhooks HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    () => `POST /api/v1/webhooks HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    () => `CONNECT elsewhere:443 HTTP/1.1\r\n${head}\r\n`,
    () => `GET http://[::1 HTTP/1.1\r\n${head}\r\n`,
    () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => String.fromCharCode(...Array.from({ length: random.below(200) + 1 }, () => random.below(256))),
    () => `GET /api/v1/me HTTP/1.1\r\n${head}\r\n`.repeat(2 + random.below(20)),
  ])()
  return Buffer.from(random.next() < 0.2 ? made.slice(0, random.below(made.length) + 1) : made, 'latin1')
}

export const sendRaw = (url: string, bytes: Buffer): Promise<string> =>
  new Promise((done) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    // A broken connection is an answer, too.
    socket.on('error', () => {})
    socket.on('close', () => done(Buffer.concat(parts).toString('latin1')))
  })

/**
 * Complaint about an answer to unreadable bytes. Accepts no answer, errors, and answers to the valid requests among
 * them.
 */
export const rawComplaint = (sent: Buffer, received: string): string | null => {
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
  const isSound = received === '' || received.startsWith('HTTP/1.1 ')
  const odd = statuses.filter((status) => status >= 500 || status < 200)
  if (isSound && odd.length === 0) return null
  return `${JSON.stringify(sent.toString('latin1').slice(0, 200))} got ${JSON.stringify(received.slice(0, 300))}`
}
