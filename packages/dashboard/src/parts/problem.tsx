import { useEffect, useState } from 'preact/hooks'
import type { AskError } from '../api/ask-error.js'
import { type ErrorFacts, errorWords } from '../api/error-words.js'
import { useServices } from '../services.js'
import { useTicking } from './age.js'
import { Banner } from './banner.js'
import { Icon } from './icon.js'

type ProblemProps = {
  readonly error: AskError
  readonly facts?: ErrorFacts
  readonly refetch?: () => void
  /** Name of the failed task, if several things on the page may fail. */
  readonly title?: string
  /** Announce it at once, because it interrupted the user. */
  readonly isAlert?: boolean
}

export function Problem({ error, facts = {}, refetch, title, isAlert = false }: ProblemProps) {
  const { speech, ticker, router } = useServices()
  const [sinceMs, setSince] = useState(ticker.now())
  useEffect(() => setSince(ticker.now()), [error, ticker])
  const waits = error.retryAfterSeconds
  const left = useTicking((nowMs) => (waits === null ? null : Math.max(0, Math.ceil(waits - (nowMs - sinceMs) / 1000))))
  const words = errorWords(speech, error, left === null ? facts : { ...facts, secondsLeft: left })
  const isLoggedOut = error.code === 'invalid_key' || error.code === 'missing_key'
  const isCalm = waits !== null || error.code === 'data_unavailable' || error.code === 'plan_required' || isLoggedOut
  return (
    <Banner
      kind={isCalm ? 'note' : 'bad'}
      icon={waits === null ? 'warning' : 'clock'}
      title={title ?? words.said}
      isAlert={isAlert}
      trace={isCalm ? null : [error.code, error.requestId].filter(Boolean).join(' · ')}
      action={
        error.code === 'plan_required' ? (
          <a class="button small" href="/docs/keys-and-plans">
            {speech.t('plan.compare')}
          </a>
        ) : isLoggedOut ? (
          <a class="button small" href={`/login?next=${encodeURIComponent(router.url.pathname + router.url.search)}`}>
            {speech.t('nav.login')}
          </a>
        ) : waits === null && refetch !== undefined ? (
          <button type="button" class="button small" onClick={refetch}>
            <Icon name="retry" />
            {speech.t('act.try_again')}
          </button>
        ) : undefined
      }
    >
      {title === undefined ? words.todo : `${words.said} ${words.todo}`}
    </Banner>
  )
}
