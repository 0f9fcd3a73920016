import {
  answerHeaders,
  apiPrefix,
  csvOf,
  csvType,
  defaultPlans,
  type Endpoint,
  type EndpointName,
  type EndpointShapes,
  type ErrorCode,
  endpoints,
  errorStatus,
  limitHeaders,
  type Rates,
  readBody,
  readQuery,
  toProblemResponse,
} from '@p2p-rates/contract'
import type { Fetch } from '@p2p-rates/sdk'
import { createFakeStreams } from './fake-streams.js'

export type FakeAnswers = {
  readonly [Name in EndpointName as EndpointShapes[Name]['answer'] extends object
    ? Name
    : never]: EndpointShapes[Name]['answer']
}
export type FakeName = EndpointName

/** A code of the service, or no connection, a malformed answer, no answer at all. */
export type FakeFailure = ErrorCode | 'connection' | 'malformed' | 'silence'

export type FakeRequest = {
  readonly name: FakeName
  /** Below `/api/v1`, with the ids: `/webhooks/wh_1`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}

export type FakeOptions = {
  /** Marks every answer with prices, as a service over simulated exchanges does. */
  readonly simulated?: boolean
}

export type FakeServer = {
  readonly fetch: Fetch
  /** Received requests, oldest first. */
  readonly requests: readonly FakeRequest[]
  /** From now on this is the answer: a value, or made from each request. */
  answer<Name extends keyof FakeAnswers>(
    name: Name,
    answer: FakeAnswers[Name] | ((request: FakeRequest) => FakeAnswers[Name]),
  ): void
  /** The next request fails, or the next `times`. */
  fail(name: FakeName, failure: FakeFailure, options?: { readonly retryAfter?: number; readonly times?: number }): void
  push(rates: Rates): void
  closeStreams(): void
}

export function createFakeServer({ simulated = false }: FakeOptions = {}): FakeServer {
  const requests: FakeRequest[] = []
  const answers = new Map<string, unknown>()
  const failures = new Map<string, (() => Promise<Response>)[]>()
  const streams = createFakeStreams()

  const headersOf = ({ carriesPrices }: Endpoint): Record<string, string> =>
    simulated && carriesPrices ? { ...calmHeaders, [answerHeaders.simulated.name]: 'true' } : calmHeaders

  async function respond(endpoint: Endpoint, request: FakeRequest, searchParams: URLSearchParams): Promise<Response> {
    const failure = failures.get(endpoint.name)?.shift()
    if (failure !== undefined) return failure()
    const query = readQuery(endpoint.query, searchParams, defaultPlans.Business)
    const body = endpoint.body === null ? query : readBody(endpoint.body, request.body, defaultPlans.Business)
    if (!query.ok) return refusal(query.problem)
    if (!body.ok) return refusal(body.problem)

    const chosen = answers.get(endpoint.name)
    const answer: unknown =
      typeof chosen === 'function' ? chosen(request) : (chosen ?? sampleOf(endpoint, query.values))
    if (endpoint.name === 'stream') return streams.open(String(query.values.fiat), headersOf(endpoint))
    if (endpoint.status === 204) return new Response(null, { status: 204, headers: headersOf(endpoint) })
    const { table } = endpoint
    if (table !== undefined && query.values.format === 'csv')
      return new Response(csvOf(table, answer), { headers: { ...headersOf(endpoint), 'Content-Type': csvType } })
    return Response.json(answer, { status: endpoint.status, headers: headersOf(endpoint) })
  }

  return {
    requests,
    async fetch(url, { method = 'GET', headers, body, signal }) {
      signal?.throwIfAborted()
      const { pathname, searchParams } = new URL(url)
      const endpoint = endpoints.find((candidate) => candidate.method === method && matchesPath(candidate, pathname))
      if (endpoint === undefined) return refusal({ code: 'not_found', message: 'Nothing exists at this address.' })
      const request = {
        name: endpoint.name as FakeName,
        path: pathname.slice(apiPrefix.length),
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        headers: new Headers(headers),
      }
      requests.push(request)
      return respond(endpoint, request, searchParams)
    },
    answer: (name, answer) => answers.set(name, answer),
    fail(name, failure, { retryAfter, times = 1 } = {}) {
      const queue = failures.get(name) ?? []
      failures.set(name, queue)
      for (let time = 0; time < times; time++) queue.push(failing(failure, retryAfter))
    },
    push: streams.push,
    closeStreams: streams.close,
  }
}

function matchesPath({ path }: Endpoint, pathname: string): boolean {
  const expected = (apiPrefix + path).split('/')
  const actual = pathname.split('/')
  return (
    expected.length === actual.length && expected.every((part, index) => part.startsWith('{') || part === actual[index])
  )
}

function sampleOf({ example }: Endpoint, asked: Readonly<Record<string, unknown>>): unknown {
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, echoed.has(name) ? (echoOf(asked[name]) ?? value) : value]),
  )
}
const echoOf = (asked: unknown): unknown => (Array.isArray(asked) ? asked.join(',') : asked)
const echoed = new Set(['fiat', 'exchange', 'side', 'interval', 'hours', 'payment_method'])

const calmHeaders: Record<string, string> = Object.fromEntries([
  ...Object.values(limitHeaders).map(({ name, example }) => [name, String(example)]),
  [answerHeaders.requestId.name, 'req_fake'],
])

const refusal = (problem: Parameters<typeof toProblemResponse>[0], headers: Record<string, string> = {}): Response =>
  Response.json(toProblemResponse(problem), {
    status: errorStatus(problem.code),
    headers: { ...calmHeaders, ...headers },
  })

const failing = (failure: FakeFailure, retryAfter: number | undefined) => async (): Promise<Response> => {
  if (failure === 'connection') throw new TypeError('fetch failed')
  if (failure === 'silence') return new Promise(() => {})
  if (failure === 'malformed') return new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } })
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { [answerHeaders.retryAfter.name]: String(retryAfter) }
  return refusal({ code: failure, message: `The fake was told to answer ${failure}.` }, headers)
}
