import { useQuery } from '../../../api/use-query.js'
import { ErrorBanner } from '../../../parts/error-banner.js'
import { Heading, useTitle } from '../../../parts/heading.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { useView } from '../../../routes/use-view.js'
import { useServices } from '../../../services.js'
import { DevFrame } from '../../dev/dev-frame.js'
import { boardsRoute } from '../entry.js'
import { NotAllowed } from '../not-allowed.js'
import { Boards } from './boards.js'
import '../rules.css'

export function BoardsPage() {
  const { t } = useServices().translator
  const [view] = useView(boardsRoute)
  const { answer, error, refetch } = useQuery('GET /rules', {})
  useTitle(t('boards.title'))
  const isAllowed = error?.code !== 'plan_required'
  return (
    <DevFrame>
      <Heading>{t('boards.title')}</Heading>
      {!isAllowed && <NotAllowed />}
      {isAllowed && error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null && error === null && <Skeleton width="100%" height="3.25rem" />}
      {answer !== null && <Boards rules={answer.rules} isNew={view.new} />}
    </DevFrame>
  )
}
