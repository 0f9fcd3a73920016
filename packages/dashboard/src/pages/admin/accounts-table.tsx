import type { AdminAccount, ResetLink } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { createTimes } from '../../formats/times-and-zones.js'
import { planNames } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { Button } from '../../parts/button.js'
import { Collection } from '../../parts/collection.js'
import type { Column } from '../../parts/record-table.js'
import { Select } from '../../parts/select.js'
import { Tag } from '../../parts/tag.js'
import { cleanUntrustedText, UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { CreatedLinkPanel } from './created-link-panel.js'

type AccountsTableProps = { readonly accounts: readonly AdminAccount[]; readonly onChange: () => void }

export function AccountsTable({ accounts, onChange }: AccountsTableProps) {
  const { api, liveRegion, numbers, translator, t } = useServices()
  const [link, setLink] = useState<ResetLink | null>(null)
  const times = createTimes(translator.lang, 'local')
  const nameOf = ({ name }: AdminAccount) => cleanUntrustedText(name, 64)

  const change = useAction(async (id: string, plan: string) => {
    await api.request('PATCH /admin/accounts/{id}', { plan }, { params: { id } })
    onChange()
  })
  const reset = useAction(async (id: string) =>
    setLink(await api.request('POST /admin/accounts/{id}/reset-link', {}, { params: { id } })),
  )
  const endSessions = useAction(async (account: AdminAccount) => {
    await api.request('DELETE /admin/accounts/{id}/sessions', {}, { params: { id: account.id } })
    liveRegion.announce(t('admin.sessions_ended', { name: nameOf(account) }))
  })
  const action = (account: AdminAccount, word: string, act: () => void) => (
    <Button kind="small quiet" word={word} label={`${word}: ${nameOf(account)}`} onClick={act} />
  )

  const columns: readonly Column<AdminAccount>[] = [
    {
      heading: t('admin.name'),
      onPhone: 'title',
      cell: (account) => (
        <>
          <b>
            <UntrustedTextInFull text={account.name} />
          </b>{' '}
          {account.is_admin && <Tag>{t('nav.admin')}</Tag>}
        </>
      ),
    },
    {
      heading: t('admin.email'),
      onPhone: 'wide',
      cell: ({ email }) => email !== null && <UntrustedTextInFull text={email} />,
    },
    {
      heading: t('account.plan'),
      cell: (account) => (
        <Select
          label={`${t('account.plan')}: ${nameOf(account)}`}
          value={account.plan}
          options={planNames.map((plan) => ({ value: plan as string, label: plan }))}
          onChoose={(plan) => change.run(account.id, plan)}
        />
      ),
    },
    { heading: t('nav.keys'), isNumber: true, cell: ({ live_keys }) => numbers.grouped(live_keys) },
    { heading: t('keys.this_month'), isNumber: true, cell: ({ used_this_month }) => numbers.grouped(used_this_month) },
    {
      heading: t('admin.seen'),
      cell: ({ last_seen_at }) => (last_seen_at === null ? t('keys.never') : <Age atMs={Date.parse(last_seen_at)} />),
    },
  ]

  return (
    <>
      {link !== null && (
        <CreatedLinkPanel
          title={t('admin.reset_made')}
          sentence={t('admin.reset_why', { time: times.full(Date.parse(link.expires_at)) })}
          link={link.link}
          onDone={() => setLink(null)}
        />
      )}
      <Collection
        caption={t('admin.accounts')}
        rows={accounts}
        columns={columns}
        error={change.error ?? reset.error ?? endSessions.error}
        actions={(account) =>
          account.email !== null && (
            <>
              {action(account, t('admin.reset'), () => reset.run(account.id))}
              {action(account, t('admin.end_sessions'), () => endSessions.run(account))}
            </>
          )
        }
        deletion={{
          word: t('act.delete'),
          label: (account) => `${t('act.delete')}: ${nameOf(account)}`,
          remove: ({ id }) => api.request('DELETE /admin/accounts/{id}', {}, { params: { id } }),
          question: {
            title: (account) => t('admin.delete_title', { name: nameOf(account) }),
            why: () => t('account.delete.why'),
            verb: t('act.delete'),
          },
        }}
        onChange={onChange}
      />
    </>
  )
}
