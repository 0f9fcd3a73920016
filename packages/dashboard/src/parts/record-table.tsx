import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { Skeleton } from './skeleton.js'
import './record-table.css'

export type Column<Row> = {
  /** Unique in its table. */
  readonly heading: string
  /** Visible heading; screen readers use `heading`. */
  readonly shown?: ComponentChildren
  readonly cell: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  /** The heading is only for screen readers, because the content explains itself. */
  readonly isHeadingVisuallyHidden?: boolean
  readonly sort?: () => void
  /**
   * Layout on a phone, where each record is a block. `title` comes first, with `state` next to it. Other cells follow
   * under their headings. `bare` and `end` omit the heading; `end` aligns the cell at the end of the line. `line` is in
   * the first line of a folded record; a tap shows its `more`.
   */
  readonly onPhone?: 'title' | 'state' | 'wide' | 'bare' | 'end' | 'none' | 'line' | 'more'
}

type RecordTableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly rowClass?: ((row: Row) => string) | undefined
}

export function RecordTable<Row>({ caption, columns, rows, keyOf, rowClass }: RecordTableProps<Row>) {
  const { t } = useServices()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const lines = columns.filter(({ onPhone }) => onPhone === 'line').length
  const isShort = columns.some(({ onPhone }) => onPhone === 'more')

  function toggle(key: string): void {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }

  return (
    // Roles are written out, because a table that is drawn as blocks is none to some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table class={isShort ? `records short lines-${lines}` : 'records'} role="table">
      <caption class="heard">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ heading, shown, isNumber, isHeadingVisuallyHidden, sort, onPhone = '' }) => (
            <th key={heading} role="columnheader" scope="col" class={`${onPhone} ${isNumber === true ? 'num' : ''}`}>
              {sort === undefined ? (
                <>
                  <span class={isHeadingVisuallyHidden === true || shown !== undefined ? 'heard' : undefined}>
                    {heading}
                  </span>
                  {shown}
                </>
              ) : (
                <button type="button" class="sort" onClick={sort}>
                  {heading}
                </button>
              )}
            </th>
          ))}
          {isShort && <td class="tap" />}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" class={`${rowClass?.(row) ?? ''} ${opened.has(keyOf(row)) ? 'opened' : ''}`}>
            {columns.map(({ heading, cell, isNumber, onPhone = '' }) => (
              <td
                key={heading}
                role="cell"
                data-heading={heading}
                class={`${onPhone} ${isNumber === true ? 'num' : ''}`}
              >
                {cell(row)}
              </td>
            ))}
            {isShort && (
              <td role="cell" class="tap">
                <button
                  type="button"
                  aria-label={t('nav.more')}
                  aria-expanded={opened.has(keyOf(row))}
                  onClick={() => toggle(keyOf(row))}
                >
                  <Icon name="down" size={12} />
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

/** The place of a table of exchanges. */
export const LoadingRows = () => (
  <div>
    {Array.from({ length: 6 }, (_, at) => (
      <p key={at} class="loading-row">
        <Skeleton width="100%" height="1.25rem" />
      </p>
    ))}
  </div>
)
