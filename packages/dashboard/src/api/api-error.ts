import type { ErrorBody } from '@p2p-rates/contract'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** A code of the interface, or `offline` where no answer came. */
  readonly code: string
  readonly status: number
  readonly param: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly detail: Partial<ErrorBody['detail']>

  constructor(facts: {
    readonly code: string
    readonly status?: number
    readonly requestId?: string | null
    readonly retryAfterSeconds?: number | null
    readonly detail?: Partial<ErrorBody['detail']>
  }) {
    super(facts.detail?.message ?? facts.code)
    this.code = facts.code
    this.status = facts.status ?? 0
    this.param = facts.detail?.param ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.detail = facts.detail ?? {}
  }
}

/** The refusal that an answer carries. A proxy's own page has a status alone. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { headers, status } = response
  const body: unknown = await response.json().catch(() => null)
  const detail: Partial<ErrorBody['detail']> = isErrorBody(body) ? body.detail : {}
  return new ApiError({
    code: detail.code ?? (status >= 500 ? 'overloaded' : 'unknown'),
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: readSeconds(headers.get('retry-after')),
    detail,
  })
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'detail' in body &&
  typeof body.detail === 'object' &&
  body.detail !== null

const readSeconds = (text: string | null): number | null =>
  text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null
