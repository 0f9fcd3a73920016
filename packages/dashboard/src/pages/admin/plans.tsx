import type { AdminPlan } from '@p2p-rates/contract'
import { useAnswer } from '../../ask/use-answer.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services.js'
import { AdminFrame } from './admin-frame.js'

/** What each plan allows, as this operator has set it. */
export function AdminPlans() {
  const { speech, numbers } = useServices()
  const { say } = speech
  const { answer, error, again } = useAnswer('GET /admin/plans', {})
  const figure = (name: keyof Omit<AdminPlan, 'name' | 'features'>, heading: string): Column<AdminPlan> => ({
    name,
    heading,
    isNumber: true,
    cell: (plan) => numbers.grouped(plan[name]),
  })
  const columns: readonly Column<AdminPlan>[] = [
    { name: 'name', heading: say('admin.plan'), onPhone: 'title', cell: ({ name }) => <b>{name}</b> },
    figure('monthly_quota', say('admin.quota')),
    figure('requests_per_minute', say('admin.pace')),
    figure('orderbook_rows', say('admin.rows')),
    figure('history_hours', say('admin.hours')),
    figure('webhooks', say('admin.hooks')),
    figure('streams', say('admin.streams')),
  ]
  return (
    <AdminFrame title={say('admin.plans')}>
      {error !== null && <Problem error={error} again={again} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : (
        <RecordTable caption={say('admin.plans')} columns={columns} rows={answer.plans} keyOf={({ name }) => name} />
      )}
      <p class="faint small">{say('admin.plans_why')}</p>
    </AdminFrame>
  )
}
