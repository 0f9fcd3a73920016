import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api/api-error.js'
import { useServices } from '../services-context.js'
import { Button } from './button.js'
import { Confirm } from './dialog.js'
import { EmptyState } from './empty-state.js'
import { ErrorBanner } from './error-banner.js'
import { type Column, RecordTable } from './record-table.js'
import { useAction } from './use-action.js'

export type Deletion<Row> = {
  readonly remove: (row: Row) => Promise<unknown>
  /** Announced after the deletion. */
  readonly done?: string
  readonly question?: {
    readonly title: (row: Row) => string
    readonly why: (row: Row) => ComponentChildren
    readonly verb: string
  }
}

/** Asks before a record is deleted, if there is a question, and shows a refusal. */
export function useDeletion<Row>({ remove, done, question }: Deletion<Row>, onDeleted: () => void) {
  const { liveRegion } = useServices()
  const [asked, setAsked] = useState<Row | null>(null)
  const deletion = useAction(async (row: Row) => {
    await remove(row)
    if (done !== undefined) liveRegion.showToast(done)
    onDeleted()
  })
  const refusal = deletion.error && <ErrorBanner error={deletion.error} isAlert />
  const dialog = asked !== null && question !== undefined && (
    <Confirm
      title={question.title(asked)}
      verb={question.verb}
      onConfirm={() => {
        deletion.run(asked)
        setAsked(null)
      }}
      onClose={() => setAsked(null)}
    >
      {question.why(asked)}
    </Confirm>
  )
  return { ask: question === undefined ? deletion.run : setAsked, refusal, dialog }
}

export type RowDeletion<Row> = Deletion<Row> & {
  readonly word: string
  /** Accessible name of the button, if the word alone does not say which record. */
  readonly label?: (row: Row) => string
  /** False if the record can no longer be deleted. */
  readonly isPossible?: (row: Row) => boolean
}

type CollectionProps<Row> = {
  readonly rows: readonly Row[]
  readonly caption: string
  /** Shown without a record. */
  readonly empty?: { readonly title: string; readonly why?: ComponentChildren; readonly action?: ComponentChildren }
  /** Columns of a table, or one cell for each line of a list. */
  readonly columns: readonly Column<Row>[] | ((row: Row) => ComponentChildren)
  readonly rowClass?: (row: Row) => string
  readonly actions?: (row: Row) => ComponentChildren
  /** Refusal of one of the actions. */
  readonly error?: ApiError | null
  readonly deletion?: RowDeletion<Row>
  readonly onChange: () => void
}

/** Records of an account: a table or list with the actions of each record and its deletion, or why there is none. */
export function Collection<Row extends { readonly id: string }>(props: CollectionProps<Row>) {
  const { rows, caption, empty, columns, rowClass, actions, error = null, onChange } = props
  const deletion: RowDeletion<Row> = props.deletion ?? none
  const { t } = useServices()
  const { ask, refusal, dialog } = useDeletion(deletion, onChange)
  if (rows.length === 0)
    return empty === undefined ? null : (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.why}
      </EmptyState>
    )
  const kind = typeof columns === 'function' ? 'quiet' : 'small quiet'
  const ways = (row: Row) => (
    <>
      {actions?.(row)}
      {deletion.isPossible?.(row) !== false && (
        <Button kind={kind} word={deletion.word} label={deletion.label?.(row)} onClick={() => ask(row)} />
      )}
    </>
  )
  return (
    <>
      {error !== null && <ErrorBanner error={error} isAlert />}
      {refusal}
      {typeof columns === 'function' ? (
        <ul class="lines">
          {rows.map((row) => (
            <li key={row.id} class="ways">
              {columns(row)}
              {ways(row)}
            </li>
          ))}
        </ul>
      ) : (
        <RecordTable
          caption={caption}
          columns={[
            ...columns,
            {
              heading: t('act.actions'),
              onPhone: 'wide',
              isNumber: true,
              cell: (row) => <span class="row-ways">{ways(row)}</span>,
            },
          ]}
          rows={rows}
          keyOf={({ id }) => id}
          rowClass={rowClass}
        />
      )}
      {dialog}
    </>
  )
}

const none: RowDeletion<unknown> = { remove: async () => {}, word: '', isPossible: () => false }
