import { Empty } from '../../parts/empty.js'
import { useServices } from '../../services.js'

export function NotAllowed() {
  const { translator, bootstrap } = useServices()
  const { t } = translator
  return (
    <Empty
      title={t('rules.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {t('plan.compare')}
        </a>
      }
    >
      {t('rules.not_allowed.why', { plan: bootstrap.account?.plan ?? 'Free' })}
    </Empty>
  )
}
