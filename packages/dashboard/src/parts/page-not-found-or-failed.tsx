import { useServices } from '../services-context.js'
import { Banner } from './banner.js'
import { Button } from './button.js'
import { PageHeading, useTitle } from './page-heading-and-title.js'

export function PageNotFound() {
  const { t } = useServices()
  useTitle(t('page.not_found'))
  return (
    <>
      <PageHeading>{t('page.not_found')}</PageHeading>
      <p>
        <a href="/">{t('page.not_found.do')}</a>
      </p>
    </>
  )
}

/** Code or texts of the page failed to load, because the connection broke or the server has a newer build. */
export function PageFailed() {
  const { t } = useServices()
  return (
    <Banner
      kind="bad"
      icon="warning"
      title={t('page.failed')}
      action={<Button kind="small" word={t('act.try_again')} onClick={() => location.reload()} />}
      isAlert
    />
  )
}
