import type { ExchangeCondition } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'

export function AdminSources() {
  const { translator, numbers } = useServices()
  const { t, findText } = translator
  const { answer, error, refetch } = useQuery('GET /admin/sources', {})
  const { clock } = createTimes(translator.lang, 'local')
  const columns: readonly Column<ExchangeCondition>[] = [
    {
      name: 'exchange',
      heading: t('admin.exchange'),
      onPhone: 'title',
      cell: ({ exchange }) => <b>{exchangeName(exchange)}</b>,
    },
    {
      name: 'state',
      heading: t('admin.state'),
      onPhone: 'state',
      cell: ({ state }) => findText(`admin.${state}`) ?? state,
    },
    {
      name: 'cause',
      heading: t('admin.cause'),
      onPhone: 'wide',
      cell: ({ cause, message }) =>
        cause !== null && (
          <>
            <code>{cause}</code> {message !== null && <UntrustedTextInFull text={message} />}
          </>
        ),
    },
    { name: 'times', heading: t('admin.times'), isNumber: true, cell: ({ times }) => numbers.grouped(times) },
    {
      name: 'next_attempt_at',
      heading: t('admin.until'),
      isNumber: true,
      cell: ({ next_attempt_at: next }) => next !== null && clock(Date.parse(next)),
    },
    { name: 'pace', heading: t('admin.share'), isNumber: true, cell: ({ pace }) => numbers.percent(pace * 100) },
  ]
  return (
    <AdminFrame title={t('admin.sources')}>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : (
        <RecordTable
          caption={t('admin.sources')}
          columns={columns}
          rows={answer.exchanges}
          keyOf={({ exchange }) => exchange}
        />
      )}
    </AdminFrame>
  )
}
