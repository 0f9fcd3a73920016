import type { IncomingHttpHeaders } from 'node:http'
import {
  type Endpoint,
  type ErrorResponse,
  featureOf,
  includesPlan,
  isForAdmins,
  type PlanLimits,
  type PlanName,
  planNeeded,
  readPath,
  readQuery,
} from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import { type Actor, allowanceOf, sessionOf } from '../accounts/actor.js'
import { adminRequired } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { getOrCreate } from '../base/get-or-create.js'
import type { HttpContext } from './http-context.js'
import type { Reply } from './reply.js'
import { type CachedResponse, type ConditionalHeaders, createResponseCache } from './response-cache.js'
import {
  type DataVersion,
  type Outcome,
  type RouteHandler,
  replyOf,
  type Values,
  withNoStore,
} from './route-handler.js'

export type QueryInput = {
  readonly implementation: RouteHandler
  readonly actor: Actor
  readonly params: Readonly<Record<string, string>>
  readonly search: string
}

export type QueryEvaluator = ReturnType<typeof createQueryEvaluator>

export function createQueryEvaluator(context: Pick<HttpContext, 'clock' | 'exchanges' | 'isSimulated'>) {
  const { clock, exchanges, isSimulated } = context
  const read = createQueryParser(exchanges.ids)
  const responseCache = createResponseCache(clock)

  const answerFromCache = (
    { implementation, actor }: QueryInput,
    question: Query,
    data: DataVersion,
    conditions: ConditionalHeaders,
    usedThisMonth: number,
  ): Reply | Promise<Reply> => {
    const known = responseCache.lookUp(question, data, conditions)
    if (known !== null) return known

    const keep = (outcome: Outcome<unknown>): Reply => {
      // Cache the reply without remarks about this caller's parameters, because all callers share it.
      const reply = replyOf(outcome, implementation.endpoint, { query: question.query, isSimulated: isSimulated() })
      const { status, headers, body } = reply
      if (status !== 200 || body === null) return reply
      return responseCache.cacheReply(question, data, { headers, body }, conditions)
    }
    const outcome = implementation.handle(handlerArgsOf(question, actor, usedThisMonth))
    return outcome instanceof Promise ? outcome.then(keep) : keep(outcome)
  }

  return {
    question: ({ implementation, actor, params, search }: QueryInput): Query => {
      const { access } = implementation.endpoint
      if (isForAdmins(access) && !sessionOf(actor).isAdmin) throw adminRequired()
      const { plan, limits } = allowanceOf(actor)
      const needed = planNeeded(access)
      if (needed !== null && !includesPlan(plan, needed))
        throw new ApiError(planProblem(implementation.endpoint, needed))
      return read(implementation, params, search, limits)
    },
    evaluateQuery: (asking: QueryInput, question: Query, headers: IncomingHttpHeaders, usedThisMonth: number) => {
      const { implementation, actor } = asking
      if (implementation.version !== undefined) {
        const data = implementation.version(question.query, actor)
        return answerFromCache(asking, question, data, conditionalHeadersOf(actor, headers), usedThisMonth)
      }
      const outcome = implementation.handle(handlerArgsOf(question, actor, usedThisMonth))
      const { query, clamped, hints } = question
      const asked = { query, clamped, hints, isSimulated: isSimulated() }
      const reply = (made: Outcome<unknown>) => withNoStore(replyOf(made, implementation.endpoint, asked))
      return outcome instanceof Promise ? outcome.then(reply) : reply(outcome)
    },
  }
}

/** Not compressed for sessions: browsers send the cookie with other sites' requests, so lengths would leak (BREACH). */
const conditionalHeadersOf = ({ kind }: Actor, headers: IncomingHttpHeaders): ConditionalHeaders =>
  kind === 'session' ? { 'if-none-match': headers['if-none-match'] } : headers

/** Built field by field: a spread would cost more than a short answer. */
const handlerArgsOf = ({ params, query }: Query, actor: Actor, usedThisMonth: number) => ({
  params,
  query,
  body: null,
  actor,
  usedThisMonth,
  operationId: '',
})

const planProblem = (endpoint: Endpoint, needed: PlanName): ErrorResponse => ({
  code: 'plan_required',
  message: `The ${featureOf(endpoint)} endpoint needs the ${needed} plan or a higher one.`,
})

/** A request parsed by the contract's schemas. Equal `name` means the same query. */
export type Query = {
  readonly params: Values
  readonly query: Values
  readonly clamped: readonly string[]
  readonly hints: readonly string[]
  readonly name: string
  /** The last answer to this query, so that the commonest case needs no look-up. */
  lastResponse: CachedResponse | null
}

/** Longer query strings are parsed each time, because only short ones repeat. */
const maxCachedLength = 256

function createQueryParser(exchanges: readonly ExchangeId[]) {
  const remembered = new WeakMap<PlanLimits, Map<RouteHandler['endpoint'], LRUCache<string, Query>>>()
  const memoryOf = (limits: PlanLimits, endpoint: RouteHandler['endpoint']): LRUCache<string, Query> => {
    const memories = getOrCreate(remembered, limits, () => new Map())
    return getOrCreate(memories, endpoint, () => new LRUCache({ max: 1_000 }))
  }

  return (
    { endpoint }: RouteHandler,
    params: Readonly<Record<string, string>>,
    search: string,
    limits: PlanLimits,
  ): Query => {
    const isRememberable = search.length <= maxCachedLength && !endpoint.path.includes('{')
    if (!isRememberable) return read(endpoint, params, search, limits, exchanges)
    return getOrCreate(memoryOf(limits, endpoint), search, () => read(endpoint, params, search, limits, exchanges))
  }
}

function read(
  endpoint: RouteHandler['endpoint'],
  params: Readonly<Record<string, string>>,
  search: string,
  limits: PlanLimits,
  exchanges: readonly ExchangeId[],
): Query {
  const path = accept(readPath(endpoint.params, params, limits))
  const query = accept(readQuery(endpoint.query, new URLSearchParams(search), limits, exchanges))
  // An endpoint and its mirror share one answer.
  const name = `${endpoint.mirrorOf ?? endpoint.name} ${JSON.stringify(query.values)}`
  return {
    params: path.values,
    query: query.values,
    clamped: query.clamped,
    hints: query.hints,
    name,
    lastResponse: null,
  }
}

export function accept<Reading extends { ok: true } | { ok: false; problem: ErrorResponse }>(
  reading: Reading,
): Extract<Reading, { ok: true }> {
  if (!reading.ok) throw new ApiError(reading.problem)
  return reading as Extract<Reading, { ok: true }>
}
