import { useQuery } from '../../../api/use-query.js'
import { ErrorBanner } from '../../../parts/error-banner.js'
import { PageHeading, useTitle } from '../../../parts/page-heading-and-title.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { useUrlState } from '../../../routes/use-url-state.js'
import { useServices } from '../../../services-context.js'
import { DevFrame } from '../../dev/dev-frame.js'
import { boardsRoute } from '../route.js'
import { RulesNotInPlan } from '../rules-not-in-plan.js'
import { BoardsSection } from './boards-section.js'
import '../rules.css'

export function BoardsPage() {
  const { t } = useServices().translator
  const [view] = useUrlState(boardsRoute)
  const { answer, error, refetch } = useQuery('GET /rules', {})
  useTitle(t('boards.title'))
  const isAllowed = error?.code !== 'plan_required'
  return (
    <DevFrame>
      <PageHeading>{t('boards.title')}</PageHeading>
      {!isAllowed && <RulesNotInPlan />}
      {isAllowed && error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null && error === null && <Skeleton width="100%" height="3.25rem" />}
      {answer !== null && <BoardsSection rules={answer.rules} isNew={view.new} />}
    </DevFrame>
  )
}
