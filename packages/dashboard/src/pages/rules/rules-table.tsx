import type { Rule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Disclosure } from '../../parts/disclosure.js'
import { Problem } from '../../parts/problem.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Stranger, strangersText } from '../../parts/stranger.js'
import { useServices } from '../../services.js'
import { DeleteAsked } from './delete-asked.js'
import { ruleRoute } from './entry.js'
import { useMinute } from './preview.js'
import { PriceSteps, ValueNow } from './price-now.js'

type RulesTableProps = { readonly rules: readonly Rule[]; readonly onChange: () => void }

/** Every rule of the account with its price, asked anew each minute. */
export function RulesTable({ rules, onChange }: RulesTableProps) {
  const { say } = useServices().speech
  const [doomed, setDoomed] = useState<Rule | null>(null)
  const columns: readonly Column<Rule>[] = [
    {
      name: 'rule',
      heading: say('rules.rule'),
      onPhone: 'title',
      cell: (rule) => (
        <>
          <a class="plain" href={ruleRoute.print({ id: rule.id })}>
            <Stranger text={rule.name} longest={64} />
          </a>
          <span class="under quiet small">
            {rule.fiat}, {say(rule.side === 'SELL' ? 'rules.side.SELL' : 'rules.side.BUY')}
          </span>
        </>
      ),
    },
    { name: 'now', heading: say('rules.now'), onPhone: 'wide', cell: (rule) => <SaysNow rule={rule} /> },
    {
      name: 'ways',
      heading: say('rules.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (rule) => (
        <span class="row-ways">
          <a
            class="button small quiet"
            href={ruleRoute.print({ id: rule.id })}
            aria-label={say('rules.open_one', { name: strangersText(rule.name, 64) })}
          >
            {say('rules.open')}
          </a>
          <button
            type="button"
            class="button small quiet"
            aria-label={say('rules.delete_one', { name: strangersText(rule.name, 64) })}
            onClick={() => setDoomed(rule)}
          >
            {say('rules.delete')}
          </button>
        </span>
      ),
    },
  ]
  return (
    <>
      <RecordTable caption={say('rules.list')} columns={columns} rows={rules} keyOf={({ id }) => id} />
      {doomed !== null && (
        <DeleteAsked
          what="rules"
          id={doomed.id}
          name={doomed.name}
          onEnd={(isDeleted) => {
            setDoomed(null)
            if (isDeleted) onChange()
          }}
        />
      )}
    </>
  )
}

function SaysNow({ rule }: { readonly rule: Rule }) {
  const { say } = useServices().speech
  const { answer, error, again } = useAnswer(
    'GET /rules/{id}/price',
    {},
    { params: { id: rule.id }, version: useMinute() },
  )
  if (answer === null) return error === null ? <Skeleton width="7rem" /> : <Problem error={error} again={again} />
  return (
    <>
      <ValueNow price={answer} />
      {answer.steps.length > 0 && (
        <Disclosure title={say('rules.made_of')}>
          <PriceSteps price={answer} formula={rule} />
        </Disclosure>
      )}
    </>
  )
}
