import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Empty } from '../../parts/empty.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { Icon } from '../../parts/icon.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services.js'
import { DevFrame } from '../dev/dev-frame.js'
import { pairOf } from './boards/pair-of.js'
import { boardsRoute, newRuleRoute } from './entry.js'
import { NotAllowed } from './not-allowed.js'
import { RulesTable } from './rules-table.js'
import './rules.css'

/** The account's own prices: what each rule says now, and how it came to that. */
export function Rules() {
  const { say } = useServices().speech
  const [version, setVersion] = useState(0)
  const { answer, error, again } = useAnswer('GET /rules', {}, { version })
  useTitle(say('rules.title'))
  const isAllowed = error?.code !== 'plan_required'
  const count = answer?.rules.length ?? 0
  const create = (
    <a class={`button ${count > 0 ? '' : 'main'}`} href={newRuleRoute.print({})}>
      <Icon name="plus" /> {say('rules.new')}
    </a>
  )
  return (
    <DevFrame version={version}>
      <div class="page-head">
        <Heading>{say('rules.title')}</Heading>
        {answer !== null && count > 0 && (
          <span class="quiet">{say('rules.in_use', { n: count, most: answer.limit })}</span>
        )}
        {answer !== null && count > 0 && count < answer.limit && <span class="at-end">{create}</span>}
      </div>
      {!isAllowed && <NotAllowed />}
      {isAllowed && error !== null && <Problem error={error} again={again} />}
      {answer === null && error === null && (
        <div class="lines">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} width="100%" height="3.25rem" />
          ))}
        </div>
      )}
      {answer !== null && count === 0 && (
        <Empty
          title={say('rules.none')}
          action={
            <>
              {create}
              <a class="button quiet" href="/docs/price-by-rule">
                {say('rules.docs')}
              </a>
            </>
          }
        >
          {say('rules.none.why')}
        </Empty>
      )}
      {answer !== null && count > 0 && (
        <RulesTable rules={answer.rules} onChange={() => setVersion((last) => last + 1)} />
      )}
      {pairOf(answer?.rules ?? []).length > 0 && (
        <p>
          <a class="button" href={boardsRoute.print({ new: true })}>
            {say('rules.both')}
          </a>
        </p>
      )}
    </DevFrame>
  )
}
