import type { Webhook } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { useConfirm } from '../dev/use-confirm.js'
import { useSendTestDelivery } from './use-send-test-delivery.js'
import { isInbox } from './webhook-description.js'

type WebhookActionsProps = {
  readonly webhook: Webhook
  readonly onEdit: () => void
  readonly onChange: () => void
  readonly onSecret: (secret: string | null) => void
}

export function WebhookActions({ webhook, onEdit, onChange, onSecret }: WebhookActionsProps) {
  const { api, liveRegion, router, t } = useServices()
  const [isRotating, setRotating] = useState(false)
  const params = { id: webhook.id }
  const test = useSendTestDelivery(webhook.id, onChange)
  const enable = useAction(async (enabled: boolean) => {
    await api.request('PATCH /webhooks/{id}', { enabled }, { params })
    onChange()
  })
  const rotate = useAction(async (hours: number) => {
    const { secret } = await api.request('POST /webhooks/{id}/rotate-secret', { overlap_hours: hours }, { params })
    onSecret(secret ?? null)
    onChange()
  })
  const remove = useAction(async () => {
    await api.request('DELETE /webhooks/{id}', {}, { params })
    liveRegion.showToast(t('hooks.deleted'))
    router.navigate('/dev/webhooks')
  })
  const all = [test, enable, rotate, remove]
  const refused = all.find(({ error }) => error !== null)
  const off = useConfirm(
    { title: t('hooks.turn_off.title'), verb: t('hooks.turn_off'), why: t('hooks.turn_off.why') },
    () => enable.run(false),
  )
  const deletion = useConfirm(
    { title: t('hooks.delete.title'), verb: t('hooks.delete.do'), why: t('hooks.delete.why') },
    remove.run,
  )

  return (
    <>
      {refused?.error && <ErrorBanner error={refused.error} refetch={refused.clearError} isAlert />}
      <p class="ways">
        <Button word={t('hooks.test')} isBusy={test.isBusy} onClick={() => test.run()} />
        <Button word={t('act.edit')} onClick={onEdit} />
        {webhook.enabled ? (
          <Button word={t('hooks.turn_off')} onClick={off.ask} />
        ) : (
          // Only another last day ends the expiry.
          webhook.disabled_reason !== 'expired' && <Button word={t('hooks.turn_on')} onClick={() => enable.run(true)} />
        )}
        {!isInbox(webhook.url) && <Button word={t('hooks.rotate')} onClick={() => setRotating(true)} />}
        <Button kind="bad" word={t('act.delete')} onClick={deletion.ask} />
      </p>
      {off.dialog}
      {isRotating && (
        <RotateSecret
          onRotate={(hours) => {
            setRotating(false)
            rotate.run(hours)
          }}
          onClose={() => setRotating(false)}
        />
      )}
      {deletion.dialog}
    </>
  )
}

type RotateSecretProps = { readonly onRotate: (overlapHours: number) => void; readonly onClose: () => void }

const overlaps = [
  { hours: 24, word: 'hooks.rotate.later' },
  { hours: 168, word: 'hooks.rotate.week' },
  { hours: 0, word: 'hooks.rotate.at_once' },
] as const

function RotateSecret({ onRotate, onClose }: RotateSecretProps) {
  const { t } = useServices()
  const [hours, setHours] = useState<number>(overlaps[0].hours)
  return (
    <Dialog title={t('hooks.rotate.title')} onClose={onClose}>
      <p>{t('hooks.rotate.why')}</p>
      <fieldset class="plain-choices">
        <legend class="heard">{t('hooks.rotate.how')}</legend>
        {overlaps.map((one) => (
          <label key={one.hours} class="check">
            <input type="radio" name="overlap" checked={hours === one.hours} onChange={() => setHours(one.hours)} />
            {t(one.word)}
          </label>
        ))}
      </fieldset>
      <p class="ways answers">
        <Button kind="bad" word={t('hooks.rotate.do')} onClick={() => onRotate(hours)} />
        {/* biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on the harmless answer */}
        <button type="button" class="button quiet" autoFocus onClick={onClose}>
          {t('act.keep')}
        </button>
      </p>
    </Dialog>
  )
}
