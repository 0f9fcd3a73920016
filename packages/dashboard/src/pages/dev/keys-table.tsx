import type { AccountKey } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { createTimes } from '../../formats/times.js'
import { Age, agoWords } from '../../parts/age.js'
import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { StrangerInFull, strangersText } from '../../parts/stranger.js'
import { Tag } from '../../parts/tag.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'
import { RenameKey } from './rename-key.js'

export const mostLiveKeys = 5
const unusedMs = 30 * 86_400_000

type KeysTableProps = {
  readonly keys: readonly AccountKey[]
  /** What each key counted in this month, by its beginning; without, nothing is said of it. */
  readonly counted?: ReadonlyMap<string, number>
  readonly onChange: () => void
}

export function KeysTable({ keys, counted, onChange }: KeysTableProps) {
  const { ask, announcer, speech, numbers, ticker } = useServices()
  const { say } = speech
  const [renamed, setRenamed] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<AccountKey | null>(null)
  const { day } = createTimes(speech.lang, 'local')
  const revoke = useAction(async ({ id }: AccountKey) => {
    await ask.at('DELETE /keys/{id}', {}, { params: { id } })
    announcer.say(say('keys.revoked'))
    onChange()
  })
  const nameOf = ({ name, prefix }: AccountKey) => name ?? prefix

  const columns: readonly Column<AccountKey>[] = [
    {
      name: 'name',
      heading: say('keys.name'),
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
            <StrangerInFull text={nameOf(key)} />
          </b>
        ),
    },
    {
      name: 'prefix',
      heading: say('keys.begins'),
      onPhone: 'state',
      cell: ({ prefix }) => <code class="small nowrap">{prefix}…</code>,
    },
    { name: 'created', heading: say('keys.created'), cell: ({ created_at }) => day(Date.parse(created_at)) },
    {
      name: 'used',
      heading: say('keys.last_used'),
      cell: (key) => <LastUsed {...key} isUnused={key.revoked_at === null && restsLong(key, ticker.now())} />,
    },
    ...(counted === undefined
      ? []
      : [
          {
            name: 'month',
            heading: say('keys.this_month'),
            isNumber: true,
            cell: ({ prefix }: AccountKey) => numbers.grouped(counted.get(prefix) ?? 0),
          },
        ]),
    {
      name: 'actions',
      heading: say('keys.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (key) =>
        key.revoked_at !== null ? (
          <span class="quiet">{say('keys.revoked_on', { day: day(Date.parse(key.revoked_at)) })}</span>
        ) : (
          <span class="row-ways">
            <button
              type="button"
              class="button small quiet"
              aria-label={say('keys.rename_one', { name: strangersText(nameOf(key), 64) })}
              onClick={() => setRenamed(key.id)}
            >
              {say('keys.rename')}
            </button>
            <button
              type="button"
              class="button small quiet"
              aria-label={say('keys.revoke_one', { name: strangersText(nameOf(key), 64) })}
              onClick={() => setRevoked(key)}
            >
              {say('keys.revoke')}
            </button>
          </span>
        ),
    },
  ]

  return (
    <>
      {revoke.error !== null && <Problem error={revoke.error} isAlert />}
      <RecordTable
        caption={say('nav.keys')}
        columns={columns}
        rows={keys}
        keyOf={({ id }) => id}
        rowClass={({ revoked_at }) => (revoked_at === null ? '' : 'is-over')}
      />
      {revoked !== null && (
        <Confirm
          title={say('keys.revoke_title', { name: strangersText(nameOf(revoked), 64) })}
          verb={say('keys.revoke_do')}
          harmless={say('keys.keep')}
          onConfirm={() => {
            revoke.run(revoked)
            setRevoked(null)
          }}
          onClose={() => setRevoked(null)}
        >
          {revoked.last_used_at === null
            ? say('keys.never_used')
            : say('keys.was_used', {
                ago: agoWords(speech, (ticker.now() - Date.parse(revoked.last_used_at)) / 1000),
              })}{' '}
          {speech.show('keys.revoke_why', { code: <code>401 invalid_key</code> })}
        </Confirm>
      )}
    </>
  )
}

/** Unused since it was made, or since it was used last. */
const restsLong = ({ last_used_at, created_at }: AccountKey, nowMs: number): boolean =>
  nowMs - Date.parse(last_used_at ?? created_at) >= unusedMs

type LastUsedProps = Pick<AccountKey, 'last_used_at'> & { readonly isUnused: boolean }

function LastUsed({ last_used_at, isUnused }: LastUsedProps) {
  const { say } = useServices().speech
  return (
    <>
      {last_used_at === null ? say('keys.never') : <Age atMs={Date.parse(last_used_at)} />}{' '}
      {isUnused && <Tag>{say('keys.unused')}</Tag>}
    </>
  )
}
