import { createServer, request } from 'node:http'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

/** Stands in front of a server and refuses the first request, as a server does whose limit is used up for a second. */
export async function startRateLimitingProxy(url: string) {
  let refused = 0
  const front = createServer((asked, answer) => {
    if (refused === 0) {
      refused += 1
      const detail = { code: 'rate_limited', message: 'The per-minute limit of this account is exceeded.' }
      answer.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end(JSON.stringify({ detail }))
      return
    }
    const behind = request(new URL(asked.url ?? '/', url), { method: asked.method, headers: asked.headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    asked.pipe(behind)
  })
  return { ...(await serveOnLoopback(front)), refused: () => refused }
}
