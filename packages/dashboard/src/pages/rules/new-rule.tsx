import { useQuery } from '../../api/use-query.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from '../dev/dev-frame.js'
import { ruleRoute } from './route.js'
import { RuleEditor } from './rule-editor.js'
import { emptyRuleForm, type RuleFormValues, toRuleBody } from './rule-form-values.js'
import { RulesNotInPlan } from './rules-not-in-plan.js'
import './rules.css'

export function NewRule() {
  const { api, liveRegion, router, translator } = useServices()
  const { t } = translator
  const { error } = useQuery('GET /rules', {})
  useTitle(t('rules.new'))

  async function create(form: RuleFormValues): Promise<void> {
    const { id } = await api.request('POST /rules', toRuleBody(form))
    liveRegion.showToast(t('rules.saved'))
    router.navigate(ruleRoute.print({ id }))
  }

  return (
    <DevFrame>
      <div class="page-head">
        <PageHeading>{t('rules.new')}</PageHeading>
        <span class="at-end">
          <a href="/dev/rules">{t('rules.all')}</a>
        </span>
      </div>
      {error?.code === 'plan_required' ? (
        <RulesNotInPlan />
      ) : (
        <RuleEditor
          start={emptyRuleForm}
          onSave={create}
          leave={
            <a class="button quiet" href="/dev/rules">
              {t('act.cancel')}
            </a>
          }
        />
      )}
    </DevFrame>
  )
}
