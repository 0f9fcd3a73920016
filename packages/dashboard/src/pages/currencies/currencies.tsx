import { useQuery } from '../../api/use-query.js'
import { useTicking } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PrintHeader } from '../../parts/print-header.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { AllCurrenciesTable } from './all-currencies-table.js'
import { Converter } from './converter.js'
import { PastPrice } from './past-price.js'
import { currenciesRoute } from './route.js'
import './currencies.css'

export function Currencies() {
  const { t } = useServices()
  const [view, choose, type] = useUrlState(currenciesRoute)
  const minute = useTicking(minuteOf)
  const { answer, error, refetch } = useQuery('GET /overview', {}, { version: minute })
  useTitle(t('all.title'))
  return (
    <div class="currencies">
      <PrintHeader atMs={answer === null ? null : Date.parse(answer.generated_at)} />
      <PageHeading>{t('all.title')}</PageHeading>
      <p class="quiet">{t('all.about')}</p>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer !== null ? (
        <div class={error === null ? '' : 'old'}>
          <AllCurrenciesTable lines={answer.currencies} />
        </div>
      ) : (
        error === null && <Skeleton width="100%" height="40rem" />
      )}
      <Converter view={view} choose={choose} type={type} version={minute} />
      <PastPrice view={view} choose={choose} />
    </div>
  )
}

const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000)
