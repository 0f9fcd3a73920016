import { type ErrorResponse, type PlanLimits, readPath, readQuery } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors/api-error.js'
import type { RouteHandler, Values } from './handle.js'
import type { Rendered } from './response-cache.js'

/** What is asked for, once the contract's schemas have read it. Equal names ask for the same. */
export type Query = {
  readonly params: Values
  readonly query: Values
  /** Parameters that were lowered to what the plan allows. */
  readonly clamped: readonly string[]
  /** Advice about values that are most likely a mistake. */
  readonly hints: readonly string[]
  readonly name: string
  /** The last answer to it, so that the commonest case looks nothing up. */
  rendered: Rendered | null
}

/** Longer searches are read each time: only what people really ask again is worth remembering. */
const longestRemembered = 256

/** Reads questions; the same words about the same endpoint under the same limits are read once. */
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
    const isRememberable = search.length <= longestRemembered && !endpoint.path.includes('{')
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
  // One answer, wherever the endpoint lies.
  const name = `${endpoint.mirrorOf ?? endpoint.name} ${JSON.stringify(query.values)}`
  return { params: path.values, query: query.values, clamped: query.clamped, hints: query.hints, name, rendered: null }
}

/** What was read, or the refusal its sender gets. */
export function accept<Reading extends { ok: true } | { ok: false; problem: ErrorResponse }>(
  reading: Reading,
): Extract<Reading, { ok: true }> {
  if (!reading.ok) throw new ApiError(reading.problem)
  return reading as Extract<Reading, { ok: true }>
}
