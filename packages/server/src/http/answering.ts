import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  answerHeaders,
  apiKeyHeader,
  type Endpoint,
  featureOf,
  includesPlan,
  type PlanName,
  type Problem,
  readBody,
} from '@p2p-rates/contract'
import type { Caller } from '../accounts/caller.js'
import { randomText } from '../accounts/key-format.js'
import type { UsageLedger } from '../accounts/usage-ledger.js'
import type { Hammering } from '../limits/hammering.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { Admission, Cost, Limiter, Refusal } from '../limits/limiter.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import { StorageUnavailableError } from '../refusals/storage-unavailable.js'
import type { Clock } from '../time/clock.js'
import type { Idempotency } from './idempotency.js'
import type { DataVersion, Implementation, Outcome } from './implement.js'
import { accept, createQuestions, type Question } from './question.js'
import { readJsonBody, readOptionalJsonBody } from './read-body.js'
import { createRenderedAnswers, type Wishes, withClamped } from './rendered.js'
import { contentHeaders, jsonBytes, jsonHeaders, notKept, problemReply, type Reply, withHangUp } from './reply.js'

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

export const createAnswering = (ports: {
  limiter: Limiter
  hammering: Hammering
  ledger: UsageLedger
  clock: Clock
  idempotency: Idempotency
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
  /** The exchanges are simulations: every answer with prices says so. */
  isSimulated: () => boolean
}): Answering => {
  const { limiter, hammering, ledger, clock, idempotency, onReply, reportBug, isSimulated } = ports
  const read = createQuestions()
  const rendered = createRenderedAnswers(clock)

  const finish = (asked: Asked, admission: Admission, reply: Reply): Reply => {
    const { caller, implementation, requestId } = asked
    const { endpoint } = implementation
    const cost = costOf(asked, reply)
    limiter.settle(caller, admission, cost)
    if (admission.admitted && cost !== 'nothing')
      ledger.record(caller, endpoint.name, { atMs: admission.atMs, counted: admission.reserved && cost === 'month' })
    onReply?.(endpoint.name, reply.status)
    if (endpoint.carriesPrices && isAnswer(reply.status) && isSimulated())
      reply.headers.push(answerHeaders.simulated.name, 'true')
    addCommonHeaders(reply.headers, requestId)
    addLimitHeaders(reply.headers, caller.state.account.plan, limiter.view(caller))
    return reply
  }

  /** At once, or late and for the last time on this connection. */
  const refuse = (asked: Asked, admission: Refusal): Reply | Promise<Reply> => {
    const reply = finish(asked, admission, limitReply(admission))
    const pause = hammering.refused(asked.caller.state.refusals, admission.allowedPerMinute, asked.request.socket)
    return pause === null ? reply : pause.then(() => withHangUp(reply))
  }

  const fail = (asked: Asked, admission: Admission, error: unknown): Reply =>
    finish(asked, admission, failureReply(error, asked.requestId, reportBug))

  /** From the bytes that exist, or made now for all who will ask. */
  const answerOnce = (
    { implementation, caller, request }: Asked,
    question: Question,
    data: DataVersion,
  ): Reply | Promise<Reply> => {
    const wishes = wishesOf(implementation.endpoint, request.headers)
    const known = rendered.recall(question, data, wishes)
    if (known !== null) return known

    const keep = (outcome: Outcome<unknown>): Reply => {
      // What is kept is what all who ask get; that this caller asked for more stays out of it.
      const reply = replyOf(outcome, implementation.endpoint, [])
      const { status, headers, body } = reply
      if (status !== 200 || body === null) return reply
      return rendered.keep(question, data, { headers, body }, wishes)
    }
    const outcome = implementation.handle(readingCall(question, caller))
    return outcome instanceof Promise ? outcome.then(keep) : keep(outcome)
  }

  const respond = (asked: Asked): Reply | Promise<Reply> => {
    const { implementation, caller } = asked
    const { endpoint } = implementation
    const { access } = endpoint
    if (access.kind === 'key' && !includesPlan(caller.state.account.plan, access.plan))
      throw new ApiError(planProblem(endpoint, access.plan))

    const question = read(implementation, asked.params, asked.search, caller.state.limits)
    if (implementation.version !== undefined)
      return answerOnce(asked, question, implementation.version(question.query, caller))
    if (endpoint.method !== 'GET') return change(asked, question)
    const outcome = implementation.handle(readingCall(question, caller))
    const reply = (settled: Outcome<unknown>) => unkept(replyOf(settled, endpoint, question.clamped))
    return outcome instanceof Promise ? outcome.then(reply) : reply(outcome)
  }

  /** POST, PATCH and DELETE: the only requests with a body and with an `Idempotency-Key`. */
  const change = async (asked: Asked, { params, query }: Question): Promise<Reply> => {
    const { implementation, caller, request } = asked
    const { endpoint } = implementation
    const sent = await sentBody(endpoint, request)
    const act = async (operationId: string): Promise<Reply> => {
      const body =
        endpoint.body === null
          ? null
          : accept(readBody(endpoint.body, sent === undefined ? {} : sent, caller.state.limits)).values
      return replyOf(await implementation.handle({ params, query, body, caller, operationId }), endpoint, [])
    }
    if (!endpoint.idempotent) return unkept(await act(randomText(22)))
    return unkept(await idempotency.once({ caller, request, endpoint, sent, params: asked.params, act }))
  }

  return (asked) => {
    const admission = limiter.spend(asked.caller, { blockedByQuota: !asked.implementation.endpoint.quotaFree })
    if (!admission.admitted) return refuse(asked, admission)
    try {
      const reply = respond(asked)
      if (!(reply instanceof Promise)) return finish(asked, admission, reply)
      return reply.then(
        (settled) => finish(asked, admission, settled),
        (error: unknown) => fail(asked, admission, error),
      )
    } catch (error) {
      return fail(asked, admission, error)
    }
  }
}

/** `undefined` where nothing was sent: JSON's own null is something. */
const sentBody = async ({ body, bodyOptional }: Endpoint, request: IncomingMessage): Promise<unknown> => {
  if (body === null) return undefined
  return bodyOptional ? readOptionalJsonBody(request) : readJsonBody(request)
}

/** Browsers send a session's cookie for strangers too: the length of what they get must not tell of its content. */
const wishesOf = ({ access }: Pick<Endpoint, 'access'>, headers: IncomingHttpHeaders): Wishes =>
  access.kind === 'session' ? { 'if-none-match': headers['if-none-match'] } : headers

/** To look at a stream without opening it tells nothing. */
const costOf = ({ request }: Asked, { status, takeOver }: Reply): Cost => {
  if (status === 429) return 'nothing'
  return isAnswer(status) && !(request.method === 'HEAD' && takeOver !== undefined) ? 'month' : 'minute'
}

const isAnswer = (status: number): boolean => (status >= 200 && status < 300) || status === 304

/** Spreading the question instead would cost more than a short answer. */
const readingCall = ({ params, query }: Question, caller: Caller) => ({
  params,
  query,
  body: null,
  caller,
  operationId: '',
})

const replyOf = (outcome: Outcome<unknown>, endpoint: Endpoint, clamped: readonly string[]): Reply => {
  if ('stream' in outcome)
    return { status: 200, headers: [...(outcome.headers ?? [])], body: null, takeOver: outcome.stream }
  if ('nothing' in outcome) return { status: 204, headers: [], body: null }
  if ('text' in outcome || 'bytes' in outcome) {
    const body = 'bytes' in outcome ? outcome.bytes : Buffer.from(outcome.text, 'utf8')
    return {
      status: 200,
      headers: withClamped(withMore(contentHeaders(outcome.type, body), outcome.headers), clamped),
      body,
    }
  }
  const body = jsonBytes(outcome.answer)
  return {
    status: outcome.status ?? endpoint.status,
    headers: withClamped(withMore(jsonHeaders(body), outcome.headers), clamped),
    body,
  }
}

/** What belongs to one account, a secret perhaps, is nothing for caches. */
const unkept = (reply: Reply): Reply => {
  if (reply.takeOver === undefined) reply.headers.push(...notKept)
  return reply
}

const withMore = (headers: string[], more: readonly string[] = []): string[] => {
  for (const part of more) headers.push(part)
  return headers
}

const limitReply = ({ code, message, retryAfterSeconds }: Refusal): Reply =>
  problemReply({ code, message }, retryAfter(retryAfterSeconds))

const planProblem = (endpoint: Endpoint, needed: PlanName): Problem => ({
  code: 'plan_required',
  message: `The ${featureOf(endpoint)} endpoint needs the ${needed} plan or a higher one.`,
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
      retryAfter(10),
    )
  reportBug(error, requestId)
  return problemReply({ code: 'internal_error', message: `Something failed on our side. Request ${requestId}.` }, [])
}

/** What colours an answer: who asks, and in which encoding. */
const varyingBy = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** What every answer carries, whoever asked. */
export const addCommonHeaders = (headers: string[], requestId: string): string[] => {
  headers.push(
    answerHeaders.vary.name,
    varyingBy,
    'X-Content-Type-Options',
    'nosniff',
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    '*',
    answerHeaders.requestId.name,
    requestId,
  )
  return headers
}
