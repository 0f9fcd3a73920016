import type { CreatedKey } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Empty } from '../../parts/empty.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { Icon } from '../../parts/icon.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { DevFrame } from './dev-frame.js'
import { keysRoute } from './entry.js'
import { KeyMade } from './key-made.js'
import { KeysTable, mostLiveKeys } from './keys-table.js'
import { NewKey } from './new-key.js'

export function Keys() {
  const { t } = useServices().translator
  const [view, choose] = useView(keysRoute)
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
        <Heading>{t('nav.keys')}</Heading>
        {answer !== null && <span class="quiet">{t('keys.in_use', { n: live, most: mostLiveKeys })}</span>}
        {canMake && live > 0 && create}
      </div>
      {made !== null && <KeyMade made={made} onDone={() => setMade(null)} />}
      {view.new && made === null && <NewKey onMade={show} onLeave={() => choose({ new: false })} />}
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <KeysSkeleton />
      ) : answer.keys.length === 0 ? (
        !view.new && (
          <Empty title={t('keys.none')} action={create}>
            {t('keys.none.why')}
          </Empty>
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
