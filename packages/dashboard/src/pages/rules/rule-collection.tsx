import type { PriceRule } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useQuery } from '../../api/use-query.js'
import { useMinute } from '../../live/use-minute.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { Collection } from '../../parts/collection.js'
import { Disclosure } from '../../parts/disclosure.js'
import type { Column } from '../../parts/record-table.js'
import { cleanUntrustedText, UntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { ruleRoute } from './route.js'
import { CurrentPriceValue, PriceSteps } from './rule-price-and-steps.js'
import { useRuleDeletion } from './use-rule-deletion.js'

type RuleCollectionProps = {
  readonly rules: readonly PriceRule[]
  readonly create: ComponentChildren
  readonly onChange: () => void
}

export function RuleCollection({ rules, create, onChange }: RuleCollectionProps) {
  const { t } = useServices()
  const deletion = useRuleDeletion('rules')
  const columns: readonly Column<PriceRule>[] = [
    {
      heading: t('rules.rule'),
      onPhone: 'title',
      cell: ({ id, name, fiat, side }) => (
        <>
          <a class="plain" href={ruleRoute.print({ id })}>
            <UntrustedText text={name} longest={64} />
          </a>
          <span class="under quiet small">
            {fiat}, {t(side === 'SELL' ? 'rules.side.SELL' : 'rules.side.BUY')}
          </span>
        </>
      ),
    },
    { heading: t('rules.now'), onPhone: 'wide', cell: (rule) => <CurrentPrice rule={rule} /> },
  ]
  return (
    <Collection
      rows={rules}
      caption={t('rules.list')}
      empty={{
        title: t('rules.none'),
        why: t('rules.none.why'),
        action: [create, <Button key="docs" kind="quiet" word={t('rules.docs')} href="/docs/price-by-rule" />],
      }}
      columns={columns}
      actions={({ id, name }) => (
        <Button
          kind="small quiet"
          word={t('rules.open')}
          label={t('rules.open_one', { name: cleanUntrustedText(name, 64) })}
          href={ruleRoute.print({ id })}
        />
      )}
      deletion={deletion}
      onChange={onChange}
    />
  )
}

function CurrentPrice({ rule }: { readonly rule: PriceRule }) {
  const { t } = useServices()
  const query = useQuery('GET /rules/{id}/price', {}, { params: { id: rule.id }, version: useMinute() })
  return (
    <Answered query={query} width="7rem" height="1.25rem">
      {(price) => (
        <>
          <CurrentPriceValue price={price} />
          {price.steps.length > 0 && (
            <Disclosure title={t('rules.made_of')}>
              <PriceSteps price={price} formula={rule} />
            </Disclosure>
          )}
        </>
      )}
    </Answered>
  )
}
