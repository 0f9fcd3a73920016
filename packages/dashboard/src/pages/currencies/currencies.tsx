import { useQuery } from '../../api/use-query.js'
import { useMinute } from '../../live/use-minute.js'
import { Answered } from '../../parts/answered.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PrintHeader } from '../../parts/print-header.js'
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
  const minute = useMinute()
  const query = useQuery('GET /overview', {}, { version: minute })
  useTitle(t('all.title'))
  return (
    <div class="currencies">
      <PrintHeader atMs={query.answer && Date.parse(query.answer.generated_at)} />
      <PageHeading>{t('all.title')}</PageHeading>
      <p class="quiet">{t('all.about')}</p>
      <Answered query={query} height="40rem" dims>
        {({ currencies }) => <AllCurrenciesTable lines={currencies} />}
      </Answered>
      <Converter view={view} choose={choose} type={type} version={minute} />
      <PastPrice view={view} choose={choose} />
    </div>
  )
}
