import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Icon } from '../../parts/icon.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from '../dev/dev-frame.js'
import { buySellRulePair } from './boards/buy-sell-rule-pair.js'
import { boardsRoute, newRuleRoute } from './route.js'
import { RulesNotInPlan } from './rules-not-in-plan.js'
import { RulesTable } from './rules-table.js'
import './rules.css'

export function Rules() {
  const { t } = useServices().translator
  const [version, setVersion] = useState(0)
  const { answer, error, refetch } = useQuery('GET /rules', {}, { version })
  useTitle(t('rules.title'))
  const isAllowed = error?.code !== 'plan_required'
  const count = answer?.rules.length ?? 0
  const create = (
    <a class={`button ${count > 0 ? '' : 'main'}`} href={newRuleRoute.print({})}>
      <Icon name="plus" /> {t('rules.new')}
    </a>
  )
  return (
    <DevFrame version={version}>
      <div class="page-head">
        <PageHeading>{t('rules.title')}</PageHeading>
        {answer !== null && count > 0 && (
          <span class="quiet">{t('rules.in_use', { n: count, most: answer.limit })}</span>
        )}
        {answer !== null && count > 0 && count < answer.limit && <span class="at-end">{create}</span>}
      </div>
      {!isAllowed && <RulesNotInPlan />}
      {isAllowed && error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null && error === null && (
        <div class="lines">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} width="100%" height="3.25rem" />
          ))}
        </div>
      )}
      {answer !== null && count === 0 && (
        <EmptyState
          title={t('rules.none')}
          action={
            <>
              {create}
              <a class="button quiet" href="/docs/price-by-rule">
                {t('rules.docs')}
              </a>
            </>
          }
        >
          {t('rules.none.why')}
        </EmptyState>
      )}
      {answer !== null && count > 0 && (
        <RulesTable rules={answer.rules} onChange={() => setVersion((last) => last + 1)} />
      )}
      {buySellRulePair(answer?.rules ?? []).length > 0 && (
        <p>
          <a class="button" href={boardsRoute.print({ new: true })}>
            {t('rules.both')}
          </a>
        </p>
      )}
    </DevFrame>
  )
}
