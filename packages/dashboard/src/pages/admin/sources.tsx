import type { ExchangeCondition } from '@p2p-rates/contract'
import { useAnswer } from '../../ask/use-answer.js'
import { createTimes } from '../../formats/times.js'
import { exchangeName } from '../../listed/names.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { StrangerInFull } from '../../parts/stranger.js'
import { useServices } from '../../services.js'
import { AdminFrame } from './admin-frame.js'

/** How far each exchange is left alone, and for what. */
export function AdminSources() {
  const { speech, numbers } = useServices()
  const { say, find } = speech
  const { answer, error, again } = useAnswer('GET /admin/sources', {})
  const { clock } = createTimes(speech.lang, 'local')
  const columns: readonly Column<ExchangeCondition>[] = [
    {
      name: 'exchange',
      heading: say('admin.exchange'),
      onPhone: 'title',
      cell: ({ exchange }) => <b>{exchangeName(exchange)}</b>,
    },
    {
      name: 'state',
      heading: say('admin.state'),
      onPhone: 'state',
      cell: ({ state }) => find(`admin.${state}`) ?? state,
    },
    {
      name: 'cause',
      heading: say('admin.cause'),
      onPhone: 'wide',
      cell: ({ cause, message }) =>
        cause !== null && (
          <>
            <code>{cause}</code> {message !== null && <StrangerInFull text={message} />}
          </>
        ),
    },
    { name: 'times', heading: say('admin.times'), isNumber: true, cell: ({ times }) => numbers.grouped(times) },
    {
      name: 'until',
      heading: say('admin.until'),
      isNumber: true,
      cell: ({ until }) => until !== null && clock(Date.parse(until)),
    },
    { name: 'pace', heading: say('admin.share'), isNumber: true, cell: ({ pace }) => numbers.percent(pace * 100) },
  ]
  return (
    <AdminFrame title={say('admin.sources')}>
      {error !== null && <Problem error={error} again={again} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : (
        <RecordTable
          caption={say('admin.sources')}
          columns={columns}
          rows={answer.exchanges}
          keyOf={({ exchange }) => exchange}
        />
      )}
    </AdminFrame>
  )
}
