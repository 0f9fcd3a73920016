import { type ErrorResponse, type PlanLimits, readPath, readQuery } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../base/errors/api-error.js'
import type { CachedResponse } from './response-cache.js'
import type { RouteHandler, Values } from './route-handler.js'

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

export function createQueryParser() {
  const remembered = new WeakMap<PlanLimits, Map<RouteHandler['endpoint'], LRUCache<string, Query>>>()
  const memoryOf = (limits: PlanLimits, endpoint: RouteHandler['endpoint']): LRUCache<string, Query> => {
    let memories = remembered.get(limits)
    if (memories === undefined) {
      memories = new Map()
      remembered.set(limits, memories)
    }
    let memory = memories.get(endpoint)
    if (memory === undefined) {
      memory = new LRUCache({ max: 1_000 })
      memories.set(endpoint, memory)
    }
    return memory
  }

  return (
    { endpoint }: RouteHandler,
    params: Readonly<Record<string, string>>,
    search: string,
    limits: PlanLimits,
  ): Query => {
    const isRememberable = search.length <= maxCachedLength && !endpoint.path.includes('{')
    if (!isRememberable) return read(endpoint, params, search, limits)
    const memory = memoryOf(limits, endpoint)
    let question = memory.get(search)
    if (question === undefined) {
      question = read(endpoint, params, search, limits)
      memory.set(search, question)
    }
    return question
  }
}

function read(
  endpoint: RouteHandler['endpoint'],
  params: Readonly<Record<string, string>>,
  search: string,
  limits: PlanLimits,
): Query {
  const path = accept(readPath(endpoint.params, params, limits))
  const query = accept(readQuery(endpoint.query, new URLSearchParams(search), limits))
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
