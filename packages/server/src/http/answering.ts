import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type Endpoint,
  featureOf,
  includesPlan,
  type Problem,
  readBody,
  readPath,
  readQuery,
} from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../accounts/caller.js'
import { randomText } from '../accounts/key-format.js'
import type { UsageLedger } from '../accounts/usage-ledger.js'
import type { Clock } from '../clock.js'
import { limitHeaders } from '../limits/limit-headers.js'
import { type Admission, countsAgainstQuota, type Limiter } from '../limits/limiter.js'
import { StorageUnavailableError } from '../storage-unavailable.js'
import type { Idempotency } from './idempotency.js'
import type { DataVersion, Implementation, Outcome, Values } from './implement.js'
import { readJsonBody } from './read-body.js'
import { ApiError, contentHeaders, jsonBytes, jsonHeaders, problemReply, type Reply } from './reply.js'

/** A request whose endpoint and caller are known. */
export type Asked = {
  readonly implementation: Implementation
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly search: string
  readonly request: IncomingMessage
  readonly requestId: string
}

/** Everything between a known caller and the bytes that go back: limits, plan, parameters, data, headers. Both doors use this one function. */
export type Answering = (asked: Asked) => Reply | Promise<Reply>

type Rendered = {
  readonly version: string
  readonly body: Buffer
  readonly etag: string
  readonly type: readonly string[]
}

export const createAnswering = (ports: {
  limiter: Limiter
  ledger: UsageLedger
  clock: Clock
  idempotency: Idempotency
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
}): Answering => {
  const { limiter, ledger, clock, idempotency, onReply, reportBug } = ports
  const rendered = new LRUCache<string, Rendered>({ maxSize: 64 * 1024 * 1024, sizeCalculation: sizeOf })

  const finish = (asked: Asked, admission: Admission, reply: Reply): Reply => {
    const { caller, implementation, requestId } = asked
    limiter.settle(caller, admission, reply.status)
    if (admission.admitted)
      ledger.record(caller, implementation.endpoint.name, {
        atMs: admission.atMs,
        counted: admission.reserved && countsAgainstQuota(reply.status),
      })
    onReply?.(implementation.endpoint.name, reply.status)
    const headers = [...reply.headers, ...commonHeaders(requestId)]
    for (const part of limitHeaders(caller.state.account.plan, limiter.view(caller))) headers.push(part)
    return { ...reply, headers }
  }

  /** A cached body is made once per endpoint, values and data; who asks never colours it. */
  const versioned = (asked: Asked, values: Sent, clamped: readonly string[]): Reply | Promise<Reply> | null => {
    const { implementation, request } = asked
    if (implementation.version === undefined) return null
    const data = implementation.version(values.query, asked.caller)
    const name = `${implementation.endpoint.name} ${data.variant ?? ''} ${JSON.stringify(values.query)}`
    const known = rendered.get(name)
    if (known !== undefined && known.version === data.version) return present(known, data, request, clamped)

    const keep = (outcome: Outcome<unknown>): Reply => {
      // What is kept is what all who ask get; that this caller asked for more stays out of it.
      const reply = replyOf(outcome, implementation.endpoint, [])
      if (reply.status !== 200 || reply.body === null) return reply
      const fresh = { version: data.version, body: reply.body, etag: etagOf(reply.body), type: reply.headers }
      rendered.set(name, fresh)
      return present(fresh, data, request, clamped)
    }
    const outcome = implementation.handle({ ...values, body: null, caller: asked.caller, operationId: '' })
    return outcome instanceof Promise ? outcome.then(keep) : keep(outcome)
  }

  const present = (
    { body, etag, type }: Rendered,
    data: DataVersion,
    request: IncomingMessage,
    clamped: readonly string[],
  ): Reply => {
    const seconds = Math.min(60, Math.max(1, Math.ceil((data.refreshAtMonoMs - clock.monoMs()) / 1000)))
    const caching = ['ETag', etag, 'Cache-Control', `private, max-age=${seconds}`]
    if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers: caching, body: null }
    return { status: 200, headers: [...type, ...clampHeader(clamped), ...caching], body }
  }

  const respond = (asked: Asked): Reply | Promise<Reply> => {
    const { implementation, caller } = asked
    const { endpoint } = implementation
    if (endpoint.plan !== null && !includesPlan(caller.state.account.plan, endpoint.plan))
      throw new ApiError(planProblem(endpoint))

    const limits = caller.state.limits
    const params = accept(readPath(endpoint.params, asked.params, limits))
    const query = accept(readQuery(endpoint.query, new URLSearchParams(asked.search), limits))
    const values = { params: params.values, query: query.values }
    const cached = versioned(asked, values, query.clamped)
    if (cached !== null) return cached

    if (endpoint.method === 'GET') {
      const outcome = implementation.handle({ ...values, body: null, caller, operationId: '' })
      const reply = (settled: Outcome<unknown>) => replyOf(settled, endpoint, query.clamped)
      return outcome instanceof Promise ? outcome.then(reply) : reply(outcome)
    }
    return change(asked, values)
  }

  /** POST, PATCH and DELETE: the only requests with a body and with an `Idempotency-Key`. */
  const change = async (asked: Asked, values: Sent): Promise<Reply> => {
    const { implementation, caller, request } = asked
    const { endpoint } = implementation
    const sent = endpoint.body === null ? null : await readJsonBody(request)
    const act = async (operationId: string): Promise<Reply> => {
      const body = endpoint.body === null ? null : accept(readBody(endpoint.body, sent, caller.state.limits)).values
      return replyOf(await implementation.handle({ ...values, body, caller, operationId }), endpoint, [])
    }
    if (!endpoint.idempotent) return act(randomText(22))
    return idempotency.once({ caller, request, endpoint, sent, params: asked.params, act })
  }

  return (asked) => {
    const admission = limiter.spend(asked.caller, { blockedByQuota: !asked.implementation.endpoint.quotaFree })
    if (!admission.admitted) return finish(asked, admission, limitReply(admission))
    const fail = (error: unknown) => finish(asked, admission, failureReply(error, asked.requestId, reportBug))
    try {
      const reply = respond(asked)
      if (!(reply instanceof Promise)) return finish(asked, admission, reply)
      return reply.then((settled) => finish(asked, admission, settled), fail)
    } catch (error) {
      return fail(error)
    }
  }
}

type Sent = { readonly params: Values; readonly query: Values }

const accept = <Reading extends { ok: true } | { ok: false; problem: Problem }>(
  reading: Reading,
): Extract<Reading, { ok: true }> => {
  if (!reading.ok) throw new ApiError(reading.problem)
  return reading as Extract<Reading, { ok: true }>
}

const replyOf = (outcome: Outcome<unknown>, endpoint: Endpoint, clamped: readonly string[]): Reply => {
  if ('stream' in outcome)
    return { status: 200, headers: [...(outcome.headers ?? [])], body: null, takeOver: outcome.stream }
  if ('nothing' in outcome) return { status: 204, headers: [], body: null }
  if ('text' in outcome) {
    const body = Buffer.from(outcome.text, 'utf8')
    return {
      status: 200,
      headers: [...contentHeaders(outcome.type, body), ...clampHeader(clamped), ...(outcome.headers ?? [])],
      body,
    }
  }
  const body = jsonBytes(outcome.answer)
  return {
    status: outcome.status ?? endpoint.status,
    headers: [...jsonHeaders(body), ...clampHeader(clamped), ...(outcome.headers ?? [])],
    body,
  }
}

const clampHeader = (clamped: readonly string[]): string[] =>
  clamped.length === 0 ? [] : ['X-Clamped', clamped.join(', ')]

const limitReply = (admission: Extract<Admission, { admitted: false }>): Reply => {
  const message =
    admission.code === 'quota_exceeded'
      ? 'The monthly quota of this account is used up.'
      : 'The per-minute limit of this account is exceeded.'
  return problemReply({ code: admission.code, message }, ['Retry-After', String(admission.retryAfterSeconds)])
}

const planProblem = (endpoint: Endpoint): Problem => ({
  code: 'plan_required',
  message: `The ${featureOf(endpoint)} endpoint needs the ${endpoint.plan} plan or a higher one.`,
})

/** Refusals are answered as they are; a full disk says so; anything else is our bug and tells the caller nothing but its request id. */
export const failureReply = (
  error: unknown,
  requestId: string,
  reportBug: (error: unknown, requestId: string) => void,
): Reply => {
  if (error instanceof ApiError) return problemReply(error.problem, error.headers)
  if (error instanceof StorageUnavailableError)
    return problemReply(
      { code: 'storage_unavailable', message: 'The service cannot write to its storage at the moment.' },
      ['Retry-After', '10'],
    )
  reportBug(error, requestId)
  return problemReply({ code: 'internal_error', message: `Something failed on our side. Request ${requestId}.` }, [])
}

export const commonHeaders = (requestId: string): string[] => [
  'Vary',
  'X-API-Key, Authorization',
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  '*',
  'X-Request-Id',
  requestId,
]

const etagOf = (body: Buffer): string => `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`

const matches = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

const sizeOf = ({ body }: Rendered): number => body.length + 400
