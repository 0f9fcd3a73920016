import { useServices } from '../services.js'
import { Banner } from './banner.js'
import { Heading, useTitle } from './heading.js'

export function NoSuchPage() {
  const { t } = useServices().translator
  useTitle(t('page.not_found'))
  return (
    <>
      <Heading>{t('page.not_found')}</Heading>
      <p>
        <a href="/">{t('page.not_found.do')}</a>
      </p>
    </>
  )
}

/** Code or texts of the page failed to load, because the connection broke or the server has a newer build. */
export function PageFailed() {
  const { t } = useServices().translator
  return (
    <Banner
      kind="bad"
      icon="warning"
      title={t('page.failed')}
      action={
        <button type="button" class="button small" onClick={() => location.reload()}>
          {t('act.try_again')}
        </button>
      }
      isAlert
    />
  )
}
