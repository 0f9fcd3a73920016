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
import { accountOf, allowanceOf } from '../accounts/actor.js'
import { randomText } from '../accounts/tokens.js'
import { retryAfter } from '../base/errors/api-error.js'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import { tooManyStatus } from '../base/errors/too-many.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { Admission, Admitted, Cost, LimitView, Refusal } from '../limits/limiter.js'
import type { SessionCookie } from './csrf-and-session-cookie.js'
import type { HttpContext } from './http-context.js'
import type { Idempotency } from './idempotency.js'
import { pageLimitSubjectOf } from './limit-subjects.js'
import { accept, type Query, type QueryEvaluator, type QueryInput } from './query-evaluator.js'
import { readJsonBody, readOptionalJsonBody } from './read-body.js'
import { addCommonHeaders, closeAfter, failureReply, problemReply, type Reply } from './reply.js'
import { type Outcome, replyOf, withNoStore } from './route-handler.js'

export type RequestContext = QueryInput & {
  readonly request: IncomingMessage
  readonly requestId: string
}

/** From a known caller to a reply: limits, plan, parameters, data, headers. Both ways in share it. */
export type RequestPipeline = (asked: RequestContext) => Reply | Promise<Reply>

type Pipeline = {
  readonly context: HttpContext
  readonly queryEvaluator: QueryEvaluator
  readonly idempotency: Idempotency
  readonly cookie: SessionCookie
  /** Names of added exchanges, as a header carries them. */
  readonly exchangeNames: string
}

export function createRequestPipeline(ports: Omit<Pipeline, 'exchangeNames'>): RequestPipeline {
  const names = Object.fromEntries(ports.context.exchanges.added.map(({ id, name }) => [id, name]))
  const pipeline: Pipeline = { ...ports, exchangeNames: new URLSearchParams(names).toString() }
  const { consistency } = ports.context
  return (asked) => {
    if (asked.implementation.endpoint.access.kind === 'public') return answerPublic(pipeline, asked)
    if (consistency === null || !requiresCatchUp(consistency, asked.request.headers))
      return answerCaller(pipeline, asked)
    return answerConsistently(pipeline, asked, consistency)
  }
}

/** Public endpoints take no credentials and don't count towards limits. */
async function answerPublic({ context }: Pipeline, asked: RequestContext): Promise<Reply> {
  const { actor, implementation, params, requestId } = asked
  const { endpoint, handle } = implementation
  const reply = await Promise.resolve()
    .then(() => accept(readPath(endpoint.params, params, defaultPlans.Free)).values)
    .then((read) => handle({ params: read, query: {}, body: null, actor, usedThisMonth: 0, operationId: '' }))
    .then(
      (outcome) => withNoStore(replyOf(outcome, endpoint)),
      (error: unknown) => failureReply(error, requestId, context.reportBug),
    )
  addCommonHeaders(reply.headers, requestId, endpoint.access)
  return reply
}

/**
 * Another replica may already have served this caller newer data. If this one can't catch up, fail, so that the client
 * retries there.
 */
async function answerConsistently(
  pipeline: Pipeline,
  asked: RequestContext,
  replica: ReplicaConsistency,
): Promise<Reply> {
  const isComplete = await replica.catchUp()
  if (isComplete || !requiresCatchUp(replica, asked.request.headers)) return answerCaller(pipeline, asked)
  return fail(
    pipeline,
    asked,
    new StorageUnavailableError('This server is cut off and knows less than others have said.'),
  )
}

function answerCaller(pipeline: Pipeline, asked: RequestContext): Reply | Promise<Reply> {
  const admission = spend(pipeline, asked)
  if (!(admission instanceof Promise)) return answerAdmitted(pipeline, asked, admission)
  return admission.then(
    (decided) => answerAdmitted(pipeline, asked, decided),
    (error: unknown) => fail(pipeline, asked, error),
  )
}

function spend(
  { context: { limits, visitors } }: Pipeline,
  { actor, implementation }: RequestContext,
): Admission | Promise<Admission> {
  return actor.kind === 'key'
    ? limits.limiter.admitRequest(actor.account, implementation.endpoint.quotaFree ? 'counted' : 'binding')
    : limits.limiter.admitRequest(pageLimitSubjectOf(visitors, actor), 'exempt')
}

function answerAdmitted(pipeline: Pipeline, asked: RequestContext, admission: Admission): Reply | Promise<Reply> {
  if (!admission.admitted) return refuse(pipeline, asked, admission)
  try {
    const reply = respond(pipeline, asked, admission)
    if (!(reply instanceof Promise)) return finish(pipeline, asked, admission, reply)
    return reply.then(
      (made) => finish(pipeline, asked, admission, made),
      (error: unknown) => finish(pipeline, asked, admission, failure(pipeline, asked, error)),
    )
  } catch (error) {
    return finish(pipeline, asked, admission, failure(pipeline, asked, error))
  }
}

function refuse(pipeline: Pipeline, asked: RequestContext, refusal: Refusal): Reply | Promise<Reply> {
  const { clock, limits } = pipeline.context
  const { code, message, retryAfterSeconds, view, abuse, allowedPerMinute } = refusal
  const reply = addResponseHeaders(
    pipeline,
    asked,
    problemReply({ code, message }, retryAfter(retryAfterSeconds)),
    view,
  )
  record(pipeline, asked, reply, clock.wallMs(), false)
  const pause = limits.abuseThrottle.delayRefusal(abuse, allowedPerMinute, asked.request.socket)
  return pause === null ? reply : pause.then(() => closeAfter(reply))
}

const failure = ({ context }: Pipeline, { requestId }: RequestContext, error: unknown): Reply =>
  failureReply(error, requestId, context.reportBug)

function fail(pipeline: Pipeline, asked: RequestContext, error: unknown): Reply {
  const reply = failure(pipeline, asked, error)
  record(pipeline, asked, reply, pipeline.context.clock.wallMs(), false)
  return addResponseHeaders(pipeline, asked, reply, null)
}

function respond(pipeline: Pipeline, asked: RequestContext, admitted: Admitted): Reply | Promise<Reply> {
  const { queryEvaluator } = pipeline
  const question = queryEvaluator.question(asked)
  if (asked.implementation.endpoint.method !== 'GET') return runMutation(pipeline, asked, question, admitted)
  return queryEvaluator.evaluateQuery(asked, question, asked.request.headers, admitted.usedThisMonth)
}

async function runMutation(
  pipeline: Pipeline,
  { implementation, actor, request, params: pathParams }: RequestContext,
  { params, query }: Query,
  { usedThisMonth }: Admitted,
): Promise<Reply> {
  const { endpoint } = implementation
  const sent = await sentBody(endpoint, request)
  const execute = async (operationId: string): Promise<Reply> => {
    const read =
      endpoint.body === null
        ? null
        : accept(
            readBody(
              endpoint.body,
              sent === undefined ? {} : sent,
              allowanceOf(actor).limits,
              pipeline.context.exchanges.ids,
            ),
          )
    const call = { params, query, body: read?.values ?? null, actor, usedThisMonth, operationId }
    const outcome = await implementation.handle(call)
    return withSession(pipeline, request, outcome, replyOf(outcome, endpoint, { hints: read?.hints ?? [] }))
  }
  if (!endpoint.idempotent) return withNoStore(await execute(randomText(22)))
  const { id: accountId } = accountOf(actor)
  const operation = { accountId, request, endpoint, sent, params: pathParams, execute }
  return withNoStore(await pipeline.idempotency.runOnce(operation))
}

/** If the answer starts or ends a session, set the browser's cookie to match. A new session ends the browser's previous one. */
async function withSession(
  { context, cookie }: Pipeline,
  request: IncomingMessage,
  outcome: Outcome<unknown>,
  reply: Reply,
): Promise<Reply> {
  if (!('session' in outcome) || outcome.session === undefined) return reply
  const former = cookie.readToken(request)
  if (former !== null && outcome.session !== null) await context.sessions.endToken(former)
  reply.headers.push(...cookie.write(request, outcome.session))
  return reply
}

function finish(pipeline: Pipeline, asked: RequestContext, admitted: Admitted, reply: Reply): Reply {
  const cost = costOf(asked, reply)
  const view = admitted.charge(cost)
  record(pipeline, asked, reply, admitted.atMs, admitted.reserved && cost === 'month')
  return addResponseHeaders(pipeline, asked, reply, view)
}

/** Only API keys have recorded usage; session and visitor requests are not recorded. */
function record(
  { context: { accounts } }: Pipeline,
  { actor, implementation: { endpoint } }: RequestContext,
  { status, problem }: Reply,
  atMs: number,
  counted: boolean,
): void {
  if (actor.kind !== 'key') return
  accounts.ledger.record(actor.key, endpoint.name, { atMs, status, counted })
  if (problem !== undefined)
    accounts.recentErrors.recordError(actor.account.id, {
      code: problem.code,
      endpoint: endpoint.name,
      param: knownInputName(endpoint, problem),
      suggestion: problem.suggestion ?? null,
    })
}

function addResponseHeaders(
  { context, cookie, exchangeNames }: Pipeline,
  { actor, implementation: { endpoint }, request, requestId }: RequestContext,
  reply: Reply,
  view: LimitView | null,
): Reply {
  const { headers, status } = reply
  context.onReply(endpoint.name, status)
  if (endpoint.carriesPrices && isAnswer(status)) {
    if (context.isSimulated()) headers.push(answerHeaders.simulated.name, 'true')
    if (context.replayedAt !== null) headers.push(answerHeaders.replay.name, context.replayedAt())
  }
  addCommonHeaders(headers, requestId, endpoint.access)
  if (context.consistency !== null)
    headers.push(answerHeaders.dataVersion.name, String(context.consistency.dataVersion))
  if (actor.kind === 'key') {
    if (exchangeNames !== '') headers.push(answerHeaders.exchangeNames.name, exchangeNames)
    if (view !== null) addLimitHeaders(headers, actor.account.plan, view)
  }
  if (actor.kind === 'session' && actor.isProlonged && !headers.includes('Set-Cookie'))
    headers.push(...cookie.write(request, cookie.readToken(request)))
  return reply
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

/** Read-your-writes across replicas: a caller must not see older data than another replica has returned. */
export interface ReplicaConsistency {
  /** Position of this replica in the changelog, sent with every reply. */
  readonly dataVersion: number
  /** Reads the changelog until it is current or time runs out. Resolves true if nothing can be missing. */
  catchUp(): Promise<boolean>
}

function requiresCatchUp(replica: ReplicaConsistency, headers: IncomingHttpHeaders): boolean {
  const least = headers[minDataVersion]
  if (least !== undefined && Number(least) > replica.dataVersion) return true
  return headers[lastEventId] !== undefined
}

const minDataVersion = requestHeaders.minDataVersion.name.toLowerCase()
const lastEventId = requestHeaders.lastEventId.name.toLowerCase()

const headerNames: readonly string[] = Object.values(requestHeaders).map(({ name }) => name)

/** Null if the endpoint does not define it: then it is the client's text, perhaps a misplaced key. */
export function knownInputName(
  { params, query, body }: Endpoint,
  { param }: Pick<ErrorResponse, 'param'>,
): string | null {
  if (param === undefined) return null
  const isOurs = [params, query, body ?? {}].some((inputs) => Object.hasOwn(inputs, param))
  return isOurs || headerNames.includes(param) ? param : null
}
