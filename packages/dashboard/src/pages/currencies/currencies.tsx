import { useQuery } from '../../api/use-query.js'
import { useTicking } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { PrintedHead } from '../../parts/printed-head.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { Converter } from './converter.js'
import { currenciesRoute } from './entry.js'
import { EveryCurrency } from './every-currency.js'
import { PastPrice } from './past-price.js'
import './currencies.css'

export function Currencies() {
  const { t } = useServices().translator
  const [view, choose, type] = useView(currenciesRoute)
  const minute = useTicking(minuteOf)
  const { answer, error, refetch } = useQuery('GET /overview', {}, { version: minute })
  useTitle(t('all.title'))
  return (
    <div class="currencies">
      <PrintedHead atMs={answer === null ? null : Date.parse(answer.generated_at)} />
      <Heading>{t('all.title')}</Heading>
      <p class="quiet">{t('all.about')}</p>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer !== null ? (
        <div class={error === null ? '' : 'old'}>
          <EveryCurrency lines={answer.currencies} />
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
