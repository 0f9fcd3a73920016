import { useState } from 'preact/hooks'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { useAction } from '../../parts/use-action.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { stopRoute } from './route.js'

/** Target of the unsubscribe link in alerts. */
export function StopAlerts() {
  const { api, t } = useServices()
  const [{ id }] = useUrlState(stopRoute)
  const [isDone, setDone] = useState(false)
  useTitle(t('stop.title'))
  const stop = useAction(async () => {
    await api.request('POST /inbox-stops', { id })
    setDone(true)
  })
  return (
    <div class="stack-wide entry">
      <PageHeading>{t('stop.title')}</PageHeading>
      {isDone ? (
        <p role="status">{t('stop.done')}</p>
      ) : (
        <SingleActionForm verb={t('stop.do')} action={stop}>
          <p>{t('stop.why')}</p>
        </SingleActionForm>
      )}
    </div>
  )
}
