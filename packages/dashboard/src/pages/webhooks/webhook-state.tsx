import type { Webhook } from '@p2p-rates/contract'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t, findText } = useServices()
  const { enabled, disabled_reason: reason, consecutive_failures: failures } = webhook
  const byHand = reason === 'user'
  return (
    <>
      <span class={`nowrap ${enabled || byHand ? '' : 'is-bad'}`}>
        <Shape name={enabled ? 'live' : byHand ? 'unsupported' : 'blocked'} /> {t(enabled ? 'foot.on' : 'foot.off')}
      </span>
      {!enabled && reason !== null && (
        <span class="under quiet small">{findText(`hooks.off.${reason}`) ?? reason.replaceAll('_', ' ')}</span>
      )}
      {enabled && failures > 0 && <span class="under quiet small">{t('hooks.failing', { n: failures })}</span>}
    </>
  )
}
