import { EmptyState } from '../../parts/empty-state.js'
import { useServices } from '../../services-context.js'

export function RulesNotInPlan() {
  const { translator, bootstrap } = useServices()
  const { t } = translator
  return (
    <EmptyState
      title={t('rules.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {t('plan.compare')}
        </a>
      }
    >
      {t('rules.not_allowed.why', { plan: bootstrap.account?.plan ?? 'Free' })}
    </EmptyState>
  )
}
