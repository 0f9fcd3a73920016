import type { PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Disclosure } from '../../parts/disclosure.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText, UntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { ConfirmDelete } from './confirm-delete.js'
import { useMinute } from './preview.js'
import { ruleRoute } from './route.js'
import { CurrentPriceValue, PriceSteps } from './rule-price-and-steps.js'

type RulesTableProps = { readonly rules: readonly PriceRule[]; readonly onChange: () => void }

export function RulesTable({ rules, onChange }: RulesTableProps) {
  const { t } = useServices().translator
  const [ruleToDelete, setRuleToDelete] = useState<PriceRule | null>(null)
  const columns: readonly Column<PriceRule>[] = [
    {
      name: 'rule',
      heading: t('rules.rule'),
      onPhone: 'title',
      cell: (rule) => (
        <>
          <a class="plain" href={ruleRoute.print({ id: rule.id })}>
            <UntrustedText text={rule.name} longest={64} />
          </a>
          <span class="under quiet small">
            {rule.fiat}, {t(rule.side === 'SELL' ? 'rules.side.SELL' : 'rules.side.BUY')}
          </span>
        </>
      ),
    },
    { name: 'now', heading: t('rules.now'), onPhone: 'wide', cell: (rule) => <CurrentPrice rule={rule} /> },
    {
      name: 'ways',
      heading: t('rules.actions'),
      onPhone: 'wide',
      isNumber: true,
      cell: (rule) => (
        <span class="row-ways">
          <a
            class="button small quiet"
            href={ruleRoute.print({ id: rule.id })}
            aria-label={t('rules.open_one', { name: cleanUntrustedText(rule.name, 64) })}
          >
            {t('rules.open')}
          </a>
          <button
            type="button"
            class="button small quiet"
            aria-label={t('rules.delete_one', { name: cleanUntrustedText(rule.name, 64) })}
            onClick={() => setRuleToDelete(rule)}
          >
            {t('rules.delete')}
          </button>
        </span>
      ),
    },
  ]
  return (
    <>
      <RecordTable caption={t('rules.list')} columns={columns} rows={rules} keyOf={({ id }) => id} />
      {ruleToDelete !== null && (
        <ConfirmDelete
          what="rules"
          id={ruleToDelete.id}
          name={ruleToDelete.name}
          onEnd={(isDeleted) => {
            setRuleToDelete(null)
            if (isDeleted) onChange()
          }}
        />
      )}
    </>
  )
}

function CurrentPrice({ rule }: { readonly rule: PriceRule }) {
  const { t } = useServices().translator
  const { answer, error, refetch } = useQuery(
    'GET /rules/{id}/price',
    {},
    { params: { id: rule.id }, version: useMinute() },
  )
  if (answer === null)
    return error === null ? <Skeleton width="7rem" /> : <ErrorBanner error={error} refetch={refetch} />
  return (
    <>
      <CurrentPriceValue price={answer} />
      {answer.steps.length > 0 && (
        <Disclosure title={t('rules.made_of')}>
          <PriceSteps price={answer} formula={rule} />
        </Disclosure>
      )}
    </>
  )
}
