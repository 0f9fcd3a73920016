import { Empty } from '../../parts/empty.js'
import { useServices } from '../../services.js'

export function NotAllowed() {
  const { translator, bootstrap } = useServices()
  const { t } = translator
  return (
    <Empty
      title={t('hooks.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {t('hooks.plans')}
        </a>
      }
    >
      {t('hooks.not_allowed.why', { plan: bootstrap.account?.plan ?? 'Free' })}
    </Empty>
  )
}
