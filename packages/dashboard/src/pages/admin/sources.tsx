import type { ExchangeCondition } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Answered } from '../../parts/answered.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'

export function AdminSources() {
  const { numbers, translator, t, findText } = useServices()
  const query = useQuery('GET /admin/sources', {})
  const { clock } = createTimes(translator.lang, 'local')
  const columns: readonly Column<ExchangeCondition>[] = [
    { heading: t('market.exchange'), onPhone: 'title', cell: ({ exchange }) => <b>{exchangeName(exchange)}</b> },
    { heading: t('market.state'), onPhone: 'state', cell: ({ state }) => findText(`admin.${state}`) ?? state },
    {
      heading: t('admin.cause'),
      onPhone: 'wide',
      cell: ({ cause, message }) =>
        cause !== null && (
          <>
            <code>{cause}</code> {message !== null && <UntrustedTextInFull text={message} />}
          </>
        ),
    },
    { heading: t('admin.times'), isNumber: true, cell: ({ times }) => numbers.grouped(times) },
    {
      heading: t('admin.until'),
      isNumber: true,
      cell: ({ next_attempt_at: next }) => next !== null && clock(Date.parse(next)),
    },
    { heading: t('admin.share'), isNumber: true, cell: ({ pace }) => numbers.percent(pace * 100) },
  ]
  return (
    <AdminFrame title={t('admin.sources')}>
      <Answered query={query} height="8rem">
        {(answer) => (
          <RecordTable
            caption={t('admin.sources')}
            columns={columns}
            rows={answer.exchanges}
            keyOf={({ exchange }) => exchange}
          />
        )}
      </Answered>
    </AdminFrame>
  )
}
