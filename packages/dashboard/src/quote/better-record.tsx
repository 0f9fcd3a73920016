import { useQuery } from '../api/use-query.js'
import { useServices } from '../services-context.js'
import { useCallerFacts } from './use-caller-facts.js'

type BetterRecordProps = { readonly fiat: string; readonly side: 'buy' | 'sell'; readonly exchange?: string }

/** Smaller differences are not worth a better record. */
const leastPct = 0.05

/** Price that a better record would bring, asked after the answer of the page. */
export function BetterRecord({ fiat, side, exchange }: BetterRecordProps) {
  const { numbers, t } = useServices()
  const facts = useCallerFacts()
  const { answer, isOld } = useQuery('GET /rates', {
    fiat,
    include: 'profile',
    ...(exchange !== undefined && { exchange }),
  })
  if (answer === null || isOld) return null
  const { price } = answer[`best_${side}`]
  for (const step of answer.steps ?? []) {
    const best = step[`best_${side}`]
    const pct = best === null ? 0 : (side === 'buy' ? 1 - best.price / price : best.price / price - 1) * 100
    if (step.orders > (answer.profile?.orders ?? 0) && pct >= leastPct)
      return (
        <p class="small quiet">
          {t(`me.better.${side}`, { facts: facts(step).join(', '), pct: numbers.percent(pct) })}
        </p>
      )
  }
  return null
}
