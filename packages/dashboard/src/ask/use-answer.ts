import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { type Address, type AnswerAt, type AskOptions, pathOf, type QuestionAt } from './ask.js'
import { AskError } from './ask-error.js'

/** What is known of a question: the newest answer, whether it is of this question, and why there is none. */
export type Asked<Answer> = {
  readonly answer: Answer | null
  /** The answer is of an earlier question; a newer one is on its way. */
  readonly isOld: boolean
  readonly error: AskError | null
  again(): void
}

type Known<Answer> = { readonly path: string; readonly answer: Answer | null; readonly error: AskError | null }
type More = {
  readonly params?: Readonly<Record<string, string>>
  /** Asks again whenever this changes. */
  readonly version?: unknown
}

/**
 * Asks a question when it changes, and by itself after a refusal that names its end. An answer that comes late is
 * dropped. `null` asks nothing.
 */
export function useAnswer<Where extends Address>(
  address: Where,
  question: QuestionAt<Where> | null,
  { params, version = null }: More = {},
): Asked<AnswerAt<Where>> {
  const { ask } = useServices()
  return useAsked<AnswerAt<Where>>(
    question && {
      path: pathOf(address, question, params),
      brought: () => ask.brought(address, question),
      ask: (options) => ask.at(address, question, { ...options, ...(params && { params }) }),
    },
    version,
  )
}

type Asking<Answer> = {
  readonly path: string
  readonly brought: () => Answer | null
  readonly ask: (options: AskOptions) => Promise<Answer>
}

function useAsked<Answer>(asking: Asking<Answer> | null, version: unknown): Asked<Answer> {
  const path = asking?.path ?? null
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((last) => last + 1), [])
  const [known, setKnown] = useState<Known<Answer> | null>(() => {
    const answer = asking?.brought() ?? null
    return asking === null || answer === null ? null : { path: asking.path, answer, error: null }
  })
  const turn = `${path} ${version} ${round}`
  const asked = useRef(known === null ? null : turn)

  useEffect(() => {
    if (asking === null || path === null || asked.current === turn) return
    const anew = asked.current !== null
    asked.current = turn
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    asking
      .ask({ signal: left.signal, anew })
      .then((answer) => {
        if (!left.signal.aborted) setKnown({ path, answer, error: null })
      })
      .catch((error: unknown) => {
        if (left.signal.aborted) return
        const told = error instanceof AskError ? error : new AskError({ code: 'client' })
        setKnown((last) => ({ path, answer: last?.path === path ? last.answer : null, error: told }))
        if (told.retryAfterSeconds !== null) timer = setTimeout(again, told.retryAfterSeconds * 1000)
      })
    return () => {
      left.abort()
      clearTimeout(timer)
    }
    // The turn stands for all that is asked.
  }, [turn])

  if (path === null || known === null) return { answer: null, isOld: false, error: null, again }
  return { answer: known.answer, isOld: known.path !== path, error: known.path === path ? known.error : null, again }
}
