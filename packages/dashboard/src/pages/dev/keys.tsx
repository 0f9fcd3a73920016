import type { CreatedKey } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Icon } from '../../parts/icon.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { CreatedKeyPanel } from './created-key-panel.js'
import { DevFrame } from './dev-frame.js'
import { KeysTable, mostLiveKeys } from './keys-table.js'
import { NewKeyForm } from './new-key-form.js'
import { keysRoute } from './route.js'

export function Keys() {
  const { t } = useServices().translator
  const [view, choose] = useUrlState(keysRoute)
  const [version, setVersion] = useState(0)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const { answer, error, refetch } = useQuery('GET /keys', {}, { version })
  useTitle(t('nav.keys'))
  const live = answer?.keys.filter(({ revoked_at }) => revoked_at === null).length ?? 0
  const canMake = answer !== null && live < mostLiveKeys && !view.new && made === null
  const create = (
    <button type="button" class="button main" onClick={() => choose({ new: true })}>
      <Icon name="plus" /> {t('keys.create')}
    </button>
  )

  function show(key: CreatedKey): void {
    setMade(key)
    setVersion(version + 1)
    choose({ new: false })
  }

  return (
    <DevFrame version={version}>
      <div class="page-head">
        <PageHeading>{t('nav.keys')}</PageHeading>
        {answer !== null && <span class="quiet">{t('keys.in_use', { n: live, most: mostLiveKeys })}</span>}
        {canMake && live > 0 && create}
      </div>
      {made !== null && <CreatedKeyPanel made={made} onDone={() => setMade(null)} />}
      {view.new && made === null && <NewKeyForm onMade={show} onLeave={() => choose({ new: false })} />}
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <KeysSkeleton />
      ) : answer.keys.length === 0 ? (
        !view.new && (
          <EmptyState title={t('keys.none')} action={create}>
            {t('keys.none.why')}
          </EmptyState>
        )
      ) : (
        <KeysTable keys={answer.keys} onChange={() => setVersion(version + 1)} />
      )}
      {live >= mostLiveKeys && <p class="quiet small">{t('keys.full', { most: mostLiveKeys })}</p>}
      <p class="faint small">{t('keys.hints')}</p>
    </DevFrame>
  )
}

const KeysSkeleton = () => (
  <div class="lines">
    {[0, 1, 2].map((line) => (
      <Skeleton key={line} width="100%" height="2.5rem" />
    ))}
  </div>
)
