import { Button } from '../../parts/button.js'
import { EmptyState } from '../../parts/empty-state.js'
import { useServices } from '../../services-context.js'

/** Shown instead of records that the plan of the account does not include. */
export function NotInAccountPlan({ title }: { readonly title: string }) {
  const { bootstrap, t } = useServices()
  return (
    <EmptyState title={title} action={<Button word={t('plan.compare')} href="/docs/keys-and-plans" />}>
      {t('dev.not_allowed', { plan: bootstrap.account?.plan ?? 'Free' })}
    </EmptyState>
  )
}
