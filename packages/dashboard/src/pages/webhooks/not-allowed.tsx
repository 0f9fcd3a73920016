import { Empty } from '../../parts/empty.js'
import { useServices } from '../../services.js'

export function NotAllowed() {
  const { speech, first } = useServices()
  const { t } = speech
  return (
    <Empty
      title={t('hooks.not_allowed')}
      action={
        <a class="button" href="/docs/keys-and-plans">
          {t('hooks.plans')}
        </a>
      }
    >
      {t('hooks.not_allowed.why', { plan: first.account?.plan ?? 'Free' })}
    </Empty>
  )
}
