import type { AdminAccount, ResetLink } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { createTimes } from '../../formats/times.js'
import { planNames } from '../../listed/names.js'
import { Age } from '../../parts/age.js'
import { Choice } from '../../parts/choice.js'
import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { StrangerInFull, strangersText } from '../../parts/stranger.js'
import { Tag } from '../../parts/tag.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'
import { LinkMade } from './link-made.js'

type AccountsTableProps = { readonly accounts: readonly AdminAccount[]; readonly onChange: () => void }

/** Accounts with what an admin can do about each: another plan, a link for a new password, the end of its sessions, the end. */
export function AccountsTable({ accounts, onChange }: AccountsTableProps) {
  const { ask, announcer, speech, numbers } = useServices()
  const { say } = speech
  const [link, setLink] = useState<ResetLink | null>(null)
  const [deleted, setDeleted] = useState<AdminAccount | null>(null)
  const times = createTimes(speech.lang, 'local')
  const nameOf = ({ name }: AdminAccount) => strangersText(name, 64)

  const change = useAction(async (id: string, plan: string) => {
    await ask.at('PATCH /admin/accounts/{id}', { plan }, { params: { id } })
    onChange()
  })
  const reset = useAction(async (id: string) =>
    setLink(await ask.at('POST /admin/accounts/{id}/reset-link', {}, { params: { id } })),
  )
  const remove = useAction(async (id: string) => {
    await ask.at('DELETE /admin/accounts/{id}', {}, { params: { id } })
    onChange()
  })
  const endSessions = useAction(async (account: AdminAccount) => {
    await ask.at('DELETE /admin/accounts/{id}/sessions', {}, { params: { id: account.id } })
    announcer.say(say('admin.sessions_ended', { name: nameOf(account) }))
  })
  const error = change.error ?? reset.error ?? remove.error ?? endSessions.error

  const columns: readonly Column<AdminAccount>[] = [
    {
      name: 'name',
      heading: say('admin.name'),
      onPhone: 'title',
      cell: (account) => (
        <>
          <b>
            <StrangerInFull text={account.name} />
          </b>{' '}
          {account.is_admin && <Tag>{say('nav.admin')}</Tag>}
        </>
      ),
    },
    {
      name: 'email',
      heading: say('admin.email'),
      onPhone: 'wide',
      cell: ({ email }) => email !== null && <StrangerInFull text={email} />,
    },
    {
      name: 'plan',
      heading: say('admin.plan'),
      cell: (account) => (
        <Choice
          label={`${say('admin.plan')}: ${nameOf(account)}`}
          value={account.plan}
          options={planNames.map((plan) => ({ value: plan as string, label: plan }))}
          onChoose={(plan) => change.run(account.id, plan)}
        />
      ),
    },
    { name: 'keys', heading: say('admin.keys'), isNumber: true, cell: ({ live_keys }) => numbers.grouped(live_keys) },
    {
      name: 'used',
      heading: say('admin.used'),
      isNumber: true,
      cell: ({ used_this_month }) => numbers.grouped(used_this_month),
    },
    {
      name: 'seen',
      heading: say('admin.seen'),
      cell: ({ last_seen_at }) =>
        last_seen_at === null ? say('admin.never') : <Age atMs={Date.parse(last_seen_at)} />,
    },
    {
      name: 'actions',
      heading: say('admin.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (account) => (
        <span class="row-ways">
          {account.email !== null && (
            <>
              <button
                type="button"
                class="button small quiet"
                aria-label={`${say('admin.reset')}: ${nameOf(account)}`}
                onClick={() => reset.run(account.id)}
              >
                {say('admin.reset')}
              </button>
              <button
                type="button"
                class="button small quiet"
                aria-label={`${say('admin.end_sessions')}: ${nameOf(account)}`}
                onClick={() => endSessions.run(account)}
              >
                {say('admin.end_sessions')}
              </button>
            </>
          )}
          <button
            type="button"
            class="button small quiet"
            aria-label={`${say('admin.delete')}: ${nameOf(account)}`}
            onClick={() => setDeleted(account)}
          >
            {say('admin.delete')}
          </button>
        </span>
      ),
    },
  ]

  return (
    <>
      {error !== null && <Problem error={error} isAlert />}
      {link !== null && (
        <LinkMade
          title={say('admin.reset_made')}
          sentence={say('admin.reset_why', { time: times.full(Date.parse(link.expires_at)) })}
          link={link.link}
          onDone={() => setLink(null)}
        />
      )}
      <RecordTable caption={say('admin.accounts')} columns={columns} rows={accounts} keyOf={({ id }) => id} />
      {deleted !== null && (
        <Confirm
          title={say('admin.delete_title', { name: nameOf(deleted) })}
          verb={say('admin.delete')}
          harmless={say('admin.keep')}
          onConfirm={() => {
            remove.run(deleted.id)
            setDeleted(null)
          }}
          onClose={() => setDeleted(null)}
        >
          {say('account.delete.why')}
        </Confirm>
      )}
    </>
  )
}
