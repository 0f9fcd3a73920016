import type { ComponentChildren } from 'preact'
import type { ErrorFacts } from '../api/error-words.js'
import type { QueryState } from '../api/use-query.js'
import { ErrorBanner } from './error-banner.js'
import { Skeleton } from './skeleton.js'

type AnsweredProps<Answer> = {
  readonly query: QueryState<Answer>
  readonly facts?: ErrorFacts
  readonly width?: string
  /** Height of each line of the skeleton. */
  readonly height: string
  readonly lines?: number
  /** Shown if the account's plan lacks the feature. */
  readonly notInPlan?: ComponentChildren
  /** Puts the answer into a box that is dimmed while the answer is old or a newer one was refused. */
  readonly dims?: boolean
  readonly children: (answer: Answer) => ComponentChildren
}

/** An answer with its refusal above it, or a skeleton until it arrives. */
export function Answered<Answer>(props: AnsweredProps<Answer>) {
  const { query, facts = {}, width = '100%', height, lines = 1, notInPlan, dims = false, children } = props
  const { answer, isOld, error, refetch } = query
  if (error?.code === 'plan_required' && notInPlan !== undefined) return <>{notInPlan}</>
  if (error !== null || answer !== null)
    return (
      <>
        {error !== null && <ErrorBanner error={error} refetch={refetch} facts={facts} />}
        {answer !== null &&
          (dims ? <div class={isOld || error !== null ? 'old' : ''}>{children(answer)}</div> : children(answer))}
      </>
    )
  if (lines === 1) return <Skeleton width={width} height={height} />
  return (
    <div class="lines">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={width} height={height} />
      ))}
    </div>
  )
}
