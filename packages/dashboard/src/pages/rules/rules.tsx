import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { useServices } from '../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../dev/dev-frame.js'
import { buySellRulePair } from './boards/buy-sell-rule-pair.js'
import { boardsRoute, newRuleRoute } from './route.js'
import { RuleCollection } from './rule-collection.js'
import './rules.css'

export function Rules() {
  const { t } = useServices()
  const [version, setVersion] = useState(0)
  const query = useQuery('GET /rules', {}, { version })
  const { rules = [], limit = 0 } = query.answer ?? {}
  const hasSome = rules.length > 0
  const create = <Button kind={hasSome ? '' : 'main'} icon="plus" word={t('rules.new')} href={newRuleRoute.print({})} />
  return (
    <DevFrame
      version={version}
      title={t('dev.rules')}
      note={hasSome && t('keys.in_use', { n: rules.length, most: limit })}
      action={hasSome && rules.length < limit && create}
    >
      <Answered
        query={query}
        height="3.25rem"
        lines={3}
        notInPlan={<NotInAccountPlan title={t('rules.not_allowed')} />}
      >
        {() => <RuleCollection rules={rules} create={create} onChange={() => setVersion((last) => last + 1)} />}
      </Answered>
      {buySellRulePair(rules).length > 0 && (
        <p>
          <Button word={t('rules.both')} href={boardsRoute.print({ new: true })} />
        </p>
      )}
    </DevFrame>
  )
}
