import type { PricePage, PriceRule } from '@p2p-rates/contract'
import { embedBoard, isLoopback } from '@p2p-rates/contract/words'
import { Button } from '../../../parts/button.js'
import { CodeSampleTabs } from '../../../parts/code-sample-tabs.js'
import { Collection } from '../../../parts/collection.js'
import { Disclosure } from '../../../parts/disclosure.js'
import type { Column } from '../../../parts/record-table.js'
import { cleanUntrustedText, UntrustedText } from '../../../parts/untrusted-text.js'
import { useServices } from '../../../services-context.js'
import { languageNames, languages } from '../../../words/languages.js'
import { newRuleRoute, ruleRoute } from '../route.js'
import { useRuleDeletion } from '../use-rule-deletion.js'
import { CustomerAction } from './customer-action.js'

type BoardCollectionProps = {
  readonly boards: readonly PricePage[]
  readonly rules: readonly PriceRule[]
  readonly onEdit: (board: PricePage) => void
  readonly onChange: () => void
}

export function BoardCollection({ boards, rules, onEdit, onChange }: BoardCollectionProps) {
  const { t } = useServices()
  const nameOf = ({ title }: PricePage) => cleanUntrustedText(title, 64)
  const columns: readonly Column<PricePage>[] = [
    { heading: t('boards.board'), onPhone: 'title', cell: (board) => <NameOf board={board} /> },
    { heading: t('boards.shows'), onPhone: 'wide', cell: (board) => <ShownRules rules={rulesOn(board, rules)} /> },
    { heading: t('boards.html'), onPhone: 'wide', cell: (board) => <Embed board={board} /> },
  ]
  return (
    <Collection
      rows={boards}
      caption={t('boards.list')}
      empty={{
        title: t('boards.none'),
        ...(rules.length === 0 && {
          why: t('boards.none.why'),
          action: <Button kind="main" icon="plus" word={t('rules.new')} href={newRuleRoute.print({})} />,
        }),
      }}
      columns={columns}
      actions={(board) => (
        <>
          <Button
            kind="small quiet"
            opensTab
            icon="open"
            word={t('boards.preview')}
            href={board.url}
            label={t('boards.preview_one', { name: nameOf(board) })}
          />
          <Button
            kind="small quiet"
            opensTab
            word={t('boards.screen')}
            href={board.screen_url}
            label={t('boards.screen_one', { name: nameOf(board) })}
          />
          {rules.length > 0 && (
            <Button
              kind="small quiet"
              word={t('act.edit')}
              label={t('boards.edit_one', { name: nameOf(board) })}
              onClick={() => onEdit(board)}
            />
          )}
        </>
      )}
      deletion={useRuleDeletion('boards')}
      onChange={onChange}
    />
  )
}

const rulesOn = (board: PricePage, rules: readonly PriceRule[]): readonly PriceRule[] =>
  board.rules.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])

function NameOf({ board: { title, language: lang, tz, theme } }: { readonly board: PricePage }) {
  const { t, findText } = useServices()
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
  const { t } = useServices()
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
  const { t } = useServices()
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
