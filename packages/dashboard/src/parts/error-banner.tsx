import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api/api-error.js'
import { type ErrorFacts, errorWords } from '../api/error-words.js'
import { useServices } from '../services-context.js'
import { useTicking } from './age.js'
import { Banner } from './banner.js'
import { Button } from './button.js'

type ErrorBannerProps = {
  readonly error: ApiError
  readonly facts?: ErrorFacts
  readonly refetch?: () => void
  /** Name of the failed task, if several things on the page may fail. */
  readonly title?: string
  /** Announce it at once, because it interrupted the user. */
  readonly isAlert?: boolean
}

export function ErrorBanner({ error, facts = {}, refetch, title, isAlert = false }: ErrorBannerProps) {
  const { translator, serverClock, router } = useServices()
  const [sinceMs, setSince] = useState(serverClock.now())
  useEffect(() => setSince(serverClock.now()), [error, serverClock])
  const retryAfterSeconds = error.retryAfterSeconds
  const left = useTicking((nowMs) =>
    retryAfterSeconds === null ? null : Math.max(0, Math.ceil(retryAfterSeconds - (nowMs - sinceMs) / 1000)),
  )
  const words = errorWords(translator, error, left === null ? facts : { ...facts, secondsLeft: left })
  const isLoggedOut = error.code === 'invalid_key' || error.code === 'missing_key'
  const isCalm =
    retryAfterSeconds !== null || error.code === 'data_unavailable' || error.code === 'plan_required' || isLoggedOut
  return (
    <Banner
      kind={isCalm ? 'note' : 'bad'}
      icon={retryAfterSeconds === null ? 'warning' : 'clock'}
      title={title ?? words.message}
      isAlert={isAlert}
      trace={isCalm ? null : [error.code, error.requestId].filter(Boolean).join(' · ')}
      action={
        error.code === 'plan_required' ? (
          <Button kind="small" word={translator.t('plan.compare')} href="/docs/keys-and-plans" />
        ) : isLoggedOut ? (
          <Button
            kind="small"
            word={translator.t('nav.login')}
            href={`/login?next=${encodeURIComponent(router.url.pathname + router.url.search)}`}
          />
        ) : retryAfterSeconds === null && refetch !== undefined ? (
          <Button kind="small" icon="retry" word={translator.t('act.try_again')} onClick={refetch} />
        ) : undefined
      }
    >
      {title === undefined ? words.advice : `${words.message} ${words.advice}`}
    </Banner>
  )
}
