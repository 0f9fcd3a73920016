import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import type { Known, Question, Watch } from './answers.js'
import { type Address, type AnswerAt, pathOf, type QuestionAt } from './ask.js'
import type { AskError } from './ask-error.js'

export type QueryState<Answer> = {
  readonly answer: Answer | null
  /** The answer is of an earlier question; a newer one is on its way. */
  readonly isOld: boolean
  readonly error: AskError | null
  refetch(): void
}

type More = {
  readonly params?: Readonly<Record<string, string>>
  /** Asks again whenever this changes. */
  readonly version?: unknown
}

/** Asks a question when it changes, through the store that all parts of a page share. `null` asks nothing. */
export function useQuery<Where extends Address>(
  address: Where,
  question: QuestionAt<Where> | null,
  { params, version = null }: More = {},
): QueryState<AnswerAt<Where>> {
  const { ask } = useServices()
  const asked = useAsked(
    question && {
      path: pathOf(address, question, params),
      preloaded: () => ask.preloaded(address, question),
      ask: (options) => ask.at(address, question, { ...options, ...(params && { params }) }),
    },
    version,
  )
  return { ...asked, answer: asked.answer as AnswerAt<Where> | null }
}

function useAsked(question: Question | null, version: unknown): QueryState<unknown> {
  const { answers } = useServices()
  const path = question?.path ?? null
  const [known, setKnown] = useState<(Known & { readonly path: string }) | null>(() => {
    const kept = question === null ? null : answers.peek(question)
    return question === null || kept === null ? null : { ...kept, path: question.path }
  })
  /** Null while nothing is asked. */
  const watch = useRef<Watch | null>(null)
  const asked = useRef<unknown>(version)

  useEffect(() => {
    if (question === null) return
    const { path } = question
    const tell = ({ answer, error }: Known) =>
      setKnown((last) =>
        last?.path === path && last.answer === answer && last.error === error ? last : { answer, error, path },
      )
    asked.current = version
    watch.current = answers.watch(question, version, tell)
    return () => {
      watch.current?.stop()
      watch.current = null
    }
    // The path stands for all that is asked.
  }, [path, answers])

  useEffect(() => {
    if (asked.current === version) return
    asked.current = version
    watch.current?.refetch(version)
  }, [version])

  const refetch = useCallback(() => watch.current?.refetch(), [])

  if (path === null || known === null) return { answer: null, isOld: false, error: null, refetch }
  return { answer: known.answer, isOld: known.path !== path, error: known.path === path ? known.error : null, refetch }
}
