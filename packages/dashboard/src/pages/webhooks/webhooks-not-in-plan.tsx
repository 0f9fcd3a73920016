import { EmptyState } from '../../parts/empty-state.js'
import { useServices } from '../../services-context.js'

export function WebhooksNotInPlan() {
  const { translator, bootstrap } = useServices()
  const { t } = translator
  return (
    <EmptyState
      title={t('hooks.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {t('hooks.plans')}
        </a>
      }
    >
      {t('hooks.not_allowed.why', { plan: bootstrap.account?.plan ?? 'Free' })}
    </EmptyState>
  )
}
