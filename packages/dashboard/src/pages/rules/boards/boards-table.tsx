import type { PricePage, PriceRule } from '@p2p-rates/contract'
import { embedBoard, isLoopback } from '@p2p-rates/contract/words'
import { useState } from 'preact/hooks'
import { CodeSampleTabs } from '../../../parts/code-sample-tabs.js'
import { Disclosure } from '../../../parts/disclosure.js'
import { Icon } from '../../../parts/icon.js'
import { type Column, RecordTable } from '../../../parts/record-table.js'
import { cleanUntrustedText, UntrustedText } from '../../../parts/untrusted-text.js'
import { useServices } from '../../../services-context.js'
import { languageNames, languages } from '../../../words/languages.js'
import { ConfirmDelete } from '../confirm-delete.js'
import { ruleRoute } from '../route.js'
import { CustomerAction } from './customer-action.js'

type BoardsTableProps = {
  readonly boards: readonly PricePage[]
  readonly rules: readonly PriceRule[]
  readonly onEdit: (board: PricePage) => void
  readonly onChange: () => void
}

export function BoardsTable({ boards, rules, onEdit, onChange }: BoardsTableProps) {
  const { t } = useServices().translator
  const [boardToDelete, setBoardToDelete] = useState<PricePage | null>(null)
  const nameOf = ({ title }: PricePage) => cleanUntrustedText(title, 64)
  const columns: readonly Column<PricePage>[] = [
    { name: 'board', heading: t('boards.board'), onPhone: 'title', cell: (board) => <NameOf board={board} /> },
    {
      name: 'shows',
      heading: t('boards.shows'),
      onPhone: 'wide',
      cell: (board) => <ShownRules rules={rulesOn(board, rules)} />,
    },
    { name: 'html', heading: t('boards.html'), onPhone: 'wide', cell: (board) => <Embed board={board} /> },
    {
      name: 'ways',
      heading: t('boards.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (board) => (
        <span class="row-ways">
          <a
            class="button small quiet"
            href={board.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('boards.preview_one', { name: nameOf(board) })}
          >
            <Icon name="open" /> {t('boards.preview')}
          </a>
          <a
            class="button small quiet"
            href={board.screen_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('boards.screen_one', { name: nameOf(board) })}
          >
            {t('boards.screen')}
          </a>
          {rules.length > 0 && (
            <button
              type="button"
              class="button small quiet"
              aria-label={t('boards.edit_one', { name: nameOf(board) })}
              onClick={() => onEdit(board)}
            >
              {t('boards.edit')}
            </button>
          )}
          <button
            type="button"
            class="button small quiet"
            aria-label={t('boards.delete_one', { name: nameOf(board) })}
            onClick={() => setBoardToDelete(board)}
          >
            {t('boards.delete')}
          </button>
        </span>
      ),
    },
  ]
  return (
    <>
      <RecordTable caption={t('boards.list')} columns={columns} rows={boards} keyOf={({ id }) => id} />
      {boardToDelete !== null && (
        <ConfirmDelete
          what="boards"
          id={boardToDelete.id}
          name={boardToDelete.title}
          onEnd={(isDeleted) => {
            setBoardToDelete(null)
            if (isDeleted) onChange()
          }}
        />
      )}
    </>
  )
}

const rulesOn = (board: PricePage, rules: readonly PriceRule[]): readonly PriceRule[] =>
  board.rules.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])

function NameOf({ board: { title, language: lang, tz, theme } }: { readonly board: PricePage }) {
  const { t, findText } = useServices().translator
  const language = languages.find((one) => one === lang)
  return (
    <>
      <b>
        <UntrustedText text={title} longest={64} />
      </b>
      <span class="under quiet small">
        {t('boards.kind', {
          lang: language === undefined ? lang : languageNames[language],
          zone: tz,
          theme: findText(`boards.theme.${theme}`) ?? theme,
        })}
      </span>
    </>
  )
}

function ShownRules({ rules }: { readonly rules: readonly PriceRule[] }) {
  const { t } = useServices().translator
  if (rules.length === 0) return <span class="quiet">{t('boards.shows.none')}</span>
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule.id}>
          <a class="plain" href={ruleRoute.print({ id: rule.id })}>
            <UntrustedText text={rule.name} longest={64} />
          </a>{' '}
          <CustomerAction rule={rule} />
        </li>
      ))}
    </ul>
  )
}

/** HTML to paste into another page. The picture is for pages that allow no frames. */
function Embed({ board }: { readonly board: PricePage }) {
  const { t } = useServices().translator
  const { frame, picture } = embedBoard(board)
  return (
    <Disclosure title={t('boards.html.show')}>
      {isLoopback(board.url) && <p class="is-bad small">{t('boards.loopback')}</p>}
      <CodeSampleTabs
        label={t('boards.html')}
        samples={[
          { name: t('boards.frame'), code: frame },
          { name: t('boards.picture'), code: picture },
        ]}
      />
    </Disclosure>
  )
}
