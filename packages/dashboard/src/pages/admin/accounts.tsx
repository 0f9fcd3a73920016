import type { AdminAccount } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { Skeleton } from '../../parts/skeleton.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { AccountsTable } from './accounts-table.js'
import { AdminFrame } from './admin-frame.js'

export function AdminAccounts() {
  const { t } = useServices()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [version, setVersion] = useState(0)
  return (
    <AdminFrame title={t('admin.accounts')}>
      <Form class="stack narrow" onSubmit={() => setQ(typed.trim())}>
        <TextField
          label={t('admin.find')}
          hint={t('admin.find.hint')}
          maxLength={100}
          value={typed}
          onType={setTyped}
          corner={
            <button type="submit" class="link">
              {t('act.search')}
            </button>
          }
        />
      </Form>
      <Found key={`${q} ${version}`} q={q} onChange={() => setVersion(version + 1)} />
    </AdminFrame>
  )
}

function Found({ q, onChange }: { readonly q: string; readonly onChange: () => void }) {
  const { api, t } = useServices()
  const { answer, error, refetch } = useQuery('GET /admin/accounts', { q })
  const [more, setMore] = useState<{ readonly accounts: readonly AdminAccount[]; readonly next: string | null } | null>(
    null,
  )
  const next = more === null ? answer?.next : more.next
  const goOn = useAction(async (after: string) => {
    const page = await api.request('GET /admin/accounts', { q, after })
    setMore((last) => ({ accounts: [...(last?.accounts ?? []), ...page.accounts], next: page.next }))
  })
  if (error !== null) return <ErrorBanner error={error} refetch={refetch} />
  if (answer === null) return <Skeleton width="100%" height="12rem" />
  if (answer.accounts.length === 0) return <EmptyState title={t('admin.nobody')} />
  return (
    <section class="stack">
      <AccountsTable accounts={[...answer.accounts, ...(more?.accounts ?? [])]} onChange={onChange} />
      {goOn.error !== null && <ErrorBanner error={goOn.error} isAlert />}
      {next != null && (
        <p>
          <Button word={t('nav.more')} isBusy={goOn.isBusy} onClick={() => goOn.run(next)} />
        </p>
      )}
    </section>
  )
}
