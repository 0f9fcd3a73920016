import { useState } from 'preact/hooks'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { useAction } from '../../parts/use-action.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { stopRoute } from './entry.js'

/** Target of the unsubscribe link in alerts. */
export function StopAlerts() {
  const { api, translator } = useServices()
  const { t } = translator
  const [{ id }] = useView(stopRoute)
  const [isDone, setDone] = useState(false)
  useTitle(t('stop.title'))
  const stop = useAction(async () => {
    await api.request('POST /inbox-stops', { id })
    setDone(true)
  })
  return (
    <div class="entry">
      <Heading>{t('stop.title')}</Heading>
      {isDone ? (
        <p role="status">{t('stop.done')}</p>
      ) : (
        <EntryForm verb={t('stop.do')} isBusy={stop.isBusy} error={stop.error} onSubmit={() => stop.run()}>
          <p>{t('stop.why')}</p>
        </EntryForm>
      )}
    </div>
  )
}
