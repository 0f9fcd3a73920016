import type { CreatedInvite, Invite } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'
import { CreatedLinkPanel } from './created-link-panel.js'
import { NewInviteForm } from './new-invite-form.js'

export function AdminInvites() {
  const { t } = useServices().translator
  const [version, setVersion] = useState(0)
  const [made, setMade] = useState<CreatedInvite | null>(null)
  const { answer, error, refetch } = useQuery('GET /admin/invites', {}, { version })
  const onChange = () => setVersion(version + 1)
  return (
    <AdminFrame title={t('admin.invites')}>
      {made === null ? (
        <NewInviteForm
          onMade={(invite) => {
            setMade(invite)
            onChange()
          }}
        />
      ) : (
        <CreatedLinkPanel
          title={t('admin.invite_made')}
          sentence={t('admin.invite_why')}
          link={made.link}
          onDone={() => setMade(null)}
        />
      )}
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : answer.invites.length === 0 ? (
        <EmptyState title={t('admin.no_invites')} />
      ) : (
        <InvitesTable invites={answer.invites} onChange={onChange} />
      )}
    </AdminFrame>
  )
}

type InvitesTableProps = { readonly invites: readonly Invite[]; readonly onChange: () => void }

function InvitesTable({ invites, onChange }: InvitesTableProps) {
  const { api, translator, serverClock } = useServices()
  const { t } = translator
  const { day } = createTimes(translator.lang, 'local')
  const takeBack = useAction(async (id: string) => {
    await api.request('DELETE /admin/invites/{id}', {}, { params: { id } })
    onChange()
  })
  const canBeTaken = ({ used_at, expires_at }: Invite) => used_at === null && Date.parse(expires_at) > serverClock.now()
  const state = (invite: Invite) => {
    if (invite.used_at !== null) return t('admin.invite_used', { day: day(Date.parse(invite.used_at)) })
    const ends = day(Date.parse(invite.expires_at))
    return t(canBeTaken(invite) ? 'admin.invite_open' : 'admin.invite_over', { day: ends })
  }
  const columns: readonly Column<Invite>[] = [
    {
      name: 'note',
      heading: t('admin.invite_note'),
      onPhone: 'title',
      cell: ({ note, id }) => (note === null ? <code>{id}</code> : <UntrustedTextInFull text={note} />),
    },
    { name: 'state', heading: t('admin.state'), onPhone: 'state', cell: state },
    { name: 'plan', heading: t('admin.plan'), cell: ({ plan }) => plan },
    { name: 'created', heading: t('admin.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
    {
      name: 'actions',
      heading: t('admin.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (invite) =>
        canBeTaken(invite) && (
          <button type="button" class="button small quiet" onClick={() => takeBack.run(invite.id)}>
            {t('admin.invite_delete')}
          </button>
        ),
    },
  ]
  return (
    <section>
      {takeBack.error !== null && <ErrorBanner error={takeBack.error} isAlert />}
      <RecordTable
        caption={t('admin.invites')}
        columns={columns}
        rows={invites}
        keyOf={({ id }) => id}
        rowClass={(invite) => (canBeTaken(invite) ? '' : 'is-over')}
      />
    </section>
  )
}
