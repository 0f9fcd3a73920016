import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import type { Address, AnswerAt, InputAt } from './api-client.js'
import type { ApiError } from './api-error.js'
import type { CachedResult, Query, QueryWatch } from './query-cache.js'

export type QueryState<Answer> = {
  readonly answer: Answer | null
  /** The answer is of an earlier question; a newer one is on its way. */
  readonly isOld: boolean
  readonly error: ApiError | null
  refetch(): void
}

type QueryOptions = {
  readonly params?: Readonly<Record<string, string>>
  /** Asks again whenever this changes. */
  readonly version?: unknown
}

/** Asks a question when it changes, through the store that all parts of a page share. `null` asks nothing. */
export function useQuery<Where extends Address>(
  address: Where,
  question: InputAt<Where> | null,
  { params, version = null }: QueryOptions = {},
): QueryState<AnswerAt<Where>> {
  const { api } = useServices()
  const state = useCachedQuery(
    question && {
      path: api.pathOf(address, question, params),
      preloaded: () => api.preloaded(address, question),
      send: (options) => api.request(address, question, { ...options, ...(params && { params }) }),
    },
    version,
  )
  return { ...state, answer: state.answer as AnswerAt<Where> | null }
}

function useCachedQuery(question: Query | null, version: unknown): QueryState<unknown> {
  const { queryCache } = useServices()
  const path = question?.path ?? null
  const [known, setKnown] = useState<(CachedResult & { readonly path: string }) | null>(() => {
    const kept = question === null ? null : queryCache.peek(question)
    return question === null || kept === null ? null : { ...kept, path: question.path }
  })
  /** Null while nothing is asked. */
  const watch = useRef<QueryWatch | null>(null)
  const sentVersion = useRef<unknown>(version)

  useEffect(() => {
    if (question === null) return
    const { path } = question
    const update = ({ answer, error }: CachedResult) =>
      setKnown((last) =>
        last?.path === path && last.answer === answer && last.error === error ? last : { answer, error, path },
      )
    sentVersion.current = version
    watch.current = queryCache.watch(question, version, update)
    return () => {
      watch.current?.unwatch()
      watch.current = null
    }
    // The path stands for all that is asked.
  }, [path, queryCache])

  useEffect(() => {
    if (sentVersion.current === version) return
    sentVersion.current = version
    watch.current?.refetch(version)
  }, [version])

  const refetch = useCallback(() => watch.current?.refetch(), [])

  if (path === null || known === null) return { answer: null, isOld: false, error: null, refetch }
  return { answer: known.answer, isOld: known.path !== path, error: known.path === path ? known.error : null, refetch }
}
