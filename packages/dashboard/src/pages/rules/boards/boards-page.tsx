import type { PricePage, PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.js'
import { Answered } from '../../../parts/answered.js'
import { Button } from '../../../parts/button.js'
import { PageHeading, useTitle } from '../../../parts/page-heading-and-title.js'
import { useUrlState } from '../../../routes/use-url-state.js'
import { useServices } from '../../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../../dev/dev-frame.js'
import { boardsRoute } from '../route.js'
import { BoardCollection } from './board-collection.js'
import { BoardEditor } from './board-editor.js'
import { buySellRulePair } from './buy-sell-rule-pair.js'
import '../rules.css'

export function BoardsPage() {
  const { t } = useServices()
  const [view] = useUrlState(boardsRoute)
  const query = useQuery('GET /rules', {})
  useTitle(t('boards.title'))
  return (
    <DevFrame>
      <PageHeading>{t('boards.title')}</PageHeading>
      <Answered query={query} height="3.25rem" notInPlan={<NotInAccountPlan title={t('rules.not_allowed')} />}>
        {({ rules }) => <Boards rules={rules} isNew={view.new} />}
      </Answered>
    </DevFrame>
  )
}

type BoardsProps = { readonly rules: readonly PriceRule[]; readonly isNew?: boolean }

export function Boards({ rules, isNew = false }: BoardsProps) {
  const { t } = useServices()
  const [version, setVersion] = useState(0)
  const [edited, setEdited] = useState<PricePage | 'new' | null>(isNew && rules.length > 0 ? 'new' : null)
  const query = useQuery('GET /boards', {}, { version: `${version} ${rules.length}` })
  const { boards = [], limit = 0 } = query.answer ?? {}
  const hasSome = boards.length > 0
  const change = () => setVersion((last) => last + 1)
  const list = (
    <Answered query={query} height="3.25rem">
      {() => <BoardCollection boards={boards} rules={rules} onEdit={setEdited} onChange={change} />}
    </Answered>
  )
  if (query.answer !== null && rules.length === 0 && !hasSome) return list
  return (
    <section class="stack" aria-label={t('boards.list')}>
      <div class="row page-head">
        {hasSome && <span class="quiet">{t('keys.in_use', { n: boards.length, most: limit })}</span>}
        {rules.length > 0 && boards.length < limit && edited === null && (
          <span class="at-end">
            <Button icon="plus" word={t('boards.new')} onClick={() => setEdited('new')} />
          </span>
        )}
      </div>
      <p class="quiet small">{t('boards.about')}</p>
      {(edited !== null || hasSome) && <p class="quiet small">{t('boards.deed.why')}</p>}
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
      {list}
    </section>
  )
}
