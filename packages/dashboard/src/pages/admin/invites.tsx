import type { CreatedInvite, Invite } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { planNames } from '../../listed/exchanges-fiats-and-plans.js'
import { Answered } from '../../parts/answered.js'
import { Collection } from '../../parts/collection.js'
import { ActionForm } from '../../parts/form.js'
import type { Column } from '../../parts/record-table.js'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { AdminFrame } from './admin-frame.js'
import { CreatedLinkPanel } from './created-link-panel.js'

export function AdminInvites() {
  const { t, tRich } = useServices()
  const registration = useQuery('GET /registration', {})
  const [version, setVersion] = useState(0)
  const [made, setMade] = useState<CreatedInvite | null>(null)
  const query = useQuery('GET /admin/invites', {}, { version })
  const onChange = () => setVersion((last) => last + 1)
  return (
    <AdminFrame title={t('admin.invites')}>
      {made === null ? (
        <Answered query={registration} height="12rem">
          {({ mode }) =>
            mode === 'closed' ? (
              <p>{tRich('admin.invite_closed', { setting: <code>P2P_REGISTRATION=invite</code> })}</p>
            ) : (
              <NewInviteForm
                onMade={(invite) => {
                  setMade(invite)
                  onChange()
                }}
              />
            )
          }
        </Answered>
      ) : (
        <CreatedLinkPanel
          title={t('admin.invite_made')}
          sentence={t('admin.invite_why')}
          link={made.link}
          onDone={() => setMade(null)}
        />
      )}
      <Answered query={query} height="8rem">
        {({ invites }) => <InviteCollection invites={invites} onChange={onChange} />}
      </Answered>
    </AdminFrame>
  )
}

const spans = ['1', '7', '30', '90'] as const

function NewInviteForm({ onMade }: { readonly onMade: (invite: CreatedInvite) => void }) {
  const { api, t } = useServices()
  const [note, setNote] = useState('')
  const [plan, setPlan] = useState<string>('Free')
  const [days, setDays] = useState<(typeof spans)[number]>('7')
  const make = useAction(async () => {
    const about = note.trim()
    const asked = { plan, valid_days: Number(days), ...(about !== '' && { note: about }) }
    onMade(await api.request('POST /admin/invites', asked))
  })
  return (
    <ActionForm
      class="panel stack narrow"
      action={make}
      verb={t('admin.invite')}
      facts={{ field: t('admin.invite_note') }}
      onSubmit={make.run}
    >
      <TextField label={t('admin.invite_note')} maxLength={200} value={note} onType={setNote} />
      <p class="ways">
        <Select
          label={t('account.plan')}
          value={plan}
          options={planNames.map((one) => ({ value: one as string, label: one }))}
          onChoose={setPlan}
        />
        <Select
          label={t('admin.invite_days')}
          value={days}
          options={spans.map((one) => ({ value: one, label: t('span.d', { n: Number(one) }) }))}
          onChoose={setDays}
        />
      </p>
    </ActionForm>
  )
}

type InviteCollectionProps = { readonly invites: readonly Invite[]; readonly onChange: () => void }

function InviteCollection({ invites, onChange }: InviteCollectionProps) {
  const { api, serverClock, translator, t } = useServices()
  const { day } = createTimes(translator.lang, 'local')
  const isOpen = ({ used_at, expires_at }: Invite) => used_at === null && Date.parse(expires_at) > serverClock.now()
  const stateOf = (invite: Invite) => {
    if (invite.used_at !== null) return t('admin.invite_used', { day: day(Date.parse(invite.used_at)) })
    return t(isOpen(invite) ? 'admin.invite_open' : 'admin.invite_over', { day: day(Date.parse(invite.expires_at)) })
  }
  const columns: readonly Column<Invite>[] = [
    {
      heading: t('admin.invite_note'),
      onPhone: 'title',
      cell: ({ note, id }) => (note === null ? <code>{id}</code> : <UntrustedTextInFull text={note} />),
    },
    { heading: t('market.state'), onPhone: 'state', cell: stateOf },
    { heading: t('account.plan'), cell: ({ plan }) => plan },
    { heading: t('keys.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
  ]
  return (
    <section>
      <Collection
        rows={invites}
        caption={t('admin.invites')}
        empty={{ title: t('admin.no_invites') }}
        columns={columns}
        rowClass={(invite) => (isOpen(invite) ? '' : 'is-over')}
        deletion={{
          word: t('admin.invite_delete'),
          isPossible: isOpen,
          remove: ({ id }) => api.request('DELETE /admin/invites/{id}', {}, { params: { id } }),
        }}
        onChange={onChange}
      />
    </section>
  )
}
