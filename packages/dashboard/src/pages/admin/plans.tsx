import type { AdminPlan } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { Answered } from '../../parts/answered.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'

export function AdminPlans() {
  const { numbers, t } = useServices()
  const query = useQuery('GET /admin/plans', {})
  const figure = (name: keyof Omit<AdminPlan, 'name' | 'features'>, heading: string): Column<AdminPlan> => ({
    heading,
    isNumber: true,
    cell: (plan) => numbers.grouped(plan[name]),
  })
  const columns: readonly Column<AdminPlan>[] = [
    { heading: t('account.plan'), onPhone: 'title', cell: ({ name }) => <b>{name}</b> },
    figure('monthly_quota', t('admin.quota')),
    figure('requests_per_minute', t('admin.pace')),
    figure('orderbook_rows', t('admin.rows')),
    figure('history_hours', t('admin.hours')),
    figure('webhooks', t('admin.hooks')),
    figure('streams', t('admin.streams')),
  ]
  return (
    <AdminFrame title={t('admin.plans')}>
      <Answered query={query} height="8rem">
        {(answer) => (
          <RecordTable caption={t('admin.plans')} columns={columns} rows={answer.plans} keyOf={({ name }) => name} />
        )}
      </Answered>
      <p class="faint small">{t('admin.plans_why')}</p>
    </AdminFrame>
  )
}
