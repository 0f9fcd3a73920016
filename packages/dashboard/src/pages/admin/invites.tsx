import type { CreatedInvite, Invite } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { createTimes } from '../../formats/times.js'
import { Empty } from '../../parts/empty.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { StrangerInFull } from '../../parts/stranger.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'
import { AdminFrame } from './admin-frame.js'
import { LinkMade } from './link-made.js'
import { NewInviteForm } from './new-invite-form.js'

/** Who is invited: links made, taken, taken back. */
export function AdminInvites() {
  const { say } = useServices().speech
  const [version, setVersion] = useState(0)
  const [made, setMade] = useState<CreatedInvite | null>(null)
  const { answer, error, again } = useAnswer('GET /admin/invites', {}, { version })
  const onChange = () => setVersion(version + 1)
  return (
    <AdminFrame title={say('admin.invites')}>
      {made === null ? (
        <NewInviteForm
          onMade={(invite) => {
            setMade(invite)
            onChange()
          }}
        />
      ) : (
        <LinkMade
          title={say('admin.invite_made')}
          sentence={say('admin.invite_why')}
          link={made.link}
          onDone={() => setMade(null)}
        />
      )}
      {error !== null && <Problem error={error} again={again} />}
      {answer === null ? (
        error === null && <Skeleton width="100%" height="8rem" />
      ) : answer.invites.length === 0 ? (
        <Empty title={say('admin.no_invites')} />
      ) : (
        <InvitesTable invites={answer.invites} onChange={onChange} />
      )}
    </AdminFrame>
  )
}

type InvitesTableProps = { readonly invites: readonly Invite[]; readonly onChange: () => void }

function InvitesTable({ invites, onChange }: InvitesTableProps) {
  const { ask, speech, ticker } = useServices()
  const { say } = speech
  const { day } = createTimes(speech.lang, 'local')
  const takeBack = useAction(async (id: string) => {
    await ask.at('DELETE /admin/invites/{id}', {}, { params: { id } })
    onChange()
  })
  const canBeTaken = ({ used_at, expires_at }: Invite) => used_at === null && Date.parse(expires_at) > ticker.now()
  const state = (invite: Invite) => {
    if (invite.used_at !== null) return say('admin.invite_used', { day: day(Date.parse(invite.used_at)) })
    const ends = day(Date.parse(invite.expires_at))
    return say(canBeTaken(invite) ? 'admin.invite_open' : 'admin.invite_over', { day: ends })
  }
  const columns: readonly Column<Invite>[] = [
    {
      name: 'note',
      heading: say('admin.invite_note'),
      onPhone: 'title',
      cell: ({ note, id }) => (note === null ? <code>{id}</code> : <StrangerInFull text={note} />),
    },
    { name: 'state', heading: say('admin.state'), onPhone: 'state', cell: state },
    { name: 'plan', heading: say('admin.plan'), cell: ({ plan }) => plan },
    { name: 'created', heading: say('admin.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
    {
      name: 'actions',
      heading: say('admin.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (invite) =>
        canBeTaken(invite) && (
          <button type="button" class="button small quiet" onClick={() => takeBack.run(invite.id)}>
            {say('admin.invite_delete')}
          </button>
        ),
    },
  ]
  return (
    <section>
      {takeBack.error !== null && <Problem error={takeBack.error} isAlert />}
      <RecordTable
        caption={say('admin.invites')}
        columns={columns}
        rows={invites}
        keyOf={({ id }) => id}
        rowClass={(invite) => (canBeTaken(invite) ? '' : 'is-over')}
      />
    </section>
  )
}
