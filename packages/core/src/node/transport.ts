import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { version } from '../../package.json'
import type { WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import { startDeadline } from './deadline.js'
import { faultOfError } from './fault-of-error.js'
import { bodyText, queryText } from './query-and-body-text.js'
import { acceptedEncodings, readBody } from './read-body.js'
import { faults } from './transport-faults.js'
import { type TransportLimits, usualLimits } from './transport-limits.js'

/** Target of a request: the adapter's fixed host, or the operator's replacement. */
export type Destination = { readonly baseUrl: string; readonly proxy?: string | undefined }

export interface Transport {
  /** Resolves with a fault for every failure of the exchange or the network, also after `signal` aborts. */
  send(to: Destination, request: WireRequest, signal?: AbortSignal): Promise<HttpAnswer | Fault>
  close(): Promise<void>
}

export type TransportOptions = { readonly userAgent?: string; readonly limits?: Partial<TransportLimits> }

const defaultUserAgent = `p2p-rates/${version} (reads public USDT ads)`

export function createTransport({ userAgent = defaultUserAgent, limits: given }: TransportOptions = {}): Transport {
  const limits = { ...usualLimits, ...given }
  const direct = new Agent(agentOptions(limits))
  const proxied = new Map<string, ProxyAgent>()

  const dispatcherFor = (proxy: string | undefined): Dispatcher => {
    if (proxy === undefined) return direct
    const agent = proxied.get(proxy) ?? createProxyAgent(proxy, limits)
    proxied.set(proxy, agent)
    return agent
  }

  return {
    async send({ baseUrl, proxy }, request, signal) {
      const deadline = startDeadline(limits.totalMs, signal)
      try {
        const options = requestOptions(new URL(baseUrl), request, userAgent, deadline.signal)
        // undici notices an abort only once it is connected, hence the race.
        return await Promise.race([deadline.passed, sendAndRead(dispatcherFor(proxy), options, limits)])
      } finally {
        deadline.clear()
      }
    },

    async close() {
      await Promise.all([direct, ...proxied.values()].map((agent) => agent.destroy()))
    },
  }
}

async function sendAndRead(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
  limits: TransportLimits,
): Promise<HttpAnswer | Fault> {
  try {
    const { statusCode: status, headers, body } = await dispatcher.request(options)
    if (status >= 300 && status < 400) {
      body.on('error', () => {}).destroy()
      return { ...faults.redirect, httpStatus: status }
    }
    const encoding = headerText(headers['content-encoding'])?.trim().toLowerCase() ?? ''
    const text = await body.bytes().then((wire) => readBody(wire, encoding, limits), faultOfError)
    // The status shows the rejection; its body is only a hint and may be missing.
    if (typeof text !== 'string' && status < 400) return { ...text, httpStatus: status }
    return {
      status,
      contentType: headerText(headers['content-type']),
      retryAfter: headerText(headers['retry-after']),
      ...(headers['x-simulated'] === 'true' ? { simulated: true } : {}),
      text: typeof text === 'string' ? text : '',
    }
  } catch (error) {
    return faultOfError(error)
  }
}

/** The host comes from `base` alone: whatever the path holds, it is only ever sent as a path. */
function requestOptions(
  base: URL,
  request: WireRequest,
  userAgent: string,
  signal: AbortSignal,
): Dispatcher.RequestOptions {
  const query = queryText(request)
  const path = base.pathname.replace(/\/$/, '') + request.path
  return {
    origin: base.origin,
    path: query === '' ? path : `${path}?${query}`,
    method: request.method,
    headers: {
      accept: 'application/json',
      'accept-encoding': acceptedEncodings,
      'accept-language': 'en',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
      'user-agent': userAgent,
    },
    body: bodyText(request),
    signal,
  }
}

const agentOptions = (limits: TransportLimits): Agent.Options => ({
  connect: { timeout: limits.connectMs },
  headersTimeout: limits.firstByteMs,
  bodyTimeout: limits.totalMs,
  maxResponseSize: limits.maxWireBytes,
})

const createProxyAgent = (uri: string, limits: TransportLimits) =>
  new ProxyAgent({
    ...agentOptions(limits),
    uri,
    proxyTls: { timeout: limits.connectMs },
    requestTls: { timeout: limits.connectMs },
    // The proxy's own answer to CONNECT is bounded like any other first byte.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: limits.firstByteMs }),
  })

/** A repeated header is joined, so that two encodings never pass as one. */
const headerText = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
