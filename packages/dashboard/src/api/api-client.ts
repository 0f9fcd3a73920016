import type { EndpointShapes, WebEndpointShapes } from '@p2p-rates/contract'
import { plainDigits } from '../formats/numbers.js'
import { withAboutMe } from './about-me.js'
import { ApiError, readApiError } from './api-error.js'

type AnyShape = EndpointShapes[keyof EndpointShapes] | WebEndpointShapes[keyof WebEndpointShapes]

/** An endpoint by method and path, as the contract writes it: `GET /rates`, `PATCH /keys/{id}`. */
export type Address = AnyShape['address']
type Shapes = { readonly [One in AnyShape as One['address']]: One }
export type InputAt<Where extends Address> = Shapes[Where]['input']
export type AnswerAt<Where extends Address> = Shapes[Where]['answer']

export type ApiRequestOptions = {
  readonly params?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Asks the server even where the browser keeps an answer that is young enough. */
  readonly revalidate?: boolean
}

/** The questions that pages ask of their own server. Each rejects with an `ApiError`. */
export type ApiClient = {
  /** Path and query with the parameters about the user. */
  pathOf(address: Address, question: object, params?: ApiRequestOptions['params']): string
  /** The parameters about the user, as a query; empty for a usual caller. */
  aboutMe(): string
  request<Where extends Address>(
    address: Where,
    question: InputAt<Where>,
    options?: ApiRequestOptions,
  ): Promise<AnswerAt<Where>>
  requestText<Where extends Address>(address: Where, question: InputAt<Where>): Promise<string>
  openRateStream(fiat: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** An answer that the page itself has brought; each is taken once. */
  preloaded<Where extends Address>(address: Where, question: InputAt<Where>): AnswerAt<Where> | null
  /** Number of requests other than GET. A higher number means that cached answers may be stale. */
  mutationCount(): number
}

const root = '/web/v1'

export function createApiClient(
  fetch: typeof globalThis.fetch,
  preloadedAnswers: Readonly<Record<string, unknown>>,
  aboutMe: () => string = () => '',
): ApiClient {
  const unusedPreloads = new Map(Object.entries(preloadedAnswers))
  let mutationCount = 0
  const pathForMe: ApiClient['pathOf'] = (address, question, params) =>
    pathOf(address, withAboutMe(plainPathOf(address), question, aboutMe()), params)

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(root + path, { ...init, credentials: 'same-origin' }).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error
      throw new ApiError({ code: 'offline' })
    })
    if (!response.ok) throw await readApiError(response)
    return response
  }

  return {
    pathOf: pathForMe,
    aboutMe,
    request: async <Where extends Address>(
      address: Where,
      question: InputAt<Where>,
      options: ApiRequestOptions = {},
    ) => {
      const method = methodOf(address)
      const response = await request(pathForMe(address, question, options.params), {
        method,
        cache: options.revalidate === true ? 'no-cache' : 'default',
        signal: options.signal ?? null,
        ...(method === 'GET'
          ? { headers: { accept: 'application/json' } }
          : {
              headers: { accept: 'application/json', 'content-type': 'application/json' },
              body: JSON.stringify(question),
            }),
      }).finally(() => {
        if (method !== 'GET') mutationCount += 1
      })
      if (response.status === 204) return undefined as AnswerAt<Where>
      // Half an answer is none.
      return (await response.json().catch(() => {
        throw new ApiError({ code: 'offline' })
      })) as AnswerAt<Where>
    },
    requestText: async (address, question) => (await request(pathForMe(address, question), {})).text(),
    openRateStream: async (fiat, signal) => {
      const headers = { accept: 'text/event-stream' }
      const { body } = await request(pathOf('GET /stream', { fiat, include: 'confidence' }), { signal, headers })
      if (body === null) throw new ApiError({ code: 'offline' })
      return body
    },
    preloaded: <Where extends Address>(address: Where, question: InputAt<Where>) => {
      const answer = unusedPreloads.get(pathForMe(address, question)) ?? null
      // Delete an answer for another caller, too, so that it is not shown when it is old.
      unusedPreloads.delete(pathOf(address, question))
      return answer as AnswerAt<Where> | null
    },
    mutationCount: () => mutationCount,
  }
}

const methodOf = (address: Address): string => address.split(' ', 1)[0] ?? 'GET'
const plainPathOf = (address: Address): string => address.slice(address.indexOf(' ') + 1)

/** Path and query below `/web/v1`, with parameters in alphabetical order. Empty values are left out. */
export function pathOf(address: Address, question: object, params: ApiRequestOptions['params'] = {}): string {
  const path = plainPathOf(address).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  if (methodOf(address) !== 'GET') return path
  const given = Object.entries(question).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const query = new URLSearchParams(
    given
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, typeof value === 'number' ? plainDigits(value) : String(value)]),
  )
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
