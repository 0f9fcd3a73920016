import type { AccountKey } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age, agoWords } from '../../parts/age.js'
import { Confirm } from '../../parts/dialog.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Tag } from '../../parts/tag.js'
import { cleanUntrustedText, UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { RenameKey } from './rename-key.js'

export const mostLiveKeys = 5
const unusedMs = 30 * 86_400_000

type KeysTableProps = {
  readonly keys: readonly AccountKey[]
  /** Requests of each key in this month, by key prefix. Without it, the column is absent. */
  readonly counted?: ReadonlyMap<string, number>
  readonly onChange: () => void
}

export function KeysTable({ keys, counted, onChange }: KeysTableProps) {
  const { api, liveRegion, translator, numbers, serverClock } = useServices()
  const { t } = translator
  const [renamed, setRenamed] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<AccountKey | null>(null)
  const { day } = createTimes(translator.lang, 'local')
  const revoke = useAction(async ({ id }: AccountKey) => {
    await api.request('DELETE /keys/{id}', {}, { params: { id } })
    liveRegion.announce(t('keys.revoked'))
    onChange()
  })
  const nameOf = ({ name, prefix }: AccountKey) => name ?? prefix

  const columns: readonly Column<AccountKey>[] = [
    {
      name: 'name',
      heading: t('keys.name'),
      onPhone: 'title',
      cell: (key) =>
        renamed === key.id ? (
          <RenameKey
            id={key.id}
            name={key.name ?? ''}
            onEnd={(changed) => {
              setRenamed(null)
              if (changed) onChange()
            }}
          />
        ) : (
          <b>
            <UntrustedTextInFull text={nameOf(key)} />
          </b>
        ),
    },
    {
      name: 'prefix',
      heading: t('keys.begins'),
      onPhone: 'state',
      cell: ({ prefix }) => <code class="small nowrap">{prefix}…</code>,
    },
    { name: 'created', heading: t('keys.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
    {
      name: 'used',
      heading: t('keys.last_used'),
      cell: (key) => <LastUsed {...key} isUnused={key.revoked_at === null && isLongUnused(key, serverClock.now())} />,
    },
    ...(counted === undefined
      ? []
      : [
          {
            name: 'month',
            heading: t('keys.this_month'),
            isNumber: true,
            cell: ({ prefix }: AccountKey) => numbers.grouped(counted.get(prefix) ?? 0),
          },
        ]),
    {
      name: 'actions',
      heading: t('keys.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (key) =>
        key.revoked_at !== null ? (
          <span class="quiet">{t('keys.revoked_on', { day: day(Date.parse(key.revoked_at)) })}</span>
        ) : (
          <span class="row-ways">
            <button
              type="button"
              class="button small quiet"
              aria-label={t('keys.rename_one', { name: cleanUntrustedText(nameOf(key), 64) })}
              onClick={() => setRenamed(key.id)}
            >
              {t('keys.rename')}
            </button>
            <button
              type="button"
              class="button small quiet"
              aria-label={t('keys.revoke_one', { name: cleanUntrustedText(nameOf(key), 64) })}
              onClick={() => setRevoked(key)}
            >
              {t('keys.revoke')}
            </button>
          </span>
        ),
    },
  ]

  return (
    <>
      {revoke.error !== null && <ErrorBanner error={revoke.error} isAlert />}
      <RecordTable
        caption={t('nav.keys')}
        columns={columns}
        rows={keys}
        keyOf={({ id }) => id}
        rowClass={({ revoked_at }) => (revoked_at === null ? '' : 'is-over')}
      />
      {revoked !== null && (
        <Confirm
          title={t('keys.revoke_title', { name: cleanUntrustedText(nameOf(revoked), 64) })}
          verb={t('keys.revoke_do')}
          harmless={t('keys.keep')}
          onConfirm={() => {
            revoke.run(revoked)
            setRevoked(null)
          }}
          onClose={() => setRevoked(null)}
        >
          {revoked.last_used_at === null
            ? t('keys.never_used')
            : t('keys.was_used', {
                ago: agoWords(translator, (serverClock.now() - Date.parse(revoked.last_used_at)) / 1000),
              })}{' '}
          {translator.tRich('keys.revoke_why', { code: <code>401 invalid_key</code> })}
        </Confirm>
      )}
    </>
  )
}

const isLongUnused = ({ last_used_at, created_at }: AccountKey, nowMs: number): boolean =>
  nowMs - Date.parse(last_used_at ?? created_at) >= unusedMs

type LastUsedProps = Pick<AccountKey, 'last_used_at'> & { readonly isUnused: boolean }

function LastUsed({ last_used_at, isUnused }: LastUsedProps) {
  const { t } = useServices().translator
  return (
    <>
      {last_used_at === null ? t('keys.never') : <Age atMs={Date.parse(last_used_at)} />}{' '}
      {isUnused && <Tag>{t('keys.unused')}</Tag>}
    </>
  )
}
