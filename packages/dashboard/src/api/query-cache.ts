import type { ApiClient, ApiRequestOptions } from './api-client.js'
import { ApiError } from './api-error.js'

/** A GET question as the store knows it: two with the same path are the same question. */
export type Query = {
  /** Path and query below `/web/v1`. */
  readonly path: string
  readonly preloaded: () => unknown
  readonly send: (options: ApiRequestOptions) => Promise<unknown>
}

/** The newest answer, kept when a later question is refused, and the refusal. */
export type CachedResult = { readonly answer: unknown; readonly error: ApiError | null }

export type QueryWatch = {
  /** Asks again. Watchers that say the same version share one question. */
  refetch(version?: unknown): void
  unwatch(): void
}

export type QueryCache = {
  /** An answer that may be shown before the server is asked; null if there is none. */
  peek(question: Query): CachedResult | null
  /** Passes on every answer and error. Sends the request unless it is in flight or was answered a moment ago. */
  watch(question: Query, version: unknown, told: (known: CachedResult) => void): QueryWatch
  /** After an outage: asks again what the server did not answer. */
  refetchFailed(): void
}

type CacheEntry = {
  readonly watchers: Set<(known: CachedResult) => void>
  question: Query
  known: CachedResult | null
  answeredAtMs: number
  /** Value of `api.mutationCount()` when the newest request was sent. */
  mutationCount: number
  inFlight: { readonly version: unknown; readonly controller: AbortController } | null
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Younger answers are not asked for again. */
const freshMs = 10_000
/** Younger answers are shown while the server is asked again: as old as the server itself lets browsers keep them. */
const reusableMs = 60_000
const retryDelaysMs = [5_000, 10_000, 30_000, 60_000]

export function createQueryCache(api: Pick<ApiClient, 'mutationCount'>, now: () => number): QueryCache {
  const entries = new Map<string, CacheEntry>()

  function entryOf(question: Query): CacheEntry {
    const found = entries.get(question.path)
    if (found !== undefined && (found.watchers.size > 0 || isYounger(found, reusableMs))) return found
    const answer = question.preloaded()
    const entry: CacheEntry = {
      watchers: new Set(),
      question,
      known: answer === null ? null : { answer, error: null },
      answeredAtMs: answer === null ? Number.NEGATIVE_INFINITY : now(),
      mutationCount: api.mutationCount(),
      inFlight: null,
      failures: 0,
      timer: undefined,
    }
    entries.set(question.path, entry)
    return entry
  }

  const isCurrent = ({ mutationCount }: CacheEntry): boolean => mutationCount === api.mutationCount()
  const isYounger = (entry: CacheEntry, ms: number): boolean => isCurrent(entry) && now() - entry.answeredAtMs < ms

  function cancelRequest(entry: CacheEntry): void {
    entry.inFlight?.controller.abort()
    entry.inFlight = null
    clearTimeout(entry.timer)
    entry.timer = undefined
  }

  async function send(entry: CacheEntry, version: unknown, revalidate: boolean): Promise<void> {
    cancelRequest(entry)
    const controller = new AbortController()
    entry.inFlight = { version, controller }
    entry.mutationCount = api.mutationCount()
    const known = await entry.question.send({ signal: controller.signal, revalidate }).then(
      (answer): CachedResult => ({ answer, error: null }),
      (error: unknown): CachedResult => ({
        answer: entry.known?.answer ?? null,
        error: error instanceof ApiError ? error : new ApiError({ code: 'client' }),
      }),
    )
    if (controller.signal.aborted) return
    entry.inFlight = null
    entry.known = known
    const isBack = known.error === null && entry.failures > 0
    if (known.error === null) {
      entry.answeredAtMs = now()
      entry.failures = 0
    } else scheduleRetry(entry, known.error)
    for (const onResult of entry.watchers) onResult(known)
    if (isBack) refetchFailed()
  }

  /** A refusal says when to ask again. Without a server the pauses grow. */
  function scheduleRetry(entry: CacheEntry, error: ApiError): void {
    if (isOutage(error)) entry.failures += 1
    const pauseMs = isOutage(error) ? retryDelaysMs[Math.min(entry.failures, retryDelaysMs.length) - 1] : undefined
    const waitMs = error.retryAfterSeconds === null ? pauseMs : error.retryAfterSeconds * 1000
    if (waitMs !== undefined) entry.timer = setTimeout(() => void send(entry, undefined, true), waitMs)
  }

  function refetchFailed(): void {
    for (const entry of entries.values()) {
      const error = entry.known?.error ?? null
      const isFailed = error !== null && (isOutage(error) || error.status >= 500)
      if (isFailed && entry.watchers.size > 0 && entry.inFlight === null) void send(entry, undefined, true)
    }
  }

  return {
    peek: (question) => {
      const entry = entryOf(question)
      return entry.known !== null && isYounger(entry, reusableMs) ? { answer: entry.known.answer, error: null } : null
    },
    watch: (question, version, onResult) => {
      const entry = entryOf(question)
      entry.question = question
      entry.watchers.add(onResult)
      const isUnderWay = (entry.inFlight !== null && isCurrent(entry)) || entry.timer !== undefined
      if (!isUnderWay && !isYounger(entry, freshMs)) void send(entry, version, entry.known !== null)
      if (entry.known !== null) onResult(entry.known)
      return {
        refetch: (next) => {
          if (entry.inFlight === null || entry.inFlight.version !== next) void send(entry, next, true)
        },
        unwatch: () => {
          entry.watchers.delete(onResult)
          if (entry.watchers.size > 0) return
          cancelRequest(entry)
          for (const [path, one] of entries)
            if (one.watchers.size === 0 && !isYounger(one, reusableMs)) entries.delete(path)
        },
      }
    },
    refetchFailed,
  }
}

const isOutage = ({ code }: ApiError): boolean => code === 'offline' || code === 'overloaded'
