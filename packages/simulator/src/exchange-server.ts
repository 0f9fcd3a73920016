import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { constants as brotli, brotliCompressSync, gzipSync } from 'node:zlib'
import type { Call, SimulatedExchange, SimulatedKey, View } from './exchanges/simulated-exchange.js'
import type { Certificates } from './faults/certificate.js'
import { deliverReply } from './faults/deliver-reply.js'
import { distortReply, jsonReply, type Reply } from './faults/distort-reply.js'
import { distortView, shownInstant } from './faults/distort-view.js'
import type { FaultSchedule } from './faults/fault-schedule.js'
import { closeServer, serveOnLoopback } from './serve-on-loopback.js'

export type Compression = 'gzip' | 'br' | 'none'

export type ExchangeServerParts = {
  readonly exchange: SimulatedExchange
  readonly key: SimulatedKey
  readonly viewAt: (atMs: number) => View
  readonly faults: FaultSchedule
  readonly now: () => number
  /** The world stands still for this long, so that one rendered page serves many requests. */
  readonly stepMs: number
  readonly compression: Compression
  readonly trapUrl: string
  readonly certificates: Certificates | null
}

export function createExchangeServer(parts: ExchangeServerParts) {
  const { exchange, faults, now, stepMs, certificates } = parts
  const timers = new Set<NodeJS.Timeout>()
  const pages = createPageCache()
  let requests = 0

  const later = (run: () => void, delayMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delayMs)
    timers.add(timer)
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const text = await readText(request)
    requests += 1
    const atMs = now()
    const call = readCall(request, text)
    const active = faults.activeAt(atMs, exchange.id, exchange.fiatOf(call))
    const shownMs = shownInstant(atMs, active, stepMs)
    const accepted = request.headers['accept-encoding'] ?? ''
    const key = `${call.method} ${call.path}?${call.query}\n${text}`
    // Never kept: the next call has another signature.
    const signed = exchange.signed?.(call, parts.key, atMs) ?? null
    const render = () => {
      const answer = signed ?? exchange.answer(call, distortView(parts.viewAt(shownMs), active))
      const reply = answer === null ? notFound : jsonReply(answer.status, JSON.stringify(answer.body))
      const bent = distortReply(reply, active, { refusal: exchange.refusal, trapUrl: parts.trapUrl })
      return packed(bent, parts.compression, accepted)
    }
    const reply = active.length > 0 || signed !== null ? render() : pages.get(shownMs, `${accepted} ${key}`, render)
    deliverReply(response, reply, active, later)
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('X-Simulated', 'true')
    serve(request, response).catch(() => response.destroy())
  }
  const server = certificates === null ? createServer(onRequest) : createSecure(certificates)
  server.on('connection', (socket: Socket) => socket.on('error', () => {}))

  function createSecure(all: Certificates): Server {
    const secure = createSecureServer(all.good, onRequest)
    secure.on('tlsClientError', () => {})
    // Chosen before each handshake, so that a certificate goes bad and recovers like every other fault.
    return secure.prependListener('connection', () => {
      const bad = faults.activeAt(now(), exchange.id, null).findLast(({ fault }) => fault.kind === 'tls')?.fault
      secure.setSecureContext(bad?.kind === 'tls' ? all[bad.certificate] : all.good)
    })
  }

  return {
    requests: () => requests,
    listen: async (port: number) => (await serveOnLoopback(server, port)).port,
    /** Refuses connections until it listens again. */
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      return closeServer(server)
    },
  }
}

export type ExchangeServer = ReturnType<typeof createExchangeServer>

const notFound = jsonReply(404, '{"error":"not found"}')
const maxBodyCharacters = 65_536

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxBodyCharacters) throw new Error('The request is too long.')
  }
  return text
}

function readCall(request: IncomingMessage, text: string): Call {
  const url = new URL(request.url ?? '/', 'http://exchange.invalid')
  // A stamp against caches, which must not defeat our own.
  url.searchParams.delete('t')
  const [, query = ''] = (request.url ?? '').split('?', 2)
  const header = (name: string) => String(request.headers[name] ?? '')
  const raw = { query, body: text, header }
  return { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body: parseJson(text), raw }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps the pages of the newest instant only. */
function createPageCache() {
  const pages = new Map<string, Reply>()
  let atMs = Number.NaN
  return {
    get: (instant: number, key: string, render: () => Reply): Reply => {
      if (instant !== atMs) pages.clear()
      atMs = instant
      const known = pages.get(key) ?? render()
      pages.set(key, known)
      return known
    },
  }
}

function packed(reply: Reply, compression: Compression, accepted: string): Reply {
  if (reply.isEncoded === true || compression === 'none' || reply.body.length < 500) return reply
  if (!accepted.split(/\s*[,;]\s*/).includes(compression)) return reply
  const body =
    compression === 'gzip'
      ? gzipSync(reply.body, { level: 1 })
      : brotliCompressSync(reply.body, { params: { [brotli.BROTLI_PARAM_QUALITY]: 1 } })
  return { ...reply, headers: { ...reply.headers, 'content-encoding': compression }, body }
}
