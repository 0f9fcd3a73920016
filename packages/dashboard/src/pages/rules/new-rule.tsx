import { useQuery } from '../../api/use-query.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { useServices } from '../../services.js'
import { DevFrame } from '../dev/dev-frame.js'
import { EditRule } from './edit-rule.js'
import { ruleRoute } from './entry.js'
import { emptyForm, type RuleForm, toRuleBody } from './formula-form.js'
import { NotAllowed } from './not-allowed.js'
import './rules.css'

export function NewRule() {
  const { api, liveRegion, router, translator } = useServices()
  const { t } = translator
  const { error } = useQuery('GET /rules', {})
  useTitle(t('rules.new'))

  async function create(form: RuleForm): Promise<void> {
    const { id } = await api.request('POST /rules', toRuleBody(form))
    liveRegion.showToast(t('rules.saved'))
    router.navigate(ruleRoute.print({ id }))
  }

  return (
    <DevFrame>
      <div class="page-head">
        <Heading>{t('rules.new')}</Heading>
        <span class="at-end">
          <a href="/dev/rules">{t('rules.all')}</a>
        </span>
      </div>
      {error?.code === 'plan_required' ? (
        <NotAllowed />
      ) : (
        <EditRule
          start={emptyForm}
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
