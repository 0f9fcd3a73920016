import { useServices } from '../../services-context.js'

const maxMarks = 10

/** The attempts of a delivery: hollow ones failed, a solid one arrived, lines are still to come. */
export function AttemptMarks({
  attempts,
  hasArrived,
  outcome,
}: {
  readonly attempts: number
  readonly hasArrived: boolean
  readonly outcome: string
}) {
  const { translator, numbers } = useServices()
  const shown = Math.min(attempts, maxMarks)
  return (
    <span class="ticks">
      <svg
        role="img"
        aria-label={translator.t('log.attempts.of', { n: attempts, outcome })}
        viewBox={`0 0 ${maxMarks * 8} 10`}
        width={maxMarks * 8}
        height={10}
      >
        {Array.from({ length: maxMarks }, (_, at) =>
          at >= shown ? (
            <path key={at} class="open" d={`M${at * 8 + 1} 5h5`} />
          ) : (
            <rect
              key={at}
              class={hasArrived && at === shown - 1 ? 'arrived' : 'failed'}
              x={at * 8 + 1}
              y={1}
              width={5}
              height={8}
            />
          ),
        )}
      </svg>
      <span class="quiet small" aria-hidden="true">
        {numbers.grouped(attempts)}
      </span>
    </span>
  )
}
