import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/dialog.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

export function RevokeAccess() {
  const { api, t } = useServices()
  const { answer, refetch } = useQuery('GET /access', {})
  const [isAsked, setAsked] = useState(false)
  const [isOver, setOver] = useState(false)
  const end = useAction(async () => {
    await api.request('DELETE /access', {})
    setOver(true)
    refetch()
  })
  if (isOver) return <p role="status">{t('access.ended')}</p>
  if (answer === null || answer.keys + answer.webhooks + answer.inboxes === 0) return null
  return (
    <>
      <p class="small">{t('access.left', answer)}</p>
      {end.error !== null && <ErrorBanner error={end.error} isAlert />}
      <p>
        <Button kind="bad" word={t('access.end')} isBusy={end.isBusy} onClick={() => setAsked(true)} />
      </p>
      {isAsked && (
        <Confirm
          title={t('access.end_title')}
          verb={t('access.end')}
          harmless={t('act.keep')}
          onConfirm={() => {
            setAsked(false)
            end.run()
          }}
          onClose={() => setAsked(false)}
        >
          {t('access.left', answer)}
        </Confirm>
      )}
    </>
  )
}
