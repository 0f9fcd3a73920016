import type { PriceBoard, Rule } from '@p2p-rates/contract'
import { embedBoard, isLoopback } from '@p2p-rates/contract/words'
import { useState } from 'preact/hooks'
import { CodeBox } from '../../../parts/code-box.js'
import { Disclosure } from '../../../parts/disclosure.js'
import { Icon } from '../../../parts/icon.js'
import { type Column, RecordTable } from '../../../parts/record-table.js'
import { Stranger, strangersText } from '../../../parts/stranger.js'
import { useServices } from '../../../services.js'
import { languageNames, languages } from '../../../words/languages.js'
import { DeleteAsked } from '../delete-asked.js'
import { ruleRoute } from '../entry.js'
import { Deed } from './deed.js'

type BoardsTableProps = {
  readonly boards: readonly PriceBoard[]
  readonly rules: readonly Rule[]
  readonly onEdit: (board: PriceBoard) => void
  readonly onChange: () => void
}

/** Every board: what it shows, the HTML that shows it elsewhere, and the ways to change and to end it. */
export function BoardsTable({ boards, rules, onEdit, onChange }: BoardsTableProps) {
  const { say } = useServices().speech
  const [doomed, setDoomed] = useState<PriceBoard | null>(null)
  const nameOf = ({ title }: PriceBoard) => strangersText(title, 64)
  const columns: readonly Column<PriceBoard>[] = [
    { name: 'board', heading: say('boards.board'), onPhone: 'title', cell: (board) => <NameOf board={board} /> },
    {
      name: 'shows',
      heading: say('boards.shows'),
      onPhone: 'wide',
      cell: (board) => <Shows rules={rulesOn(board, rules)} />,
    },
    { name: 'html', heading: say('boards.html'), onPhone: 'wide', cell: (board) => <Embed board={board} /> },
    {
      name: 'ways',
      heading: say('boards.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (board) => (
        <span class="row-ways">
          <a
            class="button small quiet"
            href={board.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={say('boards.preview_one', { name: nameOf(board) })}
          >
            <Icon name="open" /> {say('boards.preview')}
          </a>
          <a
            class="button small quiet"
            href={board.screen_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={say('boards.screen_one', { name: nameOf(board) })}
          >
            {say('boards.screen')}
          </a>
          {rules.length > 0 && (
            <button
              type="button"
              class="button small quiet"
              aria-label={say('boards.edit_one', { name: nameOf(board) })}
              onClick={() => onEdit(board)}
            >
              {say('boards.edit')}
            </button>
          )}
          <button
            type="button"
            class="button small quiet"
            aria-label={say('boards.delete_one', { name: nameOf(board) })}
            onClick={() => setDoomed(board)}
          >
            {say('boards.delete')}
          </button>
        </span>
      ),
    },
  ]
  return (
    <>
      <RecordTable caption={say('boards.list')} columns={columns} rows={boards} keyOf={({ id }) => id} />
      {doomed !== null && (
        <DeleteAsked
          what="boards"
          id={doomed.id}
          name={doomed.title}
          onEnd={(isDeleted) => {
            setDoomed(null)
            if (isDeleted) onChange()
          }}
        />
      )}
    </>
  )
}

/** In the order of the board. */
const rulesOn = (board: PriceBoard, rules: readonly Rule[]): readonly Rule[] =>
  board.rules.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])

function NameOf({ board: { title, lang, tz, theme } }: { readonly board: PriceBoard }) {
  const { say, find } = useServices().speech
  const language = languages.find((one) => one === lang)
  return (
    <>
      <b>
        <Stranger text={title} longest={64} />
      </b>
      <span class="under quiet small">
        {say('boards.kind', {
          lang: language === undefined ? lang : languageNames[language],
          zone: tz,
          theme: find(`boards.theme.${theme}`) ?? theme,
        })}
      </span>
    </>
  )
}

function Shows({ rules }: { readonly rules: readonly Rule[] }) {
  const { say } = useServices().speech
  if (rules.length === 0) return <span class="quiet">{say('boards.shows.none')}</span>
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule.id}>
          <a class="plain" href={ruleRoute.print({ id: rule.id })}>
            <Stranger text={rule.name} longest={64} />
          </a>{' '}
          <Deed rule={rule} />
        </li>
      ))}
    </ul>
  )
}

/** What is pasted into another page. The picture is for where no frame is allowed. */
function Embed({ board }: { readonly board: PriceBoard }) {
  const { say } = useServices().speech
  const { frame, picture } = embedBoard(board)
  return (
    <Disclosure title={say('boards.html.show')}>
      {isLoopback(board.url) && <p class="is-bad small">{say('boards.loopback')}</p>}
      <CodeBox
        label={say('boards.html')}
        samples={[
          { name: say('boards.frame'), code: frame },
          { name: say('boards.picture'), code: picture },
        ]}
      />
    </Disclosure>
  )
}
