import type { AdminPlan } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'

export function AdminPlans() {
  const { translator, numbers } = useServices()
  const { t } = translator
  const { answer, error, refetch } = useQuery('GET /admin/plans', {})
  const figure = (name: keyof Omit<AdminPlan, 'name' | 'features'>, heading: string): Column<AdminPlan> => ({
    name,
    heading,
    isNumber: true,
    cell: (plan) => numbers.grouped(plan[name]),
  })
  const columns: readonly Column<AdminPlan>[] = [
    { name: 'name', heading: t('admin.plan'), onPhone: 'title', cell: ({ name }) => <b>{name}</b> },
    figure('monthly_quota', t('admin.quota')),
    figure('requests_per_minute', t('admin.pace')),
    figure('orderbook_rows', t('admin.rows')),
    figure('history_hours', t('admin.hours')),
    figure('webhooks', t('admin.hooks')),
    figure('streams', t('admin.streams')),
  ]
  return (
    <AdminFrame title={t('admin.plans')}>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : (
        <RecordTable caption={t('admin.plans')} columns={columns} rows={answer.plans} keyOf={({ name }) => name} />
      )}
      <p class="faint small">{t('admin.plans_why')}</p>
    </AdminFrame>
  )
}
