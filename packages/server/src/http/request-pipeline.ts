import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  answerHeaders,
  defaultPlans,
  type Endpoint,
  type ErrorResponse,
  readBody,
  readPath,
  requestHeaders,
} from '@p2p-rates/contract'
import { pluggedInExchanges } from '@p2p-rates/core'
import { accountOf, allowanceOf, type VisitorRules } from '../accounts/actor.js'
import type { Sessions } from '../accounts/sessions.js'
import { randomText } from '../accounts/tokens.js'
import type { RecentErrors } from '../accounts/usage/recent-errors.js'
import type { UsageLedger } from '../accounts/usage/usage-ledger.js'
import { retryAfter } from '../base/errors/retry-after.js'
import { StorageUnavailableError } from '../base/errors/storage-unavailable.js'
import { tooManyStatus } from '../base/errors/too-many.js'
import type { Clock } from '../base/time/clock.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { Admission, Admitted, Cost, Limiter, LimitView, Refusal } from '../limits/limiter.js'
import type { SessionCookie } from './csrf-and-session-cookie.js'
import type { Idempotency } from './idempotency.js'
import { createPageLimitSubject } from './limit-subjects.js'
import { accept, type Query, type QueryEvaluator, type QueryInput } from './query-evaluator.js'
import { readJsonBody, readOptionalJsonBody } from './read-body.js'
import { addCommonHeaders, closeAfter, failureReply, problemReply, type Reply } from './reply.js'
import { type Outcome, replyOf, withNoStore } from './route-handler.js'

export type RequestContext = QueryInput & {
  readonly request: IncomingMessage
  readonly requestId: string
}

/**
 * Turns a request with a known caller into a reply: limits, plan, parameters, data, headers. The fast path and the
 * router share it.
 */
export type RequestPipeline = (asked: RequestContext) => Reply | Promise<Reply>

export function createRequestPipeline(ports: {
  limiter: Limiter
  abuseThrottle: AbuseThrottle
  ledger: UsageLedger
  recentErrors: Pick<RecentErrors, 'recordError'>
  clock: Clock
  queryEvaluator: QueryEvaluator
  idempotency: Idempotency
  cookie: SessionCookie
  sessions?: Pick<Sessions, 'endToken'>
  /** A session's per-minute limit is never below the visitors' limit. */
  visitors: VisitorRules
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
  isSimulated: () => boolean
  /** Instant of the replayed archive as text, for the header of replies with prices. Null if live. */
  replayedAt?: (() => string) | null
  consistency: ReplicaConsistency | null
}): RequestPipeline {
  const {
    limiter,
    abuseThrottle,
    ledger,
    recentErrors,
    clock,
    queryEvaluator,
    idempotency,
    cookie,
    sessions,
    visitors,
  } = ports
  const { onReply, reportBug, isSimulated, replayedAt = null, consistency } = ports
  const exchangeNames = new URLSearchParams(
    Object.fromEntries(pluggedInExchanges.map(({ id, name }) => [id, name])),
  ).toString()
  const pageLimitSubjectOf = createPageLimitSubject(visitors)

  const spend = ({ actor, implementation }: RequestContext): Admission | Promise<Admission> =>
    actor.kind === 'key'
      ? limiter.admitRequest(actor.account, implementation.endpoint.quotaFree ? 'counted' : 'binding')
      : limiter.admitRequest(pageLimitSubjectOf(actor), 'exempt')

  /** Only API keys have recorded usage; session and visitor requests are not recorded. */
  const record = (asked: RequestContext, { status, problem }: Reply, atMs: number, counted: boolean): void => {
    const { actor, implementation } = asked
    const { endpoint } = implementation
    if (actor.kind !== 'key') return
    ledger.record(actor.key, endpoint.name, { atMs, status, counted })
    if (problem !== undefined)
      recentErrors.recordError(actor.account.id, {
        code: problem.code,
        endpoint: endpoint.name,
        param: knownInputName(endpoint, problem),
        suggestion: problem.suggestion ?? null,
      })
  }

  const finish = (asked: RequestContext, admitted: Admitted, reply: Reply): Reply => {
    const cost = costOf(asked, reply)
    const view = admitted.charge(cost)
    record(asked, reply, admitted.atMs, admitted.reserved && cost === 'month')
    return addResponseHeaders(asked, reply, view)
  }

  const addResponseHeaders = (
    { actor, implementation, request, requestId }: RequestContext,
    reply: Reply,
    view: LimitView | null,
  ): Reply => {
    const { endpoint } = implementation
    onReply?.(endpoint.name, reply.status)
    if (endpoint.carriesPrices && isAnswer(reply.status) && isSimulated())
      reply.headers.push(answerHeaders.simulated.name, 'true')
    if (endpoint.carriesPrices && isAnswer(reply.status) && replayedAt !== null)
      reply.headers.push(answerHeaders.replay.name, replayedAt())
    addCommonHeaders(reply.headers, requestId, endpoint.access)
    if (consistency !== null) reply.headers.push(answerHeaders.dataVersion.name, String(consistency.dataVersion))
    if (actor.kind === 'key' && exchangeNames !== '')
      reply.headers.push(answerHeaders.exchangeNames.name, exchangeNames)
    if (actor.kind === 'key' && view !== null) addLimitHeaders(reply.headers, actor.account.plan, view)
    if (actor.kind === 'session' && actor.isProlonged) renewCookie(request, reply)
    return reply
  }

  const renewCookie = (request: IncomingMessage, { headers }: Reply): void => {
    if (!headers.includes('Set-Cookie')) headers.push(...cookie.write(request, cookie.readToken(request)))
  }

  const refuse = (asked: RequestContext, refusal: Refusal): Reply | Promise<Reply> => {
    const reply = addResponseHeaders(asked, limitReply(refusal), refusal.view)
    record(asked, reply, clock.wallMs(), false)
    const pause = abuseThrottle.delayRefusal(refusal.abuse, refusal.allowedPerMinute, asked.request.socket)
    return pause === null ? reply : pause.then(() => closeAfter(reply))
  }

  const failure = (asked: RequestContext, error: unknown): Reply => failureReply(error, asked.requestId, reportBug)

  const respond = (asked: RequestContext, admitted: Admitted): Reply | Promise<Reply> => {
    const question = queryEvaluator.question(asked)
    if (asked.implementation.endpoint.method !== 'GET') return runMutation(asked, question, admitted)
    return queryEvaluator.evaluateQuery(asked, question, asked.request.headers, admitted.usedThisMonth)
  }

  const runMutation = async (
    asked: RequestContext,
    { params, query }: Query,
    { usedThisMonth }: Admitted,
  ): Promise<Reply> => {
    const { implementation, actor, request } = asked
    const { endpoint } = implementation
    const sent = await sentBody(endpoint, request)
    const execute = async (operationId: string): Promise<Reply> => {
      const read =
        endpoint.body === null
          ? null
          : accept(readBody(endpoint.body, sent === undefined ? {} : sent, allowanceOf(actor).limits))
      const call = { params, query, body: read?.values ?? null, actor, usedThisMonth, operationId }
      const outcome = await implementation.handle(call)
      return withSession(request, outcome, replyOf(outcome, endpoint, { hints: read?.hints ?? [] }))
    }
    if (!endpoint.idempotent) return withNoStore(await execute(randomText(22)))
    const { id: accountId } = accountOf(actor)
    return withNoStore(await idempotency.runOnce({ accountId, request, endpoint, sent, params: asked.params, execute }))
  }

  /**
   * If the answer starts or ends a session, set the browser's cookie to match. A new session ends the browser's
   * previous one.
   */
  const withSession = async (request: IncomingMessage, outcome: Outcome<unknown>, reply: Reply): Promise<Reply> => {
    if (!('session' in outcome) || outcome.session === undefined) return reply
    const former = cookie.readToken(request)
    if (former !== null && outcome.session !== null) await sessions?.endToken(former)
    reply.headers.push(...cookie.write(request, outcome.session))
    return reply
  }

  const answerAdmitted = (asked: RequestContext, admission: Admission): Reply | Promise<Reply> => {
    if (!admission.admitted) return refuse(asked, admission)
    try {
      const reply = respond(asked, admission)
      if (!(reply instanceof Promise)) return finish(asked, admission, reply)
      return reply.then(
        (made) => finish(asked, admission, made),
        (error: unknown) => finish(asked, admission, failure(asked, error)),
      )
    } catch (error) {
      return finish(asked, admission, failure(asked, error))
    }
  }

  const fail = (asked: RequestContext, error: unknown): Reply => {
    const reply = failure(asked, error)
    record(asked, reply, clock.wallMs(), false)
    return addResponseHeaders(asked, reply, null)
  }

  /** Public endpoints take no credentials and don't count towards limits. */
  const answerPublic = async ({ actor, implementation, params, requestId }: RequestContext): Promise<Reply> => {
    const { endpoint, handle } = implementation
    const reply = await Promise.resolve()
      .then(() => accept(readPath(endpoint.params, params, defaultPlans.Free)).values)
      .then((read) => handle({ params: read, query: {}, body: null, actor, usedThisMonth: 0, operationId: '' }))
      .then(
        (outcome) => withNoStore(replyOf(outcome, endpoint)),
        (error: unknown) => failureReply(error, requestId, reportBug),
      )
    addCommonHeaders(reply.headers, requestId, endpoint.access)
    return reply
  }

  const answerCaller = (asked: RequestContext): Reply | Promise<Reply> => {
    const admission = spend(asked)
    if (!(admission instanceof Promise)) return answerAdmitted(asked, admission)
    return admission.then(
      (decided) => answerAdmitted(asked, decided),
      (error: unknown) => fail(asked, error),
    )
  }

  /**
   * Another replica may already have served this caller newer data. If this one can't catch up, fail, so that the
   * client retries there.
   */
  const answerConsistently = async (asked: RequestContext, replica: ReplicaConsistency): Promise<Reply> => {
    const isComplete = await replica.catchUp()
    if (isComplete || !requiresCatchUp(replica, asked.request.headers)) return answerCaller(asked)
    return fail(asked, new StorageUnavailableError('This server is cut off and knows less than others have said.'))
  }

  return (asked) => {
    if (asked.implementation.endpoint.access.kind === 'public') return answerPublic(asked)
    if (consistency === null || !requiresCatchUp(consistency, asked.request.headers)) return answerCaller(asked)
    return answerConsistently(asked, consistency)
  }
}

/** Returns `undefined` if the endpoint takes no body or an optional body is empty: JSON's `null` is a value. */
async function sentBody({ body, bodyOptional }: Endpoint, request: IncomingMessage): Promise<unknown> {
  if (body === null) return undefined
  return bodyOptional ? readOptionalJsonBody(request) : readJsonBody(request)
}

/** A HEAD request for a stream returns no data, so it costs no monthly quota. */
function costOf({ request, implementation }: RequestContext, { status, hijack }: Reply): Cost {
  if (status === tooManyStatus) return 'nothing'
  if (implementation.charge === 'request') return 'minute'
  return isAnswer(status) && !(request.method === 'HEAD' && hijack !== undefined) ? 'month' : 'minute'
}

const isAnswer = (status: number): boolean => (status >= 200 && status < 300) || status === 304

const limitReply = ({ code, message, retryAfterSeconds }: Refusal): Reply =>
  problemReply({ code, message }, retryAfter(retryAfterSeconds))

/** Read-your-writes across replicas: a caller must not see older data than another replica has returned. */
export interface ReplicaConsistency {
  /** Position of this replica in the changelog, sent with every reply. */
  readonly dataVersion: number
  /** Reads the changelog until it is current or time runs out. Resolves true if nothing can be missing. */
  catchUp(): Promise<boolean>
}

export function requiresCatchUp(replica: ReplicaConsistency, headers: IncomingHttpHeaders): boolean {
  const least = headers[minDataVersion]
  if (least !== undefined && Number(least) > replica.dataVersion) return true
  return headers[lastEventId] !== undefined
}

const minDataVersion = requestHeaders.minDataVersion.name.toLowerCase()
const lastEventId = requestHeaders.lastEventId.name.toLowerCase()

const headerNames: readonly string[] = Object.values(requestHeaders).map(({ name }) => name)

/**
 * Returns the invalid parameter if the endpoint defines it. Any other name is the client's text, perhaps a misplaced
 * key.
 */
export function knownInputName(
  { params, query, body }: Endpoint,
  { param }: Pick<ErrorResponse, 'param'>,
): string | null {
  if (param === undefined) return null
  const isOurs = [params, query, body ?? {}].some((inputs) => Object.hasOwn(inputs, param))
  return isOurs || headerNames.includes(param) ? param : null
}
