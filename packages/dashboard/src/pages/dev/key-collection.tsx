import type { AccountKey } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age, agoWords } from '../../parts/age.js'
import { Button } from '../../parts/button.js'
import { Collection } from '../../parts/collection.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import type { Column } from '../../parts/record-table.js'
import { Tag } from '../../parts/tag.js'
import { cleanUntrustedText, UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

export const mostLiveKeys = 5
const unusedMs = 30 * 86_400_000

export const isLive = ({ revoked_at }: AccountKey): boolean => revoked_at === null

type KeyCollectionProps = {
  readonly keys: readonly AccountKey[]
  /** Requests of each key in this month, by key prefix. Without it, the column is absent. */
  readonly counted?: ReadonlyMap<string, number>
  readonly create?: ComponentChildren
  readonly onChange: () => void
}

export function KeyCollection({ keys, counted, create, onChange }: KeyCollectionProps) {
  const { api, numbers, serverClock, translator, t, tRich } = useServices()
  const [renamed, setRenamed] = useState<string | null>(null)
  const { day } = createTimes(translator.lang, 'local')
  const nameOf = ({ name, prefix }: AccountKey) => cleanUntrustedText(name ?? prefix, 64)
  const endRenaming = (changed: boolean) => {
    setRenamed(null)
    if (changed) onChange()
  }
  const columns: readonly Column<AccountKey>[] = [
    {
      heading: t('keys.name'),
      onPhone: 'title',
      cell: ({ id, name, prefix }) =>
        renamed === id ? (
          <RenameKey id={id} name={name ?? ''} onEnd={endRenaming} />
        ) : (
          <b>
            <UntrustedTextInFull text={name ?? prefix} />
          </b>
        ),
    },
    { heading: t('keys.begins'), onPhone: 'state', cell: ({ prefix }) => <code class="small nowrap">{prefix}…</code> },
    { heading: t('keys.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
    { heading: t('keys.last_used'), cell: (key) => <LastUsed of={key} /> },
  ]
  const monthColumn: Column<AccountKey> = {
    heading: t('keys.this_month'),
    isNumber: true,
    cell: ({ prefix }) => numbers.grouped(counted?.get(prefix) ?? 0),
  }
  const useOf = ({ last_used_at }: AccountKey) =>
    last_used_at === null
      ? t('keys.never_used')
      : t('keys.was_used', { ago: agoWords(translator, (serverClock.now() - Date.parse(last_used_at)) / 1000) })
  return (
    <Collection
      rows={keys}
      caption={t('nav.keys')}
      empty={{ title: t('keys.none'), why: t('keys.none.why'), action: create }}
      columns={counted === undefined ? columns : [...columns, monthColumn]}
      rowClass={(key) => (isLive(key) ? '' : 'is-over')}
      actions={(key) =>
        key.revoked_at !== null ? (
          <span class="quiet">{t('keys.revoked_on', { day: day(Date.parse(key.revoked_at)) })}</span>
        ) : (
          <Button
            kind="small quiet"
            word={t('keys.rename')}
            label={t('keys.rename_one', { name: nameOf(key) })}
            onClick={() => setRenamed(key.id)}
          />
        )
      }
      deletion={{
        word: t('keys.revoke'),
        label: (key) => t('keys.revoke_one', { name: nameOf(key) }),
        isPossible: isLive,
        question: {
          title: (key) => t('keys.revoke_title', { name: nameOf(key) }),
          verb: t('keys.revoke_do'),
          why: (key) => [useOf(key), ' ', tRich('keys.revoke_why', { code: <code>401 invalid_key</code> })],
        },
        remove: ({ id }) => api.request('DELETE /keys/{id}', {}, { params: { id } }),
        done: t('keys.revoked'),
      }}
      onChange={onChange}
    />
  )
}

function LastUsed({ of: { last_used_at, created_at, revoked_at } }: { readonly of: AccountKey }) {
  const { translator, serverClock } = useServices()
  const isUnused = revoked_at === null && serverClock.now() - Date.parse(last_used_at ?? created_at) >= unusedMs
  return (
    <>
      {last_used_at === null ? translator.t('keys.never') : <Age atMs={Date.parse(last_used_at)} />}{' '}
      {isUnused && <Tag>{translator.t('keys.unused')}</Tag>}
    </>
  )
}

type RenameKeyProps = { readonly id: string; readonly name: string; readonly onEnd: (changed: boolean) => void }

/** Field for a new name. Enter saves the name, Escape discards it. */
function RenameKey({ id, name, onEnd }: RenameKeyProps) {
  const { api, t } = useServices()
  const [typed, setTyped] = useState(name)
  const { isBusy, error, run } = useAction(async () => {
    await api.request('PATCH /keys/{id}', { name: typed.trim() }, { params: { id } })
    onEnd(true)
  })
  return (
    <Form class="ways rename" takesFocus onSubmit={run}>
      <input
        class="field"
        aria-label={t('keys.name')}
        autocomplete="off"
        maxLength={64}
        required
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd(false)
        }}
      />
      <Button type="submit" kind="small" word={t('act.save')} isBusy={isBusy} />
      <Button kind="small quiet" word={t('act.cancel')} onClick={() => onEnd(false)} />
      {error !== null && <ErrorBanner error={error} facts={{ field: t('keys.name') }} isAlert />}
    </Form>
  )
}
