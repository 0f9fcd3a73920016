import type { ComponentChildren } from 'preact'
import type { PlannedFeature } from '../listed/core-lists.js'
import { neededPlans } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import { Button } from './button.js'

type NotInPlanProps = {
  readonly what: 'plan.stats' | 'plan.history' | 'quote.not_in_plan'
  readonly feature: PlannedFeature
  readonly children?: ComponentChildren
}

export function NotInPlan({ what, feature, children }: NotInPlanProps) {
  const { bootstrap, t } = useServices()
  return (
    <section class="column not-in-plan">
      <p>
        <b>{t(what, { plan: neededPlans[feature] })}</b>
      </p>
      <p class="quiet">
        {children} {bootstrap.account === null ? t('plan.operator') : t('plan.yours', { plan: bootstrap.account.plan })}
      </p>
      <Button word={t('plan.compare')} href="/docs/keys-and-plans" />
    </section>
  )
}
