import { useServices } from '../services.js'
import { Banner } from './banner.js'
import { Heading, useTitle } from './heading.js'

export function NoSuchPage() {
  const { say } = useServices().speech
  useTitle(say('page.not_found'))
  return (
    <>
      <Heading>{say('page.not_found')}</Heading>
      <p>
        <a href="/">{say('page.not_found.do')}</a>
      </p>
    </>
  )
}

/** What belongs to the page did not come: the connection broke, or the server has newer pages. */
export function PageFailed() {
  const { say } = useServices().speech
  return (
    <Banner
      kind="bad"
      icon="warning"
      title={say('page.failed')}
      action={
        <button type="button" class="button small" onClick={() => location.reload()}>
          {say('act.try_again')}
        </button>
      }
      isAlert
    />
  )
}
