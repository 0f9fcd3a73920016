import type { AccountSession, RecentLogIn, SessionList } from '@p2p-rates/contract'
import type { QueryState } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age } from '../../parts/age.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Tag } from '../../parts/tag.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

export function Sessions({ asked }: { readonly asked: QueryState<SessionList> }) {
  const { api, liveRegion, t } = useServices()
  const { answer, refetch } = asked
  const ended = () => {
    liveRegion.announce(t('account.session_ended'))
    refetch()
  }
  const endOne = useAction(async (id: string) => {
    await api.request('DELETE /sessions/{id}', {}, { params: { id } })
    ended()
  })
  const endOthers = useAction(async () => {
    await api.request('DELETE /sessions/others', {})
    ended()
  })
  const endAll = useAction(async () => {
    await api.request('DELETE /sessions', {})
    navigateWithReload('/login')
  })
  const failed = endOne.error ?? endOthers.error ?? endAll.error
  const hasOthers = answer?.sessions.some(({ is_current }) => !is_current) === true
  return (
    <>
      <section class="stack">
        <h2>{t('account.sessions')}</h2>
        {failed !== null && <ErrorBanner error={failed} isAlert />}
        <Answered query={asked} height="5rem">
          {({ sessions }) => <SessionTable sessions={sessions} onEnd={(id) => endOne.run(id)} />}
        </Answered>
        <p class="quiet">{t('account.sessions.why')}</p>
        <p class="ways">
          {hasOthers && <Button word={t('account.end_others')} onClick={() => endOthers.run()} />}
          <Button word={t('account.end_all')} onClick={() => endAll.run()} />
        </p>
      </section>
      {answer !== null && answer.recent_log_ins.length > 0 && (
        <section class="stack">
          <h2>{t('account.recent')}</h2>
          <p class="quiet">{t('account.recent.why')}</p>
          <LogInTable logIns={answer.recent_log_ins} />
        </section>
      )}
    </>
  )
}

type SessionTableProps = { readonly sessions: readonly AccountSession[]; readonly onEnd: (id: string) => void }

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const { translator, t } = useServices()
  const { full } = createTimes(translator.lang, 'local')
  const placeOf = ({ network }: AccountSession) => network ?? t('account.network_unknown')
  const columns: readonly Column<AccountSession>[] = [
    {
      heading: t('account.network'),
      onPhone: 'title',
      cell: (session) => (
        <>
          <b>{placeOf(session)}</b> {session.is_current && <Tag>{t('account.session_here')}</Tag>}
        </>
      ),
    },
    { heading: t('account.session_begun'), cell: ({ created_at }) => full(Date.parse(created_at)) },
    {
      heading: t('account.session_used'),
      cell: ({ is_current, last_used_at }) =>
        is_current ? t('account.session_now') : <Age atMs={Date.parse(last_used_at)} />,
    },
    {
      heading: t('act.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (session) =>
        !session.is_current && (
          <Button
            kind="small quiet"
            word={t('account.session_end')}
            label={t('account.session_end_one', {
              network: placeOf(session),
              time: full(Date.parse(session.created_at)),
            })}
            onClick={() => onEnd(session.id)}
          />
        ),
    },
  ]
  return <RecordTable caption={t('account.sessions')} columns={columns} rows={sessions} keyOf={({ id }) => id} />
}

function LogInTable({ logIns }: { readonly logIns: readonly RecentLogIn[] }) {
  const { translator, t } = useServices()
  const { full } = createTimes(translator.lang, 'local')
  const columns: readonly Column<RecentLogIn>[] = [
    { heading: t('account.recent_time'), onPhone: 'title', cell: (logIn) => full(Date.parse(logIn.attempted_at)) },
    { heading: t('account.network'), cell: ({ network }) => network ?? t('account.network_unknown') },
    {
      heading: t('account.recent_result'),
      onPhone: 'state',
      cell: ({ succeeded }) =>
        succeeded ? t('account.recent_good') : <Tag kind="bad">{t('account.recent_failed')}</Tag>,
    },
  ]
  return (
    <RecordTable
      caption={t('account.recent')}
      columns={columns}
      rows={logIns}
      keyOf={({ attempted_at, network, succeeded }) => `${attempted_at} ${network} ${succeeded}`}
    />
  )
}
