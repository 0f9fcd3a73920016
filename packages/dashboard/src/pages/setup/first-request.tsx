import type { RecentRequest } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Age } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'
import { CollectionProgress } from './collection-progress.js'
import { FirstPrice } from './first-price.js'
import { firstSeenRequest } from './first-seen-request.js'

const everyMs = 2_000
const mostRounds = 300

/** Poll every 2 seconds for 10 minutes for the first request of the key. If the request failed, show a remedy. */
export function FirstRequest({ prefix, onSeen }: { readonly prefix: string; readonly onSeen: () => void }) {
  const [round, setRound] = useState(0)
  const { answer, error } = useQuery('GET /requests', {}, { version: round })
  const seen = firstSeenRequest(answer?.requests ?? [], prefix)
  const isAnswered = seen !== null && seen.status < 400
  useEffect(() => {
    if (isAnswered) onSeen()
    if (isAnswered || round >= mostRounds) return
    const timer = setTimeout(() => setRound(round + 1), everyMs)
    return () => clearTimeout(timer)
  }, [isAnswered, round])

  return (
    <>
      {error !== null && seen === null && <ErrorBanner error={error} refetch={() => setRound(0)} />}
      <RequestSeen seen={seen} isWaiting={round < mostRounds} />
      {isAnswered ? <FirstPrice /> : <CollectionProgress round={round} />}
    </>
  )
}

/** Spoken when it comes; its age is not, since that changes by itself. */
function RequestSeen({ seen, isWaiting }: { readonly seen: RecentRequest | null; readonly isWaiting: boolean }) {
  const { t } = useServices()
  const hasFailed = seen !== null && seen.status >= 400
  return (
    <div class={`banner seen ${hasFailed ? 'bad' : 'note'}`}>
      <Shape name={seen === null ? 'unknown' : hasFailed ? 'blocked' : 'live'} />
      <p>
        <span role="status">
          {seen === null ? (
            t(isWaiting ? 'setup.waiting' : 'setup.stopped')
          ) : (
            <>
              <b>{t(hasFailed ? 'setup.seen_failed' : 'setup.seen')}</b>{' '}
              <code>
                {seen.method} {seen.path} {seen.status}
              </code>
              {hasFailed && <ErrorAdvice code={seen.code} />}
            </>
          )}
        </span>
        {seen !== null && (
          <span class="quiet small">
            {seen.took_ms !== null && t('setup.took', { ms: seen.took_ms })}{' '}
            {t('setup.from', { address: seen.address })} · <Age atMs={Date.parse(seen.requested_at)} />
          </span>
        )}
      </p>
    </div>
  )
}

function ErrorAdvice({ code }: { readonly code: string | null }) {
  const { t, findText } = useServices()
  return <> {(code === null ? null : findText(`cure.${code}`)) ?? t('cure.other')}</>
}
