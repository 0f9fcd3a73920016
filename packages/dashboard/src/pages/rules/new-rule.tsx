import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { useServices } from '../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../dev/dev-frame.js'
import { ruleRoute } from './route.js'
import { RuleEditor } from './rule-editor.js'
import { emptyRuleForm, type RuleFormValues, toRuleBody } from './rule-form-values.js'
import './rules.css'

export function NewRule() {
  const { api, liveRegion, router, t } = useServices()
  const { error } = useQuery('GET /rules', {})

  async function create(form: RuleFormValues): Promise<void> {
    const { id } = await api.request('POST /rules', toRuleBody(form))
    liveRegion.showToast(t('rules.saved'))
    router.navigate(ruleRoute.print({ id }))
  }

  return (
    <DevFrame title={t('rules.new')} action={<a href="/dev/rules">{t('rules.all')}</a>}>
      {error?.code === 'plan_required' ? (
        <NotInAccountPlan title={t('rules.not_allowed')} />
      ) : (
        <RuleEditor
          start={emptyRuleForm}
          onSave={create}
          leave={<Button kind="quiet" word={t('act.cancel')} href="/dev/rules" />}
        />
      )}
    </DevFrame>
  )
}
