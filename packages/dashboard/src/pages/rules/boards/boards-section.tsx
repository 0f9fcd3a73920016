import type { PricePage, PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.js'
import { EmptyState } from '../../../parts/empty-state.js'
import { ErrorBanner } from '../../../parts/error-banner.js'
import { Icon } from '../../../parts/icon.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { useServices } from '../../../services-context.js'
import { newRuleRoute } from '../route.js'
import { BoardEditor } from './board-editor.js'
import { BoardsTable } from './boards-table.js'
import { buySellRulePair } from './buy-sell-rule-pair.js'
import { CustomerActionHint } from './customer-action.js'

export function BoardsSection({
  rules,
  isNew = false,
}: {
  readonly rules: readonly PriceRule[]
  readonly isNew?: boolean
}) {
  const { t } = useServices().translator
  const [version, setVersion] = useState(0)
  const [edited, setEdited] = useState<PricePage | 'new' | null>(isNew && rules.length > 0 ? 'new' : null)
  const { answer, error, refetch } = useQuery('GET /boards', {}, { version: `${version} ${rules.length}` })
  const count = answer?.boards.length ?? 0
  const change = () => setVersion((last) => last + 1)
  const takesMore = answer !== null && rules.length > 0 && count < answer.limit
  if (rules.length === 0 && answer !== null && count === 0)
    return (
      <EmptyState
        title={t('boards.none')}
        action={
          <a class="button main" href={newRuleRoute.print({})}>
            <Icon name="plus" /> {t('rules.new')}
          </a>
        }
      >
        {t('boards.none.why')}
      </EmptyState>
    )
  return (
    <section class="stack" aria-label={t('boards.list')}>
      <div class="page-head">
        {answer !== null && count > 0 && (
          <span class="quiet">{t('boards.in_use', { n: count, most: answer.limit })}</span>
        )}
        {takesMore && edited === null && (
          <span class="at-end">
            <button type="button" class="button" onClick={() => setEdited('new')}>
              <Icon name="plus" /> {t('boards.new')}
            </button>
          </span>
        )}
      </div>
      <p class="quiet small">{t('boards.about')}</p>
      {(edited !== null || count > 0) && <CustomerActionHint />}
      {edited !== null && (
        <BoardEditor
          key={edited === 'new' ? edited : edited.id}
          board={edited === 'new' ? null : edited}
          rules={rules}
          chosen={isNew ? buySellRulePair(rules).map(({ id }) => id) : []}
          onSaved={() => {
            setEdited(null)
            change()
          }}
          onLeave={() => setEdited(null)}
        />
      )}
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="3.25rem" />
      ) : count === 0 ? (
        <p class="quiet">{t('boards.none')}</p>
      ) : (
        <BoardsTable boards={answer.boards} rules={rules} onEdit={setEdited} onChange={change} />
      )}
    </section>
  )
}
